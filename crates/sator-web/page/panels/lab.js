// The panel Lab: solvers and encodings compared on the puzzle, and for queens over the size of the
// board.

import { action } from '../actions.js';
import { element, field } from '../dom.js';
import { CHOICES } from '../encodings.js';
import { puzzleResults, rangeResults } from '../lab/results.js';
import { verdict } from '../lab/runs.js';
import { sentence } from '../words.js';

/** @typedef {import('../app.js').App} App
 *  @typedef {import('../lab/runs.js').Run} Run
 *
 * @typedef {object} Backend
 * @property {string} name
 * @property {string | null} version none where this build or machine does not have it
 * @property {string} runs search, embedded, program, SMT program
 * @property {string} summary
 */

/** @type {import('./panel.js').Panel} */
export const lab = { id: 'lab', title: 'Lab', create: (app) => new LabPanel(app).element };

/** Solvers and encodings that are chosen at first. */
const USUAL_BACKENDS = ['search', 'batsat', 'cadical'];
const USUAL_ENCODINGS = ['auto', 'pairwise', 'two-product', 'totalizer', 'cage=diagram'];

/** Larger boards take formulas of millions of clauses. */
const MOST_QUEENS = 128;

class LabPanel {
  /**
   * @param {App} app
   */
  constructor(app) {
    this.app = app;
    this.backends = choices('Solvers');
    this.encodings = choices('Encodings');
    this.seconds = number(10, 1, 600);
    this.repetitions = number(1, 1, 20);
    this.unique = element('input', { type: 'checkbox' });
    this.first = number(4, 1, MOST_QUEENS);
    this.last = number(20, 1, MOST_QUEENS);
    this.results = element('div', { 'aria-live': 'polite' });
    this.outdated = element('p', { class: 'note', hidden: true }, 'These results are of the puzzle before it was changed.');
    /** The puzzle that the results are of; none for boards of the lab's own.
     * @type {import('../document.js').Puzzle | null} */
    this.compared = null;
    this.complaint = element('p', { class: 'error', role: 'alert' });
    /** @type {Backend[]} */
    this.present = [];
    this.range = element(
      'div',
      { class: 'row range' },
      action(app, 'Run over N', () => this.runOver(), { title: 'Empty boards of all these sizes' }),
      field('from', this.first),
      field('to', this.last),
    );
    this.element = element(
      'div',
      { class: 'stack' },
      element(
        'p',
        { class: 'note' },
        'Each solver solves the puzzle with each encoding. The answers must agree; size, conflicts and time differ.',
      ),
      this.backends,
      this.encodings,
      element(
        'div',
        { class: 'row limits' },
        field('Seconds for each', this.seconds),
        field('Repetitions', this.repetitions, { title: 'The best time counts' }),
        field('Also prove that it is the only one', this.unique),
      ),
      element(
        'div',
        { class: 'row' },
        action(app, 'Run', () => this.run(), { class: 'primary wide' }),
      ),
      this.range,
      this.outdated,
      this.results,
    );
    this.listen(app);
  }

  /**
   * @param {App} app
   */
  listen(app) {
    app.addEventListener('panel', (event) => {
      if (/** @type {CustomEvent<string>} */ (event).detail === lab.id) this.listBackends().catch((error) => app.fail(error));
    });
    app.addEventListener('kind', () => this.clear());
    app.addEventListener('puzzle', () => this.puzzleChanged());
  }

  clear() {
    this.results.replaceChildren();
    this.compared = null;
  }

  /** Results of another puzzle say so. The encodings are those that fit; what was chosen stays chosen. */
  puzzleChanged() {
    const { kind, document } = this.app;
    this.outdated.hidden = this.compared === null || this.compared === document.puzzle;
    const names = CHOICES.filter((choice) => choice.fits(kind.id, document.puzzle)).flatMap(({ options }) => options.map(([name]) => name));
    const list = ['auto', ...names.filter((name) => name !== '')];
    this.range.hidden = kind.id !== 'queens';
    const shown = [...this.encodings.querySelectorAll('input')].map(({ value }) => value);
    if (shown.join() === list.join()) return;
    offer(
      this.encodings,
      list.map((name) => [name, '']),
      USUAL_ENCODINGS,
    );
  }

