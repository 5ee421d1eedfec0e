// Names of cells, as people read them: r3c7, rows and columns from 1.

/**
 * A cell by row and column from 0, as the JSON forms of puzzles have it.
 * @typedef {[number, number]} Cell
 */

/** Above this number of cells, only those have elements that show something. */
export const MOST_CELLS = 4096;

/**
 * @param {number} row from 0
 * @param {number} column from 0
 */
export const nameOf = (row, column) => `r${row + 1}c${column + 1}`;

/**
 * @param {string} name
 * @returns {Cell}
 */
export function cellOf(name) {
  const found = /^r(\d+)c(\d+)$/.exec(name);
  if (!found) throw new Error(`expected a cell such as r1c1, found '${name}'`);
  return [Number(found[1]) - 1, Number(found[2]) - 1];
}

/**
 * The cells that a sentence names.
 * @param {string} text
 */
export const cellsIn = (text) => text.match(/r\d+c\d+/g) ?? [];

/**
 * The cells in reading order.
 * @param {Iterable<string>} names
 */
export function inOrder(names) {
  return [...names].map(cellOf).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/**
 * @param {Cell} a
 * @param {Cell} b
 */
export const sameCell = (a, b) => a[0] === b[0] && a[1] === b[1];

/**
 * Whether two cells share a side.
 * @param {Cell} a
 * @param {Cell} b
 */
export const adjacent = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) === 1;

/**
 * A matrix with equal entries.
 * @template T
 * @param {number} rows
 * @param {number} columns
 * @param {T} value
 * @returns {T[][]}
 */
export const filled = (rows, columns, value) => Array.from({ length: rows }, () => Array(columns).fill(value));

/**
 * A matrix that differs from another in one entry.
 * @template T
 * @param {T[][]} matrix
 * @param {Cell} cell
 * @param {T} value
 */
export const replaced = (matrix, [row, column], value) =>
  matrix.map((line, r) => (r === row ? line.map((old, c) => (c === column ? value : old)) : line));
