// The state in the address: #sudoku=53..7…, or the puzzle's JSON as base64url after a tilde, and own
// values after an ampersand. Nothing is sent to the server by this part of an address.

import { EngineError } from './client.js';
import { cellOf } from './cells.js';

/**
 * @typedef {object} Linked
 * @property {string} kind
 * @property {string} text
 * @property {Record<string, unknown>} values not checked yet
 */

const PLAIN = /^[0-9A-Za-z.]+$/;

/**
 * @param {string} kind
 * @param {string} text
 * @param {Record<string, number | string>} [values]
 */
export function fragmentOf(kind, text, values = {}) {
  const puzzle = PLAIN.test(text) ? text : `~${toBase64(text)}`;
  const own = Object.keys(values).length > 0 ? `&values=${toBase64(JSON.stringify(values))}` : '';
  return `#${kind}=${puzzle}${own}`;
}

/**
 * @param {string} fragment
 * @returns {Linked | null}
 */
export function linked(fragment) {
  const found = /^#([a-z]+)=([^&]+)(?:&values=([\w-]+))?$/.exec(fragment);
  if (!found) return null;
  try {
    const text = found[2].startsWith('~') ? fromBase64(found[2].slice(1)) : decodeURIComponent(found[2]);
    return { kind: found[1], text, values: found[3] ? JSON.parse(fromBase64(found[3])) : {} };
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
  const { rows, columns } = kind.size(puzzle);
  const allowed = new Set(/** @type {unknown[]} */ (kind.id === 'minesweeper' ? ['mine', 'safe'] : kind.values(puzzle)));
  for (const [name, value] of Object.entries(values ?? {})) {
    const [row, column] = /^r\d+c\d+$/.test(name) ? cellOf(name) : [-1, -1];
    if (row < 0 || column < 0 || row >= rows || column >= columns) throw new EngineError(`the board has no cell '${name}'`);
    if (!allowed.has(value)) throw new EngineError(`${name} cannot have the value '${value}'`);
  }
  return /** @type {Record<string, number | string>} */ (values);
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
