// The panel Edit: size, tools to draw clues, rules of the whole grid, and the list of all rules.

import { button, element, field, pointed, select } from '../dom.js';
import { nameOf } from '../cells.js';
import { noEntries } from '../document.js';

/** @typedef {import('../app.js').App} App
 *  @typedef {import('../kinds/kind.js').Tool} Tool */

/** @type {import('./panel.js').Panel} */
export const edit = { id: 'edit', title: 'Edit', create: (app) => new EditPanel(app).element };

/** The longest side of a board of any size. */
const LONGEST_SIDE = 500;

class EditPanel {
  /**
   * @param {App} app
   */
  constructor(app) {
    this.app = app;
    this.size = select([]);
    this.size.addEventListener('change', () => this.resize());
    this.rows = this.sideField();
    this.columns = this.sideField();
    this.sides = element('div', { class: 'row' }, field('Rows', this.rows), field('Columns', this.columns));
    this.mines = element('input', { type: 'number', min: 0, step: 1, placeholder: 'unknown' });
    this.mines.addEventListener('change', () => this.setMines());
    this.minesField = field('Mines in all', this.mines);
    this.tools = element('div', { class: 'tools' });
    this.number = element('input', { type: 'text', size: 6 });
    this.number.addEventListener('input', () => {
      app.editor.number = this.number.value;
      this.showComplaint(this.number, app.editor.wrongNumber);
    });
    this.numberField = field('Number', this.number);
    this.complaint = element('p', { class: 'error', role: 'alert' });
    this.help = element('p', { class: 'note', 'aria-live': 'polite' });
    this.globals = element('div', { class: 'choices', role: 'group', 'aria-label': 'Rules of the whole grid' });
    this.list = element('ul', { class: 'rules', tabindex: -1, 'aria-label': 'Rules' });
    /** @type {Tool | null} */
    this.shownTool = null;
    this.element = element(
      'div',
      { class: 'stack' },
      element(
        'div',
        { class: 'row' },
        field('Size', this.size),
        this.sides,
        this.minesField,
        this.numberField,
        element('span', { class: 'spring' }),
        button('Empty board', () => this.begin(app.kind.emptyLike(app.document.puzzle)), { title: 'Remove all clues and entries' }),
      ),
      this.complaint,
      this.help,
      this.tools,
      this.list,
    );
    app.addEventListener('kind', () => this.kindChanged());
    app.addEventListener('puzzle', () => this.puzzleChanged());
    app.editor.addEventListener('change', () => this.toolChanged());
    // A tool that cannot be seen would surprise: a drag elsewhere selects.
    app.addEventListener('panel', () => {
      if (app.editor.tool && app.panel !== edit.id) app.editor.setTool(null);
    });
  }

  sideField() {
    return element('input', { type: 'number', min: 1, max: LONGEST_SIDE, step: 1, onchange: () => this.setSides() });
  }

  kindChanged() {
    const { kind, document } = this.app;
    this.help.textContent = kind.keys;
    this.minesField.hidden = document.puzzle.mines === undefined;
    this.sides.hidden = !kind.resized;
    const groups = [...new Set(kind.tools.map((tool) => tool.group ?? ''))];
    this.tools.replaceChildren(
      ...groups.map((group) =>
        this.toolGroup(
          group,
          kind.tools.filter((tool) => (tool.group ?? '') === group),
        ),
      ),
    );
    this.globals.replaceChildren(
      ...(kind.globals ?? []).map(({ title, rule }) =>
        button(title, () => this.toggleGlobal(rule), { class: 'toggle', 'data-rule': JSON.stringify(rule) }),
      ),
    );
    this.tools.querySelector('[data-group=Grid]')?.append(this.globals);
  }

  /**
   * @param {string} group
   * @param {Tool[]} tools
   */
  toolGroup(group, tools) {
    const { editor } = this.app;
    const toggle = (/** @type {Tool} */ tool) => editor.setTool(editor.tool === tool ? null : tool);
    const buttons = tools.map((tool) => button(tool.title, () => toggle(tool), { class: 'toggle', 'data-tool': tool.id }));
    const choices = element('div', { class: 'choices', role: 'group', 'aria-label': group || 'Tools' }, ...buttons);
    if (group === '') return choices;
    return element('details', { open: group === 'Lines' || group === 'Grid', 'data-group': group }, element('summary', {}, group), choices);
  }

  toolChanged() {
    const { tool, number } = this.app.editor;
    if (tool === this.shownTool) return;
    this.shownTool = tool;
    this.showComplaint(this.number, '');
    for (const choice of this.tools.querySelectorAll('[data-tool]')) {
      choice.setAttribute('aria-pressed', String(choice.getAttribute('data-tool') === tool?.id));
    }
    this.help.textContent = tool ? helpOf(tool) : this.app.kind.keys;
    this.numberField.hidden = !tool?.number;
    this.number.value = number;
    const caption = this.numberField.querySelector('span');
    if (caption) caption.textContent = tool?.number?.label ?? '';
    this.number.setAttribute('aria-label', tool?.number?.label ?? '');
  }

