// Buttons that ask the engine: while the work goes on, the button becomes Cancel.

import { button } from './dom.js';
import { ANNOUNCE_AFTER_MS } from './status.js';

/** Makes a button say Cancel while work goes on. */
export class CancelSign {
  /**
   * @param {HTMLButtonElement} made
   * @param {string} [text] what the button says otherwise; without a text it is hidden then
   */
  constructor(made, text = '') {
    this.made = made;
    this.text = text;
    /** Whether the button says Cancel. */
    this.shown = false;
    /** The work that the sign belongs to; later work replaces it.
     * @type {symbol | null} */
    this.work = null;
  }

  /**
   * @template T
   * @param {() => Promise<T>} perform
   */
  async during(perform) {
    const work = Symbol();
    this.work = work;
    const timer = setTimeout(() => {
      if (this.work === work) this.show(true);
    }, ANNOUNCE_AFTER_MS);
    try {
      return await perform();
    } finally {
      clearTimeout(timer);
      if (this.work === work) {
        this.work = null;
        this.show(false);
      }
    }
  }

  /**
   * @param {boolean} shown
   */
  show(shown) {
    this.shown = shown;
    this.made.textContent = shown ? 'Cancel' : this.text;
    if (this.text === '') this.made.hidden = !shown;
    this.made.classList.toggle('cancel', shown);
  }
}

/**
 * A button of a question whose answer replaces what was found before.
 * @type {typeof action}
 */
export const question = (app, text, perform, attributes) =>
  action(
    app,
    text,
    () => {
      app.clearFindings();
      return perform();
    },
    attributes,
  );

/**
 * @param {import('./app.js').App} app
 * @param {string} text
 * @param {() => Promise<void>} perform
 * @param {import('./dom.js').Attributes} [attributes]
 */
export function action(app, text, perform, attributes = {}) {
  const made = button(
    text,
    async () => {
      // A second click before the button says Cancel was not meant as one.
      if (sign.shown) app.stop();
      if (sign.work) return;
      try {
        await sign.during(perform);
      } catch (error) {
        app.fail(error);
      }
    },
    attributes,
  );
  const sign = new CancelSign(made, text);
  return made;
}
