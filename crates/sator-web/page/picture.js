// Takes pictures of the engine into the page: known elements and attributes only, never scripts or styles.

const ELEMENTS = new Set([
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'use',
  'defs',
  'symbol',
  'clipPath',
  'title',
  'svg',
]);
const ATTRIBUTES = new Set(
  `class id d x y x1 x2 y1 y2 cx cy r rx ry dx dy width height points transform viewBox fill-opacity opacity
  font-size text-anchor clip-path href stroke-width fill stroke`.split(/\s+/),
);

/**
 * The children of a picture, as elements of this page.
 * @param {string} text
 * @returns {Node[]}
 */
export function importPicture(text) {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (root.nodeName !== 'svg') return [];
  clean(root);
  return [...root.childNodes].map((node) => document.importNode(node, true));
}

/**
 * @param {Element} parent
 */
function clean(parent) {
  for (const child of [...parent.children]) {
    if (!ELEMENTS.has(child.nodeName)) {
      child.remove();
      continue;
    }
    for (const { name, value } of [...child.attributes]) {
      if (!ATTRIBUTES.has(name) || (name === 'href' && !value.startsWith('#'))) child.removeAttribute(name);
    }
    clean(child);
  }
}