  /**
   * Says below the fields what is wrong with one of them.
   * @param {HTMLElement} control
   * @param {string} words
   */
  showComplaint(control, words) {
    this.complaint.textContent = words;
    control.setAttribute('aria-invalid', String(words !== ''));
  }

  puzzleChanged() {
    const { kind, document } = this.app;
    const { rows, columns } = kind.size(document.puzzle);
    const { measure } = this.app;
    const own = { measure, text: kind.resized ? 'Own size' : measure };
    const isListed = kind.sizes.some((size) => size.measure === measure);
    const sizes = [...(isListed ? [] : [own]), ...kind.sizes];
    this.size.replaceChildren(...sizes.map((size) => element('option', { value: size.measure }, size.text)));
    this.size.value = measure;
    this.rows.value = String(rows);
    this.columns.value = String(columns);
    this.mines.value = document.puzzle.mines ?? '';
    this.showComplaint(this.mines, '');
    this.numberField.hidden = !this.app.editor.tool?.number;
    const rules = new Set((document.puzzle.constraints ?? []).map((/** @type {any} */ rule) => JSON.stringify(rule)));
    for (const choice of this.globals.children) choice.setAttribute('aria-pressed', String(rules.has(choice.getAttribute('data-rule'))));
    this.list.replaceChildren(...kind.listed(document.puzzle).map((rule, index) => this.line(rule, index)));
  }

  /**
   * @param {import('../kinds/kind.js').Listed} rule
   * @param {number} index
   */
  line(rule, index) {
    const light = (/** @type {string[]} */ names) => this.app.setOverlay({ highlights: { rule: names } });
    const names = rule.cells.map(([row, column]) => nameOf(row, column));
    return element(
      'li',
      pointed(
        () => light(names),
        () => light([]),
      ),
      element('span', {}, rule.text),
      button('×', () => this.remove(rule, index), { class: 'icon', 'aria-label': `Remove ${rule.text}` }),
    );
  }

  /**
   * Removes a rule. The focus goes on to the next one, or to the list where none is left.
   * @param {import('../kinds/kind.js').Listed} rule
   * @param {number} index
   */
  remove(rule, index) {
    const { document } = this.app;
    document.edit(rule.remove(document.puzzle));
    const buttons = this.list.querySelectorAll('button');
    (buttons[Math.min(index, buttons.length - 1)] ?? this.list).focus();
  }

  /** Makes the board empty, in the size that is chosen. */
  resize() {
    const chosen = this.app.kind.sizes.find((size) => size.measure === this.size.value);
    if (chosen) this.begin(chosen.make());
  }

  setSides() {
    const { kind, document } = this.app;
    const sides = [this.rows, this.columns].map((side) => (/^\d{1,3}$/.test(side.value) ? Number(side.value) : 0));
    const fits = sides.every((side) => side >= 1 && side <= LONGEST_SIDE);
    this.showComplaint(this.rows, fits ? '' : `Rows and columns: whole numbers from 1 to ${LONGEST_SIDE} are expected.`);
    if (fits && kind.resized) this.begin(kind.resized(document.puzzle, sides[0], sides[1]));
  }

  /**
   * @param {import('../document.js').Puzzle} puzzle
   */
  begin(puzzle) {
    const { app } = this;
    app.document.edit(puzzle, { entries: noEntries() });
    app.editor.mode = 'clue';
    app.editor.clip();
    app.describe();
  }

  setMines() {
    const { document } = this.app;
    const words = this.wrongMines();
    this.showComplaint(this.mines, words);
    if (words) return;
    document.edit({ ...document.puzzle, mines: this.mines.value === '' ? null : Number(this.mines.value) });
    this.app.describe();
  }

  /** Returns an error message if the number of mines is invalid, or an empty string. */
  wrongMines() {
    const { rows, cols } = this.app.document.puzzle;
    if (this.mines.validity.badInput || !/^(\d{1,9})?$/.test(this.mines.value)) return 'Mines in all: a whole number is expected.';
    return Number(this.mines.value) > rows * cols ? `Mines in all: the board has only ${rows * cols} squares.` : '';
  }

  /**
   * @param {import('../kinds/kind.js').GlobalRule['rule']} rule
   */
  toggleGlobal(rule) {
    const { document } = this.app;
    const others = document.puzzle.constraints.filter((/** @type {any} */ other) => JSON.stringify(other) !== JSON.stringify(rule));
    const constraints = others.length < document.puzzle.constraints.length ? others : [...others, rule];
    document.edit({ ...document.puzzle, constraints });
  }
}

/**
 * What to do with a tool, by pointer and by keys.
 * @param {Tool} tool
 */
const helpOf = ({ help, drag }) => (drag === 'select' ? help : `${help} Or select with Shift and arrows, then Enter.`);
