// Editing minesweeper boards: numbers and hidden squares are the puzzle, flags are entries.

import { nameOf } from '../cells.js';
import { several } from '../words.js';

/** @typedef {import('./kind.js').Kind} Kind
 *  @typedef {import('./kind.js').Puzzle} Puzzle
 *  @typedef {import('./kind.js').Value} Value
 *  @typedef {import('./kind.js').Cell} Cell */

const HIDDEN = '?';

/** How a square of one of several layouts is called: another layout may have something else there. */
const POSSIBLE = /** @type {Record<Value, Value>} */ ({ mine: 'possible mine', safe: 'possibly safe' });

/** The usual boards: rows, columns and mines.
 * @type {Record<string, [number, number, number]>} */
const LEVELS = { beginner: [9, 9, 10], intermediate: [16, 16, 40], expert: [16, 30, 99] };

/**
 * @param {number} rows
 * @param {number} cols
 * @param {number | null} mines
 * @returns {Puzzle}
 */
export const hiddenBoard = (rows, cols, mines) => ({ rows, cols, mines, board: Array(rows).fill(HIDDEN.repeat(cols)) });

/**
 * The value of a symbol of the board.
 * @param {string} letter
 * @returns {Value | null}
 */
function valueOfLetter(letter) {
  if (/\d/.test(letter)) return Number(letter);
  if (letter === '*' || letter === 'F') return 'mine';
  return letter === 's' ? 'safe' : null;
}

/**
 * @param {Value | null} value
 */
function letterOf(value) {
  if (value === 'mine' || value === POSSIBLE.mine) return '*';
  if (value === 'safe' || value === POSSIBLE.safe) return 's';
  return value === null ? HIDDEN : String(value);
}

/** @type {Kind} */
export const minesweeper = {
  id: 'minesweeper',
  title: 'Minesweeper',
  empty: hiddenBoard(9, 9, 10),
  sizes: Object.entries(LEVELS).map(([name, [rows, columns, mines]]) => ({
    measure: `${rows}×${columns}`,
    text: `${name[0].toUpperCase()}${name.slice(1)}, ${rows}×${columns}, ${mines} mines`,
    make: () => hiddenBoard(rows, columns, mines),
  })),
  emptyLike: ({ rows, cols, mines }) => hiddenBoard(rows, cols, mines),
  resized({ board, mines }, rows, columns) {
    const line = (/** @type {string} */ text = '') => text.slice(0, columns).padEnd(columns, HIDDEN);
    const fits = mines !== null && mines <= rows * columns;
    return { rows, cols: columns, mines: fits ? mines : null, board: Array.from({ length: rows }, (_, row) => line(board[row])) };
  },
  marks: [],
  keys: '0–8 sets a number, h hides, f flags. Click opens or hides, right click flags, the wheel changes the number.',

  normalise: (puzzle) => ({ ...puzzle, mines: puzzle.mines ?? null }),
  text: (puzzle) => JSON.stringify(puzzle),
  size: ({ rows, cols }) => ({ rows, columns: cols }),
  values: () => [0, 1, 2, 3, 4, 5, 6, 7, 8],
  entryValues: () => ['mine', 'safe'],
  symbol: (_, value) => String(value),

  valueOfKey(_, key) {
    if (/^[0-8]$/.test(key)) return Number(key);
    if (key === 'h' || key === 'Backspace' || key === 'Delete') return null;
    return key === 'f' ? 'mine' : undefined;
  },

  given: ({ board }, [row, column]) => valueOfLetter(board[row][column]),
  open: ({ board }, [row, column]) => board[row][column] === HIDDEN,

  withGiven(puzzle, cells, value) {
    const lines = puzzle.board.map((/** @type {string} */ line) => [...line]);
    for (const [row, column] of cells) lines[row][column] = letterOf(value);
    return { ...puzzle, board: lines.map((/** @type {string[]} */ line) => line.join('')) };
  },

  progress(puzzle, entries) {
    const grid = puzzle.board.map((/** @type {string} */ line, /** @type {number} */ row) =>
      [...line].map((letter, column) => (letter === HIDDEN ? letterOf(entries.values[nameOf(row, column)] ?? null) : letter)),
    );
    return JSON.stringify({ grid });
  },

  answer(puzzle, solution, isOnly) {
    /** @type {Record<string, Value>} */
    const found = {};
    solution.grid.forEach((/** @type {string[]} */ line, /** @type {number} */ row) =>
      line.forEach((letter, column) => {
        const value = valueOfLetter(letter);
        if (value !== null && puzzle.board[row][column] === HIDDEN) found[nameOf(row, column)] = isOnly ? value : POSSIBLE[value];
      }),
    );
    return found;
  },

  candidates: (_, { cells }) =>
    Object.fromEntries(
      cells.map((/** @type {any} */ { row, column, state }) => [`r${row}c${column}`, ['mine', 'safe'].includes(state) ? [state] : ['mine', 'safe']]),
    ),

  words: (_, value) => (typeof value === 'number' ? `${value} mines around` : value),
  remark: ({ mines }) =>
    mines === null ? 'The number of mines is not known, so it is not used.' : `The total of ${several(mines, 'mine')} is used.`,
  hasClues: ({ board }) => board.some((/** @type {string} */ line) => /[^?]/.test(line)),
  tools: [],
  listed: () => [],
  hasOdds: true,
  clicks: true,

  // A first click opens or hides a square, a second button plants a flag.
  clicked: (_, _cell, value, second) => (second ? (value === 'mine' ? null : 'mine') : value === null ? 0 : null),

  turned(value, steps) {
    const next = typeof value === 'number' ? value + steps : steps > 0 ? 0 : 8;
    return next < 0 || next > 8 ? null : next;
  },

  padKeys: [{ text: '⚑', label: 'Flag', key: 'f' }],
};
