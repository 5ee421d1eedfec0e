// The panel Formula: the puzzle as clauses, as a SAT solver gets it. Pointing at a cell, a rule or a
// clause shows how they belong together, and another encoding shows another size.

import { CancelSign, action } from '../actions.js';
import { Stopped, isAbandoned } from '../client.js';
import { button, download, element, field, select } from '../dom.js';
import { CHOICES, encodingOf } from '../encodings.js';
import { Formula } from '../formula/formula.js';
import { Inspector } from '../formula/inspector.js';
import { sizeTable, sizeWords } from '../formula/sizes.js';
import { failure } from '../words.js';

/** @typedef {import('../app.js').App} App */

/** @type {import('./panel.js').Panel} */
export const formula = { id: 'formula', title: 'Formula', create: (app) => new FormulaPanel(app).element };

/** Changes of the puzzle within this time lead to one formula. In milliseconds. */
const DEBOUNCE_MS = 200;

/** A formula that takes longer is too large to look at, in seconds. */
const TIME_LIMIT = 20;

class FormulaPanel {
  /**
   * @param {App} app
   */
  constructor(app) {
    this.app = app;
    /** @type {Formula | null} */
    this.formula = null;
    /** The sizes of the last formula of this puzzle, and those that are compared with the present ones.
     * @type {import('../formula/formula.js').Sizes | null} */
    this.sizes = null;
    /** @type {import('../formula/formula.js').Sizes | null} */
    this.before = null;
    this.shown = false;
    /** The cell at the cursor, and the one below the pointer. */
    this.cursor = '';
    /** @type {string | null} */
    this.over = null;
    this.stale = true;
    /** The question for the formula, while it is not answered.
     * @type {import('../client.js').Job | null} */
    this.job = null;
    this.selects = CHOICES.map((choice) => select(choice.options, { title: choice.help }));
    this.fields = CHOICES.map((choice, index) => field(choice.title, /** @type {HTMLElement} */ (this.selects[index])));
    for (const control of this.selects) control.addEventListener('change', () => void this.load(true));
    this.words = element('p', { class: 'size-words', 'aria-live': 'polite' });
    this.read = button('Read again', () => (this.job ? this.job.stop() : void this.load(false)), { class: 'read' });
    this.sign = new CancelSign(this.read, 'Read again');
    this.table = element('div', {});
    this.inspector = new Inspector((lit) => this.light(lit));
    this.element = element(
      'div',
      { class: 'stack' },
      element(
        'p',
        { class: 'note' },
        'Rules become clauses, and of each clause one part must hold. Point at a cell, a rule or a clause; click to keep it.',
      ),
      element(
        'div',
        { class: 'encodings' },
        ...this.fields,
        action(app, 'DIMACS', () => this.save(), { title: 'Save the formula as a DIMACS file, for any SAT solver' }),
      ),
      element('div', { class: 'row' }, this.words, this.read),
      this.table,
      this.inspector.element,
    );
    this.listen(app);
  }

  /**
   * @param {App} app
   */
  listen(app) {
    app.addEventListener('panel', (event) => this.panelChanged(/** @type {CustomEvent<string>} */ (event).detail === formula.id));
    app.addEventListener('kind', () => this.kindChanged());
    app.addEventListener('puzzle', () => this.puzzleChanged());
    app.editor.addEventListener('change', () => this.cursorMoved());
    app.board.addEventListener('pointermove', (event) => {
      if (this.shown) app.board.at(event, (cell) => this.hover(cell));
    });
    app.board.addEventListener('pointerleave', () => this.hover(null));
  }

  /**
   * @param {boolean} shown
   */
  panelChanged(shown) {
    if (this.shown && !shown) this.app.setOverlay({ highlights: {} });
    if (this.shown !== shown) this.app.pointing = shown ? (cell) => this.keep(cell) : null;
    this.shown = shown;
    this.cursor = this.app.editor.cursor;
    if (shown && this.stale) void this.load(false);
    else if (shown) this.inspector.draw();
  }

  kindChanged() {
    for (const control of this.selects) control.selectedIndex = 0;
    this.inspector.family = '';
    this.inspector.search.value = '';
    this.inspector.chosen = null;
  }