  /** Lists the solvers of this build; programs only where the server allows them. */
  async listBackends() {
    if (this.backends.querySelector('input')) return;
    const { client } = this.app;
    const [list, description] = await Promise.all([client.ask('backends', {}), client.description()]);
    this.present = list.filter(
      (/** @type {Backend} */ { version, runs }) => version !== null && (description.external || !runs.includes('program')),
    );
    offer(
      this.backends,
      this.present.map(({ name, summary }) => [name, summary]),
      USUAL_BACKENDS,
    );
  }

  /**
   * The options of `bench`, or nothing with a message if something is missing or wrong.
   * @param {HTMLInputElement[]} more fields besides those of all runs
   */
  optionsWith(...more) {
    const backend = chosen(this.backends);
    const encoding = chosen(this.encodings);
    if (backend.length === 0 || encoding.length === 0) {
      this.app.status.say(`Choose ${backend.length === 0 ? 'a solver' : 'an encoding'} first.`, 'bad');
      return null;
    }
    if (!this.areValid([this.seconds, this.repetitions, ...more])) return null;
    return { backend, encoding, timeout: this.seconds.valueAsNumber, runs: this.repetitions.valueAsNumber, unique: this.unique.checked };
  }

  /**
   * Whether all numbers are within their limits. Shows an error below the first invalid field.
   * @param {HTMLInputElement[]} fields
   */
  areValid(fields) {
    const wrong = fields.find((input) => !input.checkValidity());
    this.complaint.textContent = wrong ? `“${wrong.ariaLabel}” is a whole number from ${wrong.min} to ${wrong.max}.` : '';
    wrong?.closest('.row')?.after(this.complaint);
    wrong?.focus();
    return wrong === undefined;
  }

  /** In how many ways the chosen solvers get one puzzle: a solver that takes no clauses has no encodings. */
  get ways() {
    const encodings = chosen(this.encodings).length;
    const taking = (/** @type {string} */ name) => !['search', 'SMT program'].includes(this.present.find((it) => it.name === name)?.runs ?? '');
    return chosen(this.backends).reduce((sum, name) => sum + (taking(name) ? encodings : 1), 0);
  }

  async run() {
    const options = this.optionsWith();
    if (!options) return;
    const planned = this.ways;
    const { answer } = await this.app.run('Comparing', 'bench', options);
    this.show(answer, planned, puzzleResults, this.app.document.puzzle);
  }

  /** Queens of all sizes in the range. */
  async runOver() {
    const options = this.optionsWith(this.first, this.last);
    if (!options) return;
    const [from, to] = [this.first.valueAsNumber, this.last.valueAsNumber].sort((a, b) => a - b);
    const planned = this.ways * (to - from + 1);
    const { answer } = await this.app.run('Comparing', 'bench', options, { puzzle: 'queens', input: `${from}..${to}` });
    this.show(answer, planned, rangeResults);
  }

  /**
   * @param {Run[] | { reason?: string }} answer rows, or why there are none
   * @param {number} planned how many runs there are unless they are stopped
   * @param {(runs: Run[], verdict: string) => HTMLElement} draw
   * @param {import('../document.js').Puzzle | null} [compared]
   */
  show(answer, planned, draw, compared = null) {
    if (!Array.isArray(answer) || answer.length === 0) {
      const reason = Array.isArray(answer) ? undefined : answer.reason;
      this.app.status.say(sentence(reason ?? 'stopped before the first run ended'));
      return;
    }
    const [words, tone] = verdict(answer, planned);
    const made = draw(answer, words);
    this.results.replaceChildren(made);
    this.compared = compared;
    this.outdated.hidden = true;
    this.app.status.sayOfPuzzle(words, tone);
    made.scrollIntoView({ block: 'nearest' });
  }
}

/**
 * A group of check boxes, empty at first.
 * @param {string} title
 */
const choices = (title) => element('fieldset', { class: 'checks' }, element('legend', {}, title));

/**
 * Fills a group with check boxes.
 * @param {HTMLElement} group
 * @param {[string, string][]} list name and summary
 * @param {string[]} usual names that are checked
 */
function offer(group, list, usual) {
  for (const old of group.querySelectorAll('label')) old.remove();
  group.append(
    ...list.map(([name, summary]) =>
      element(
        'label',
        { class: 'check', title: summary || null },
        element('input', { type: 'checkbox', value: name, checked: usual.includes(name) }),
        name,
      ),
    ),
  );
}

/**
 * @param {HTMLElement} group
 */
const chosen = (group) => [...group.querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => value);

/**
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
const number = (value, min, max) => element('input', { type: 'number', value, min, max, step: 1, required: true });
