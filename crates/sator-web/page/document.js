// The puzzle being edited, with the entries of the player, and every earlier state for undo.

/**
 * Own values and marks by the name of their cell.
 * @typedef {object} Entries
 * @property {Record<string, Value>} values
 * @property {Record<string, Value[]>} corner
 * @property {Record<string, Value[]>} centre
 *
 * A number, or 'queen', 'blocked', 'mine', 'safe'.
 * @typedef {number | string} Value
 *
 * A puzzle in the JSON form of its kind.
 * @typedef {any} Puzzle
 *
 * @typedef {{ puzzle: Puzzle, entries: Entries }} State
 */

const MOST_STATES = 1000;

/** @returns {Entries} */
export const noEntries = () => ({ values: {}, corner: {}, centre: {} });

/**
 * States are never changed, only replaced: an earlier one is kept for undo as it is.
 * Events: `puzzle` when the puzzle changed, `entries` when only entries did.
 */
export class PuzzleDocument extends EventTarget {
  /**
   * @param {Puzzle} puzzle
   */
  constructor(puzzle) {
    super();
    /** @type {State} */
    this.state = { puzzle, entries: noEntries() };
    /** @type {State[]} */
    this.past = [];
    /** @type {State[]} */
    this.future = [];
    /** @type {string | null} */
    this.merging = null;
    /** The last puzzle that the engine accepted.
     * @type {Puzzle | null} */
    this.accepted = null;
  }

  get puzzle() {
    return this.state.puzzle;
  }

  get entries() {
    return this.state.entries;
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  /** Whether anything was entered. */
  get hasEntries() {
    return Object.keys(this.entries.values).length > 0;
  }

  /**
   * Replaces the puzzle. Changes in a row with the same `merge` are one for undo, such as the digits
   * of one total.
   * @param {Puzzle} puzzle
   * @param {{ merge?: string, entries?: Entries }} [options]
   */
  edit(puzzle, { merge, entries = this.entries } = {}) {
    this.advance({ puzzle, entries }, merge);
  }

  /**
   * Replaces the entries.
   * @param {Entries} entries
   */
  enter(entries) {
    this.advance({ puzzle: this.puzzle, entries });
  }

  undo() {
    const state = this.past.pop();
    if (state) this.show(state, this.future);
  }

  redo() {
    const state = this.future.pop();
    if (state) this.show(state, this.past);
  }

  /**
   * Opens another puzzle, which the engine has read. There is no event: the caller shows it. The board
   * before can be undone to if it was ever shown.
   * @param {Puzzle} puzzle
   * @param {Entries} entries
   */
  open(puzzle, entries) {
    if (this.accepted === null && !this.canUndo) this.state = { puzzle, entries };
    else this.record({ puzzle, entries });
    this.accept();
  }

  /** The next change is one of its own for undo. */
  endMerge() {
    this.merging = null;
  }

  /** The engine can read the puzzle. */
  accept() {
    this.accepted = this.puzzle;
  }

  /** Takes back a change that the engine refuses, for good. Returns whether there was one. */
  takeBack() {
    const refused = this.puzzle;
    const index = this.past.findLastIndex(({ puzzle }) => puzzle !== refused);
    if (refused === this.accepted || index < 0) return false;
    const [before] = this.past.splice(index);
    this.merging = null;
    this.replace(before);
    return true;
  }

  /**
   * @param {State} state
   * @param {string} [merge]
   */
  advance(state, merge) {
    const before = this.state;
    this.record(state, merge);
    this.announce(before);
  }

  /**
   * Makes a state the present one, and keeps the one before for undo. An equal state is no change.
   * @param {State} state
   * @param {string} [merge]
   */
  record(state, merge) {
    const puzzle = unlessEqual(this.puzzle, state.puzzle);
    const entries = unlessEqual(this.entries, state.entries);
    if (puzzle === this.puzzle && entries === this.entries) return;
    if (merge === undefined || merge !== this.merging) {
      this.past.push(this.state);
      if (this.past.length > MOST_STATES) this.past.shift();
    }
    this.merging = merge ?? null;
    this.future = [];
    this.state = { puzzle, entries };
  }

  /**
   * @param {State} state
   * @param {State[]} opposite where the present state is kept
   */
  show(state, opposite) {
    opposite.push(this.state);
    this.merging = null;
    this.replace(state);
  }

  /**
   * @param {State} state
   */
  replace(state) {
    const before = this.state;
    this.state = state;
    this.announce(before);
  }

  /**
   * @param {State} before
   */
  announce(before) {
    if (this.state === before) return;
    this.dispatchEvent(new Event(this.puzzle === before.puzzle ? 'entries' : 'puzzle'));
  }
}

/**
 * The present value if the next one has the same content.
 * @template T
 * @param {T} present
 * @param {T} next
 * @returns {T}
 */
const unlessEqual = (present, next) => (present === next || JSON.stringify(present) === JSON.stringify(next) ? present : next);