  puzzleChanged() {
    const { kind, document } = this.app;
    CHOICES.forEach((choice, index) => {
      const place = this.fields[index];
      if (place) place.hidden = !choice.fits(kind.id, document.puzzle);
    });
    this.sizes = null;
    this.empty();
    clearTimeout(this.timer);
    if (this.shown) this.timer = setTimeout(() => void this.load(false), DEBOUNCE_MS);
  }

  /** The encoding that is chosen; choices that do not fit the puzzle are left out. */
  get encoding() {
    return encodingOf(this.selects.map((control, index) => (this.fields[index]?.hidden ? '' : control.value)));
  }

  /** Takes away what was said of a formula that is no longer the one of the puzzle. */
  empty() {
    this.stale = true;
    this.job?.abandon();
    this.job = null;
    this.element.removeAttribute('aria-busy');
    this.say('Reading the formula …');
  }

  /**
   * Says something instead of a formula.
   * @param {string} words
   */
  say(words) {
    this.formula = null;
    this.table.replaceChildren();
    this.inspector.load(null);
    this.light({});
    this.words.textContent = words;
    this.words.classList.remove('error');
    this.read.classList.remove('again');
  }

  /**
   * Asks the engine for the formula. The sizes before are kept to compare encodings of one puzzle.
   * @param {boolean} compare
   */
  async load(compare) {
    const { encoding } = this;
    const before = compare ? this.sizes : null;
    this.empty();
    this.stale = false;
    this.element.setAttribute('aria-busy', 'true');
    try {
      const options = { to: 'json', encoding, timeout: TIME_LIMIT };
      const job = this.app.client.start('generate', this.app.request(options), ({ text }) => this.progress(job, text));
      this.job = job;
      const answer = await this.sign.during(() => job.result);
      this.before = before?.encoding === encoding ? null : before;
      this.formula = new Formula(answer, encoding);
      this.sizes = this.formula.sizes;
      this.draw();
    } catch (error) {
      if (isAbandoned(error)) return;
      this.say(failure(error));
      this.words.classList.toggle('error', !(error instanceof Stopped));
      this.read.classList.add('again');
    }
    this.job = null;
    this.element.removeAttribute('aria-busy');
  }

  /**
   * @param {import('../client.js').Job} job
   * @param {string} [text]
   */
  progress(job, text) {
    if (job === this.job && text) this.words.textContent = `Reading the formula: ${text} …`;
  }

  draw() {
    if (!this.formula) return;
    this.words.textContent = sizeWords(this.formula.sizes, this.before);
    this.drawTable();
    this.inspector.load(this.formula);
  }

  drawTable() {
    if (!this.formula) return;
    this.table.replaceChildren(sizeTable(this.formula.sizes, this.before, this.inspector.family, (family) => this.choose(family)));
  }

  /**
   * Lists the rules of one family.
   * @param {string} family
   */
  choose(family) {
    this.inspector.family = family;
    this.drawTable();
    this.inspector.show(null);
    const pressed = this.table.querySelector(`[aria-pressed="true"]`);
    if (pressed instanceof HTMLElement) pressed.focus();
  }

  /**
   * @param {string | null} cell
   */
  hover(cell) {
    if (cell === this.over) return;
    this.over = cell;
    if (this.shown && this.formula) this.inspector.hover(cell === null ? null : { cell });
  }

  /** A cell that is reached with the keys stays chosen, as one that is clicked does. */
  cursorMoved() {
    const { cursor } = this.app.editor;
    if (!this.shown || cursor === this.cursor) return;
    this.cursor = cursor;
    this.keep(cursor);
  }

  /**
   * @param {string} cell
   */
  keep(cell) {
    if (this.formula) this.inspector.show({ cell });
  }

  /**
   * @param {import('../formula/inspector.js').Lit} lit
   */
  light({ rule = [], clause = [] }) {
    if (this.shown) this.app.setOverlay({ highlights: { rule, clause } });
  }

  async save() {
    const { kind } = this.app;
    const { answer } = await this.app.run('Writing the formula', 'generate', { to: 'dimacs', encoding: this.encoding, annotate: true });
    download(`${kind.id}.cnf`, new Blob([answer.text], { type: 'text/plain' }));
    this.app.status.sayOfPuzzle(`The formula was saved as ${kind.id}.cnf, with comments for each variable and rule.`, 'good');
  }
}
