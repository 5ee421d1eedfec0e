// What puzzles with numbers in cells share: typing, symbols and the JSON of filled boards.

import { nameOf } from '../cells.js';

/** @typedef {import('./kind.js').Puzzle} Puzzle
 *  @typedef {import('./kind.js').Value} Value
 *  @typedef {import('./kind.js').Entries} Entries
 *  @typedef {import('./kind.js').Kind} Kind */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The symbols of an alphabet such as 1-9A-G, in the order of values; null for numbers.
 * @param {string | undefined} alphabet
 * @returns {string[] | null}
 */
export function symbolsOf(alphabet) {
  if (!alphabet || alphabet === 'numbers') return null;
  const all = '0123456789' + LETTERS;
  return [...alphabet.matchAll(/(\w)-(\w)|(\w)/g)].flatMap(([, from, to, single]) =>
    single ? [single] : [...all.slice(all.indexOf(from), all.indexOf(to) + 1)],
  );
}

/**
 * @param {Puzzle} puzzle
 * @param {Value} value
 */
export function symbol(puzzle, value) {
  const symbols = symbolsOf(puzzle.alphabet);
  return symbols && typeof value === 'number' ? (symbols[value - 1] ?? String(value)) : String(value);
}

/**
 * @param {Value[]} values
 * @param {Puzzle} puzzle
 * @param {string} key
 * @returns {Value | null | undefined}
 */
export function valueOfKey(values, puzzle, key) {
  const symbols = symbolsOf(puzzle.alphabet);
  if (key === 'Backspace' || key === 'Delete') return null;
  const index = symbols ? symbols.indexOf(key.toUpperCase()) : -1;
  if (index >= 0) return index + 1;
  if (!/^\d$/.test(key)) return undefined;
  return values.includes(Number(key)) ? Number(key) : key === '0' ? null : undefined;
}

/**
 * Square boards to choose from.
 * @param {number[]} sides
 * @param {(side: number) => Puzzle} make
 * @returns {import('./kind.js').Size[]}
 */
export const squares = (sides, make) =>
  sides.map((side) => ({ measure: `${side}×${side}`, text: `${side}×${side}`, make: () => make(side) }));

/**
 * The board with givens and entries, as the engine reads filled boards.
 * @param {Pick<Kind, 'size' | 'given'>} kind
 * @param {Puzzle} puzzle
 * @param {Entries} entries
 */
export function gridProgress(kind, puzzle, entries) {
  const { rows, columns } = kind.size(puzzle);
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => kind.given(puzzle, [row, column]) ?? entries.values[nameOf(row, column)] ?? null),
  );
  // A zero may be a value; then only null is empty.
  const zero = puzzle.values?.includes(0);
  return JSON.stringify({ grid: grid.map((line) => line.map((value) => value ?? (zero ? null : 0))) });
}

/**
 * @param {any} solution
 * @returns {Record<string, Value>}
 */
export function gridAnswer(solution) {
  return byName(solution.grid);
}

/**
 * @template T
 * @param {T[][]} matrix
 * @returns {Record<string, T>}
 */
export function byName(matrix) {
  return Object.fromEntries(matrix.flatMap((line, row) => line.map((value, column) => [nameOf(row, column), value])));
}

/**
 * Numbers from 1.
 * @param {number} most
 */
export const upTo = (most) => Array.from({ length: most }, (_, index) => index + 1);

/** The texts that are typed beside tools.
 * @type {Record<string, { pattern: RegExp, expected: string, read: (text: string) => unknown }>} */
const FORMS = {
  number: { pattern: /^\d{1,6}$/, expected: 'a whole number of at most six digits is expected', read: Number },
  list: {
    pattern: /^\d+([ ,]+\d+)*$/,
    expected: 'numbers such as 1 2 are expected',
    read: (text) => (text.match(/\d+/g) ?? []).map(Number),
  },
  counts: {
    pattern: /^\d+x\d+([ ,]+\d+x\d+)*$/,
    expected: 'counts of values such as 2x5 are expected',
    read: (text) => (text.match(/\d+x\d+/g) ?? []).map((count) => count.split('x').map(Number)),
  },
};

/**
 * Returns an error message if the text beside a tool is invalid, or an empty string.
 * @param {import('./kind.js').ToolNumber} number
 * @param {string} text
 */
export function wrongNumber({ label, optional, form = 'number' }, text) {
  const typed = text.trim();
  if (typed === '') return optional ? '' : `${label}: type a number.`;
  const { pattern, expected } = FORMS[form];
  return pattern.test(typed) ? '' : `${label}: ${expected}, not '${typed}'.`;
}

/**
 * The value of a valid text beside a tool, for the rule's field.
 * @param {import('./kind.js').ToolNumber} number
 * @param {string} text
 */
export const valueOfText = ({ form = 'number' }, text) => FORMS[form].read(text);

export const MARKS = ['value', 'corner', 'centre'];
