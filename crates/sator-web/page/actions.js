// Buttons that ask the engine: while the work goes on, the button becomes Cancel.

import { button } from './dom.js';

/** Work that ends before does not change the button, which would only flicker. */
const PATIENCE = 120;

/**
 * @param {import('./app.js').App} app
 * @param {string} text
 * @param {() => Promise<void>} perform
 * @param {import('./dom.js').Attributes} [attributes]
 */
export function action(app, text, perform, attributes = {}) {
  let busy = false;
  const made = button(
    text,
    async () => {
      if (busy) {
        app.stop();
        return;
      }
      busy = true;
      const timer = setTimeout(() => {
        made.textContent = 'Cancel';
        made.classList.add('cancel');
      }, PATIENCE);
      try {
        await perform();
      } catch (error) {
        app.fail(error);
      } finally {
        busy = false;
        clearTimeout(timer);
        made.textContent = text;
        made.classList.remove('cancel');
      }
    },
    attributes,
  );
  return made;
}
