// The state in the address: #sudoku=53..7…, or the puzzle's JSON as base64url after a tilde, and own
// values after an ampersand. Nothing is sent to the server by this part of an address.

/**
 * @typedef {object} Linked
 * @property {string} kind
 * @property {string} text
 * @property {Record<string, number | string>} values
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
