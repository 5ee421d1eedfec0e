// A dialog with a heading, a body and a button to close it.

import { button, element } from '../dom.js';

/**
 * @param {string} title
 * @param {...HTMLElement} body
 */
export function dialog(title, ...body) {
  const heading = element('h2', {}, title);
  const close = button('×', () => made.close(), { class: 'icon', 'aria-label': 'Close' });
  const made = element('dialog', { 'aria-label': title }, element('div', { class: 'heading' }, heading, close), ...body);
  // A click beside the dialog closes it; its own children cover it.
  made.addEventListener('click', (event) => {
    if (event.target === made) made.close();
  });
  document.body.append(made);
  return made;
}
