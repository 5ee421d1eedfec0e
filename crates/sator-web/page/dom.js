// Builders of elements. Text always becomes text nodes, so no input can become markup.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {Record<string, unknown>} Attributes
 */

/**
 * Sets attributes; `onclick` and the like are listeners, `true` is an attribute without a value, and
 * `false`, `null` and `undefined` leave the attribute out.
 * @param {Element} target
 * @param {Attributes} attributes
 */
export function assign(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      target.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === false || value === null || value === undefined) {
      target.removeAttribute(name);
    } else {
      target.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/**
 * An HTML element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  assign(made, attributes);
  made.append(...present(children));
  return made;
}

/**
 * An SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  assign(made, attributes);
  made.append(...present(children));
  return made;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return /** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * A button with a text.
 * @param {string} text
 * @param {() => void} action
 * @param {Attributes} [attributes]
 */
export function button(text, action, attributes = {}) {
  return element('button', { type: 'button', onclick: action, ...attributes }, text);
}

/**
 * Listeners for what is pointed at, by the pointer or by the focus of the keyboard.
 * @param {() => void} begin
 * @param {() => void} end
 * @returns {Attributes}
 */
export const pointed = (begin, end) => ({ onmouseenter: begin, onmouseleave: end, onfocusin: begin, onfocusout: end });

/**
 * A labelled field. The control is named by the text alone: a label's name would include the choices
 * of a list inside it.
 * @param {string} text
 * @param {HTMLElement} control
 * @param {Attributes} [attributes]
 */
export function field(text, control, attributes = {}) {
  control.setAttribute('aria-label', text);
  return element('label', { class: 'field', ...attributes }, element('span', {}, text), control);
}

/**
 * A list to choose from.
 * @param {[string, string][]} choices value and text
 * @param {Attributes} [attributes]
 */
export function select(choices, attributes = {}) {
  return element('select', attributes, ...choices.map(([value, text]) => element('option', { value }, text)));
}

/**
 * Offers a file to save.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = element('a', { href: address, download: name });
  link.click();
  // The browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
