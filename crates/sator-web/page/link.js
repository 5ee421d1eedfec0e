// The state in the address: #sudoku=53..7…, or the puzzle's JSON as base64url after a tilde, and own
// values and marks after ampersands: &corner=r1c3.2.4,r1c5.7. Nothing is sent to the server by this part of an address.

import { EngineError } from './client.js';
import { cellOf } from './cells.js';

/**
 * @typedef {import('./document.js').Entries} Entries
 *
 * @typedef {object} Linked
 * @property {string} kind
 * @property {string} text
 * @property {Record<string, unknown>} values not checked yet
 * @property {Marks} marks not checked yet
 *
 * @typedef {Record<'corner' | 'centre', string>} Marks marks as the address has them
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
  const found = /^#([a-z]+)=([^&]+)(?:&values=([\w-]+))?(?:&corner=([^&]*))?(?:&centre=([^&]*))?$/.exec(fragment);
  if (!found) return null;
  try {
    const text = found[2].startsWith('~') ? fromBase64(found[2].slice(1)) : decodeURIComponent(found[2]);
    const values = found[3] ? JSON.parse(fromBase64(found[3])) : {};
    return { kind: found[1], text, values, marks: { corner: found[4] ?? '', centre: found[5] ?? '' } };
  } catch {
    return null;
  }
}

/**
 * The values of a link, if all of them fit the board.
 * @param {import('./kinds/kind.js').Kind} kind
 * @param {import('./document.js').Puzzle} puzzle
 * @param {Record<string, unknown>} values
 * @returns {Record<string, number | string>}
 */
export function valuesFor(kind, puzzle, values) {
  const check = checkOf(kind, puzzle);
  for (const [name, value] of Object.entries(values ?? {})) check(name, value);
  return /** @type {Record<string, number | string>} */ (values);
}

/**
 * The marks of a link, if all of them fit the board.
 * @param {import('./kinds/kind.js').Kind} kind
 * @param {import('./document.js').Puzzle} puzzle
 * @param {Marks} marks
 * @returns {Pick<Entries, 'corner' | 'centre'>}
 */
export function marksFor(kind, puzzle, { corner, centre }) {
  const check = checkOf(kind, puzzle);
  const read = (/** @type {string} */ text) => {
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
  };
  return { corner: read(corner), centre: read(centre) };
}

/**
 * A check that a cell is on the board and can have a value.
 * @param {import('./kinds/kind.js').Kind} kind
 * @param {import('./document.js').Puzzle} puzzle
 */
function checkOf(kind, puzzle) {
  const { rows, columns } = kind.size(puzzle);
  const allowed = new Set(/** @type {unknown[]} */ (kind.id === 'minesweeper' ? ['mine', 'safe'] : kind.values(puzzle)));
  return (/** @type {string} */ name, /** @type {unknown} */ value) => {
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
