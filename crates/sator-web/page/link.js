// The state in the address: #sudoku=53..7…, or the puzzle's JSON as base64url after a tilde, and own
// values and marks after ampersands: &corner=r1c3.2.4,r1c5.7. Nothing is sent to the server by this part of an address.

import { EngineError } from './client.js';
import { cellOf } from './cells.js';
import { noEntries } from './document.js';
import { entryValuesOf, takesEntry } from './kinds/kind.js';
import { failure } from './words.js';

/**
 * @typedef {import('./document.js').Entries} Entries
 *
 * @typedef {object} Linked
 * @property {string} kind
 * @property {string} text
 * @property {LinkedEntries} entries
 *
 * Own values and marks as the address has them, unvalidated.
 * @typedef {Record<keyof Entries, string>} LinkedEntries
 */

const PLAIN = /^[0-9A-Za-z.]+$/;

/**
 * @param {string} kind
 * @param {string} text
 * @param {Entries} entries
 */
export function fragmentOf(kind, text, { values, corner, centre }) {
  const puzzle = PLAIN.test(text) ? text : `~${toBase64(text)}`;
  const own = Object.keys(values).length > 0 ? `&values=${toBase64(JSON.stringify(values))}` : '';
  return `#${kind}=${puzzle}${own}${part('corner', corner)}${part('centre', centre)}`;
}

/**
 * Marks as a part of the address, or nothing.
 * @param {string} name
 * @param {Entries['corner']} marks
 */
function part(name, marks) {
  const list = Object.entries(marks).map(([cell, values]) => [cell, ...values].join('.'));
  return list.length > 0 ? `&${name}=${list.join(',')}` : '';
}

/**
 * @param {string} fragment
 * @returns {Linked | null}
 */
export function linked(fragment) {
  const found = /^#([a-z]+)=([^&]+)(?:&values=([^&]*))?(?:&corner=([^&]*))?(?:&centre=([^&]*))?$/.exec(fragment);
  if (!found) return null;
  try {
    const text = found[2].startsWith('~') ? fromBase64(found[2].slice(1)) : decodeURIComponent(found[2]);
    const [values = '', corner = '', centre = ''] = found.slice(3);
    return { kind: found[1], text, entries: { values, corner, centre } };
  } catch {
    return null;
  }
}

/**
 * The entries of a link that fit the board, and a complaint about those that do not. Damaged values or marks are left
 * out: the puzzle is worth more. Cells that take no entries, such as given ones, have none.
 * @param {import('./kinds/kind.js').Kind} kind
 * @param {import('./document.js').Puzzle} puzzle
 * @param {LinkedEntries} linked
 * @returns {{ entries: Entries, complaint: string }}
 */
export function entriesFor(kind, puzzle, { values, corner, centre }) {
  const check = checkOf(kind, puzzle);
  /** @type {string[]} */
  const complaints = [];
  const read = (/** @type {string} */ name, /** @type {() => Partial<Entries>} */ parse) => {
    try {
      return parse();
    } catch (error) {
      complaints.push(`The ${name} in the address were left out: ${failure(error)}`);
      return {};
    }
  };
  const entries = {
    ...noEntries(),
    ...read('values', () => ({ values: freeOf(kind, puzzle, valuesOf(values, check)) })),
    ...read('marks', () => ({
      corner: freeOf(kind, puzzle, marksOf(corner, check)),
      centre: freeOf(kind, puzzle, marksOf(centre, check)),
    })),
  };
  return { entries, complaint: complaints.join(' ') };
}

/**
 * @param {string} text
 * @param {Check} check
 * @returns {Entries['values']}
 */
function valuesOf(text, check) {
  const values = text === '' ? {} : jsonOf(text);
  const isRecord = typeof values === 'object' && values !== null && !Array.isArray(values);
  if (!isRecord) throw new EngineError('expected values by the names of cells');
  for (const [name, value] of Object.entries(values)) check(name, value);
  return values;
}

/**
 * The JSON in a part of an address, or null.
 * @param {string} letters
 */
function jsonOf(letters) {
  try {
    return JSON.parse(fromBase64(letters));
  } catch {
    return null;
  }
}

/**
 * @param {string} text
 * @param {Check} check
 * @returns {Entries['corner']}
 */
function marksOf(text, check) {
  const cells = text === '' ? [] : text.split(',');
  return Object.fromEntries(
    cells.map((cell) => {
      if (!/^r\d+c\d+(\.\d+)+$/.test(cell)) throw new EngineError(`expected marks such as r1c3.2.4, found '${cell}'`);
      const [name = '', ...digits] = cell.split('.');
      const values = digits.map(Number);
      for (const value of values) check(name, value);
      return [name, values];
    }),
  );
}

/**
 * The entries of cells that take entries.
 * @template T
 * @param {import('./kinds/kind.js').Kind} kind
 * @param {import('./document.js').Puzzle} puzzle
 * @param {Record<string, T>} record
 */
const freeOf = (kind, puzzle, record) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => takesEntry(kind, puzzle, cellOf(name))));

/** @typedef {(name: string, value: unknown) => void} Check throws an error unless the cell is on the board and can have the value */

/**
 * @param {import('./kinds/kind.js').Kind} kind
 * @param {import('./document.js').Puzzle} puzzle
 * @returns {Check}
 */
function checkOf(kind, puzzle) {
  const { rows, columns } = kind.size(puzzle);
  const allowed = new Set(/** @type {unknown[]} */ (entryValuesOf(kind, puzzle)));
  return (name, value) => {
    const [row, column] = /^r\d+c\d+$/.test(name) ? cellOf(name) : [-1, -1];
    if (row < 0 || column < 0 || row >= rows || column >= columns) throw new EngineError(`the board has no cell '${name}'`);
    if (!allowed.has(value)) throw new EngineError(`${name} cannot have the value '${value}'`);
  };
}

/**
 * @param {string} text
 */
function toBase64(text) {
  const bytes = new TextEncoder().encode(text);
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * @param {string} letters
 */
function fromBase64(letters) {
  const bytes = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
}
