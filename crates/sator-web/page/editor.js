// Turns pointer and keys into changes of the puzzle or of the entries: selection, modes and tools.

import { adjacent, cellOf, inOrder, nameOf } from './cells.js';
import { entryValuesOf, takesEntry } from './kinds/kind.js';
import { symbolsOf, wrongNumber } from './kinds/numbers.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./kinds/kind.js').Tool} Tool
 * @typedef {import('./document.js').Value} Value
 * @typedef {import('./document.js').State} State
 * @typedef {import('./cells.js').Cell} Cell
 * @typedef {'clue' | 'value' | 'corner' | 'centre'} Mode
 */

/** Digits typed within this time belong to one number, where values have two digits. */
const TYPING_MS = 1200;

/** Nothing was typed that a digit could continue. */
const NOTHING_TYPED = { digits: '', selection: '', time: 0, before: null, state: null };

/** Event `change`: selection, mode or tool changed. */
export class Editor extends EventTarget {
  /**
   * @param {App} app
   */
  constructor(app) {
    super();
    this.app = app;
    this.selection = new Set(['r1c1']);
    this.cursor = 'r1c1';
    /** @type {Mode} */
    this.mode = 'clue';
    /** @type {Tool | null} */
    this.tool = null;
    this.number = '';
    /** The first of two groups, until the second is drawn.
     * @type {Cell[] | undefined} */
    this.firstGroup = undefined;
    /** @type {string[]} */
    this.path = [];
    /** The digits typed so far, with the states of the document before and after them.
     * @type {{ digits: string, selection: string, time: number, before: State | null, state: State | null }} */
    this.typed = NOTHING_TYPED;
    this.selecting = false;
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  /**
   * @param {Mode} mode
   */
  setMode(mode) {
    this.mode = mode;
    if (mode !== 'clue') this.tool = null;
    this.changed();
  }

  /**
   * @param {Tool | null} tool
   * @param {string} [number]
   */
  setTool(tool, number = tool?.number?.default ?? '') {
    this.tool = tool;
    this.firstGroup = undefined;
    this.number = number;
    if (tool) this.mode = 'clue';
    this.changed();
  }

  /**
   * Selects cells and moves the cursor.
   * @param {Iterable<string>} cells
   * @param {string} cursor
   */
  select(cells, cursor) {
    this.selection = new Set(cells);
    this.cursor = cursor;
    this.typed = NOTHING_TYPED;
    this.app.document.endMerge();
    this.changed();
  }

  /** Brings the selection back into a board that became smaller. */
  clip() {
    const { rows, columns } = this.app.kind.size(this.app.document.puzzle);
    const inside = [...this.selection].filter((name) => cellOf(name)[0] < rows && cellOf(name)[1] < columns);
    const [row, column] = cellOf(this.cursor);
    const isInside = row < rows && column < columns;
    if (isInside && inside.length > 0 && inside.length === this.selection.size) return;
    this.select(inside.length > 0 ? inside : ['r1c1'], isInside ? this.cursor : 'r1c1');
  }

  /**
   * @param {number} down
   * @param {number} right
   * @param {boolean} extend
   */
  moveCursor(down, right, extend) {
    const { rows, columns } = this.app.kind.size(this.app.document.puzzle);
    const [row, column] = cellOf(this.cursor);
    const isInside = row + down >= 0 && row + down < rows && column + right >= 0 && column + right < columns;
    // A selection stops at the edge; the cursor alone goes on at the other side.
    if (extend && !isInside) return;
    const next = nameOf((row + down + rows) % rows, (column + right + columns) % columns);
    this.select(extend ? [...this.selection, next] : [next], next);
  }

  selectAll() {
    const { rows, columns } = this.app.kind.size(this.app.document.puzzle);
    const names = Array.from({ length: rows * columns }, (_, index) => nameOf(Math.floor(index / columns), index % columns));
    this.select(names, this.cursor);
  }

  get canUndo() {
    return this.app.document.canUndo && !this.app.play?.holdsBoard;
  }

  get canRedo() {
    return this.app.document.canRedo && !this.app.play?.holdsBoard;
  }

  undo() {
    if (this.canUndo) this.app.document.undo();
  }

  redo() {
    if (this.canRedo) this.app.document.redo();
  }

  // Pointer.

  /**
   * @param {string} cell
   * @param {PointerEvent} event
   */
  down(cell, event) {
    const second = event.button === 2 || (event.button === 0 && event.ctrlKey && Boolean(this.app.kind.clicks));
    if (this.app.pointing) {
      this.app.board.focusCell(cell);
      this.select([cell], cell);
      this.app.pointing(cell);
      return;
    }
    if (this.app.play?.click(cell, second, event.button === 1)) return;
    // Otherwise keys would still belong to a button or a field that was used before.
    this.app.board.focusCell(cell);
    if (this.tool && this.tool.drag !== 'select' && !second) {
      this.path = [cell];
      this.cursor = cell;
      this.selection = new Set([cell]);
      this.changed();
      return;
    }
    this.selecting = true;
    this.pending = { cell, second };
    const extend = event.shiftKey || event.metaKey || (event.ctrlKey && !this.app.kind.clicks);
    this.select(extend ? [...this.selection, cell] : [cell], cell);
  }

  /**
   * @param {string} cell
   */
  move(cell) {
    if (this.path.length > 0) this.extendPath(cell);
    else if (this.selecting) {
      this.pending = undefined;
      this.select([...this.selection, cell], cell);
    }
  }

  up() {
    const { path, pending } = this;
    this.path = [];
    this.selecting = false;
    this.pending = undefined;
    // Painted cells were changed on the way.
    if (path.length > 0 && this.tool?.drag !== 'paint') this.draw(path);
    else if (pending && this.app.kind.clicks) this.click(pending.cell, pending.second);
    this.app.document.endMerge();
    this.changed();
  }

  /**
   * @param {string} cell
   */
  extendPath(cell) {
    const before = this.path[this.path.length - 2];
    // Going back shortens a line.
    if (this.tool?.drag === 'line' && cell === before) this.path = this.path.slice(0, -1);
    else if (!this.path.includes(cell)) this.path = [...this.path, cell];
    this.selection = new Set(this.path);
    this.cursor = cell;
    if (this.tool?.drag === 'paint') this.paint(this.path[0], cell);
    this.changed();
  }

  /** Applies the tool to the selected cells, in the order of their selection. Returns whether there is a tool. */
  useTool() {
    if (!this.tool || this.tool.drag === 'select') return false;
    this.draw([...this.selection]);
    this.changed();
    return true;
  }

  /**
   * @param {string} first
   * @param {string} cell
   */
  paint(first, cell) {
    this.apply([cellOf(first), cellOf(cell)], `paint ${first}`);
  }

  /**
   * @param {string[]} path
   */
  draw(path) {
    const cells = path.map(cellOf);
    if (this.tool?.drag === 'pair') {
      this.apply(cells.slice(0, 2));
    } else if (this.tool?.drag === 'cells') {
      this.apply(inOrder(path));
    } else if (this.tool?.drag === 'groups') {
      this.drawGroup(inOrder(path));
    } else if (this.tool?.drag === 'line') {
      this.apply(cells);
    } else if (this.tool?.drag === 'paint') {
      for (const cell of path.slice(1)) this.paint(path[0], cell);
    }
  }

  /**
   * @param {Cell[]} cells
   */
  drawGroup(cells) {
    if (this.firstGroup) {
      if (this.apply(cells)) this.firstGroup = undefined;
      return;
    }
    this.firstGroup = cells;
    const names = cells.map(([row, column]) => nameOf(row, column));
    this.app.status.say(`The first group is ${names.join(' ')}. Now draw another.`);
  }

  /**
   * Applies the tool to cells. Returns whether they suit it.
   * @param {Cell[]} cells
   * @param {string} [merge]
   */
  apply(cells, merge) {
    if (!this.tool) return false;
    const complaint = this.complaint(cells);
    if (complaint) this.app.status.say(complaint, 'bad');
    else this.app.document.edit(this.tool.apply(this.app.document.puzzle, cells, this.number, this.firstGroup), { merge });
    return !complaint;
  }

  /** Returns an error message if the tool's number is invalid, or an empty string. */
  get wrongNumber() {
    return this.tool?.number ? wrongNumber(this.tool.number, this.number) : '';
  }

  /**
   * Returns an error message if the tool cannot be applied to the cells, or an empty string.
   * @param {Cell[]} cells
   */
  complaint(cells) {
    const { tool } = this;
    if (tool?.drag === 'pair' && !(cells.length === 2 && adjacent(cells[0], cells[1]))) return 'Take two cells with a common side.';
    if (tool?.drag === 'line' && cells.length < 2) return 'Take two cells or more.';
    return tool?.unfit?.(this.app.document.puzzle, cells, this.firstGroup) || this.wrongNumber;
  }

  /**
   * @param {string} name
   * @param {boolean} second
   */
  click(name, second) {
    const { kind, document } = this.app;
    const cell = cellOf(name);
    const value = kind.given(document.puzzle, cell) ?? document.entries.values[name] ?? null;
    const becomes = kind.clicked?.(document.puzzle, cell, value, second) ?? null;
    this.put([cell], becomes);
  }

  /**
   * @param {string} name
   * @param {number} steps
   */
  wheel(name, steps) {
    const { kind, document } = this.app;
    if (!kind.turned || this.app.play?.holdsBoard || this.app.pointing) return false;
    const next = kind.turned(kind.given(document.puzzle, cellOf(name)), steps);
    document.edit(kind.withGiven(document.puzzle, [cellOf(name)], next), { merge: `wheel ${name}` });
    return true;
  }

  /**
   * A double click selects the cage.
   * @param {string} name
   */
  twice(name) {
    const [row, column] = cellOf(name);
    const cages = this.app.document.puzzle.cages ?? [];
    const cage = cages.find((/** @type {{ cells: Cell[] }} */ { cells }) => cells.some((cell) => cell[0] === row && cell[1] === column));
    if (cage)
      this.select(
        cage.cells.map((/** @type {Cell} */ cell) => nameOf(...cell)),
        name,
      );
  }

  // Keys.

  /**
   * Enters what a key means. Returns whether it means anything here.
   * @param {string} key
   * @param {Mode} [mode]
   */
  type(key, mode = this.mode) {
    const { kind, document } = this.app;
    if (mode === 'clue' && kind.withTotal && this.tool?.id !== 'givens') return this.typeTotal(key);
    let value = kind.valueOfKey(document.puzzle, key);
    if (value === undefined) return false;
    const isDigit = typeof value === 'number' || (value === null && key === '0');
    const typed = isDigit ? this.digitsWith(key) : NOTHING_TYPED;
    if (typed.digits.length > 1) {
      value = Number(typed.digits);
      // The number replaces its first digit, also as a mark.
      if (typed.before && document.past.at(-1) === typed.before) document.undo();
    }
    const before = document.state;
    this.put(inOrder(this.selection), value, mode, true);
    this.typed = { ...typed, before, state: document.state };
    return true;
  }

  /**
   * Enters a value into the selected cells.
   * @param {Value} value
   */
  enterValue(value) {
    this.put(inOrder(this.selection), value, this.mode, true);
  }

  /**
   * The digits that this one makes with the one before, where values have two digits.
   * @param {string} key
   */
  digitsWith(key) {
    const { kind, document } = this.app;
    const largest = Math.max(...kind.values(document.puzzle).map(Number));
    // Values above 9 that are letters are typed as letters.
    const hasNumbers = symbolsOf(document.puzzle.alphabet) === null;
    const selection = [...this.selection].join();
    const { typed } = this;
    // Undo, redo and other changes in between begin a new number.
    const continues =
      typed.selection === selection && typed.state === document.state && performance.now() - typed.time < TYPING_MS;
    const both = typed.digits + key;
    const isNumber = continues && hasNumbers && both.length > 1 && largest > 9 && Number(both) > 9 && Number(both) <= largest;
    return { ...typed, digits: isNumber ? both : key, selection, time: performance.now() };
  }

  /**
   * Killer: the digits of a total, typed one after the other while the selection stays.
   * @param {string} key
   */
  typeTotal(key) {
    const { kind, document } = this.app;
    const back = key === 'Backspace' || key === 'Delete';
    if (!kind.withTotal || (!/^\d$/.test(key) && !back)) return false;
    const place = [...this.selection].sort().join();
    // Undo, redo and other changes in between begin a new total.
    const continues = this.typed.selection === place && this.typed.state === document.state;
    const before = continues ? this.typed.digits : '';
    const digits = back ? before.slice(0, -1) : (before + key).slice(0, 3).replace(/^0+/, '');
    const edited = kind.withTotal(document.puzzle, inOrder(this.selection), digits);
    const losses = kind.losses?.(document.puzzle, edited) ?? '';
    document.edit(edited, { merge: `total ${place}` });
    if (losses) this.app.status.say(losses, 'bad');
    this.typed = { ...NOTHING_TYPED, digits, selection: place, state: document.state };
    return true;
  }

  /**
   * Puts a value into cells: as a clue or as an entry.
   * @param {Cell[]} cells
   * @param {Value | null} value
   * @param {Mode} [mode]
   * @param {boolean} [toggle] whether the same value again clears
   */
  put(cells, value, mode = this.mode, toggle = false) {
    const { kind, document } = this.app;
    // A flag is an opinion of the player, never a clue.
    const isFlag = value !== null && !kind.values(document.puzzle).includes(value);
    if (mode === 'clue' && !isFlag) {
      const same = toggle && value !== null && cells.every((cell) => kind.given(document.puzzle, cell) === value);
      document.edit(kind.withGiven(document.puzzle, cells, same ? null : value), { entries: without(document.entries, cells) });
    } else if (mode === 'value' || mode === 'clue') {
      this.enter(cells, value, toggle || isFlag);
    } else {
      this.mark(cells, value, mode);
    }
  }

  /**
   * @param {Cell[]} cells
   * @param {Value | null} value
   * @param {boolean} toggle
   */
  enter(cells, value, toggle) {
    const { kind, document } = this.app;
    const names = this.free(cells);
    if (names.length === 0) return;
    if (value !== null && !entryValuesOf(kind, document.puzzle).includes(value)) return;
    const values = { ...document.entries.values };
    const same = toggle && names.every((name) => values[name] === value);
    const corner = { ...document.entries.corner };
    const centre = { ...document.entries.centre };
    for (const name of names) {
      if (value === null && values[name] === undefined) {
        delete corner[name];
        delete centre[name];
      }
      if (value === null || same) delete values[name];
      else values[name] = value;
    }
    document.enter({ values, corner, centre });
  }

  /**
   * @param {Cell[]} cells
   * @param {Value | null} value
   * @param {'corner' | 'centre'} where
   */
  mark(cells, value, where) {
    const { document } = this.app;
    const names = this.free(cells).filter((name) => document.entries.values[name] === undefined);
    if (names.length === 0) return;
    const marks = { ...document.entries[where] };
    const all = value !== null && names.every((name) => marks[name]?.includes(value));
    for (const name of names) {
      const others = (marks[name] ?? []).filter((mark) => mark !== value);
      const next = value === null ? [] : all ? others : [...others, value].sort((a, b) => Number(a) - Number(b));
      if (next.length > 0) marks[name] = next;
      else delete marks[name];
    }
    document.enter({ ...document.entries, [where]: marks });
  }

  /**
   * The cells among these that take entries.
   * @param {Cell[]} cells
   */
  free(cells) {
    const { kind, document } = this.app;
    return cells.filter((cell) => takesEntry(kind, document.puzzle, cell)).map(([row, column]) => nameOf(row, column));
  }
}

/**
 * Entries without those of some cells.
 * @param {import('./document.js').Entries} entries
 * @param {Cell[]} cells
 * @returns {import('./document.js').Entries}
 */
function without(entries, cells) {
  const names = new Set(cells.map(([row, column]) => nameOf(row, column)));
  /** @template T @param {Record<string, T>} record */
  const kept = (record) => Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
  return { values: kept(entries.values), corner: kept(entries.corner), centre: kept(entries.centre) };
}
