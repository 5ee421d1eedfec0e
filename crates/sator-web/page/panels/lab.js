// The panel Lab: solvers and encodings compared on the puzzle, and for queens over the size of the
// board.

import { action } from '../actions.js';
import { element, field } from '../dom.js';
import { CHOICES } from '../encodings.js';
import { puzzleResults, rangeResults } from '../lab/results.js';
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
    this.times = number(1, 1, 20);
    this.unique = element('input', { type: 'checkbox' });
    this.first = number(4, 1, MOST_QUEENS);
    this.last = number(20, 1, MOST_QUEENS);
    this.results = element('div', { 'aria-live': 'polite' });
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
        'Every solver gets the puzzle in every encoding. All must find the same; size, conflicts and time differ.',
      ),
      this.backends,
      this.encodings,
      element(
        'div',
        { class: 'row limits' },
        field('Seconds for each', this.seconds),
        field('Times', this.times, { title: 'The best time counts' }),
        field('Also prove that it is the only one', this.unique),
      ),
      element(
        'div',
        { class: 'row' },
        action(app, 'Run', () => this.run(), { class: 'primary wide' }),
      ),
      this.range,
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
    app.addEventListener('kind', () => this.results.replaceChildren());
    app.addEventListener('puzzle', () => this.puzzleChanged());
  }

  /** The encodings that fit the puzzle; what was chosen stays chosen. */
  puzzleChanged() {
    const { kind, document } = this.app;
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
    const present = list.filter(
      (/** @type {Backend} */ { version, runs }) => version !== null && (description.external || !runs.includes('program')),
    );
    offer(
      this.backends,
      present.map((/** @type {Backend} */ { name, summary }) => [name, summary]),
      USUAL_BACKENDS,
    );
  }

  /** The options of `bench`, or nothing with a message if something is missing. */
  get options() {
    const backend = chosen(this.backends);
    const encoding = chosen(this.encodings);
    if (backend.length === 0 || encoding.length === 0) {
      this.app.status.say(`Choose ${backend.length === 0 ? 'a solver' : 'an encoding'} first.`, 'bad');
      return null;
    }
    return { backend, encoding, timeout: clamped(this.seconds), runs: clamped(this.times), unique: this.unique.checked };
  }

  async run() {
    const { options } = this;
    if (!options) return;
    const { answer } = await this.app.run('Comparing', 'bench', options);
    this.show(answer, puzzleResults);
  }

  /** Queens of all sizes in the range. */
  async runOver() {
    const { options } = this;
    if (!options) return;
    const ends = [clamped(this.first), clamped(this.last)].sort((a, b) => a - b);
    const { answer } = await this.app.run('Comparing', 'bench', options, { puzzle: 'queens', input: ends.join('..') });
    this.show(answer, rangeResults);
  }

  /**
   * @param {Run[] | { reason?: string }} answer rows, or why there are none
   * @param {(runs: Run[]) => HTMLElement} draw
   */
  show(answer, draw) {
    if (!Array.isArray(answer) || answer.length === 0) {
      const reason = Array.isArray(answer) ? undefined : answer.reason;
      this.app.status.say(sentence(reason ?? 'stopped before the first run ended'));
      return;
    }
    const made = draw(answer);
    this.results.replaceChildren(made);
    this.app.status.sayOfPuzzle(made.querySelector('.verdict')?.textContent ?? '', answer.some((run) => run.agrees === false) ? 'bad' : 'good');
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
const number = (value, min, max) => element('input', { type: 'number', value, min, max, step: 1 });

/**
 * The number in a field, within its limits; the field shows it.
 * @param {HTMLInputElement} input
 */
function clamped(input) {
  const wanted = Number.isFinite(input.valueAsNumber) ? Math.round(input.valueAsNumber) : Number(input.defaultValue);
  const value = Math.min(Math.max(wanted, Number(input.min)), Number(input.max));
  input.value = String(value);
  return value;
}
