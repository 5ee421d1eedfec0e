// The menu of examples, from easy to record-breaking, grouped by kind.

import { element, button } from '../dom.js';
import { KINDS } from '../kinds/index.js';

/** @typedef {import('../app.js').App} App
 *  @typedef {import('../client.js').Example} Example */

/**
 * The button and its menu.
 * @param {App} app
 */
export function examplesMenu(app) {
  const menu = element('div', { id: 'examples', class: 'menu', popover: true, role: 'group', 'aria-label': 'Examples' });
  const opener = element('button', { type: 'button', popovertarget: 'examples' }, 'Examples');
  /** @type {Example[] | null} */
  let known = null;
  menu.addEventListener('beforetoggle', async (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== 'open') return;
    try {
      known ??= await app.client.examples();
      menu.replaceChildren(element('div', { class: 'columns' }, ...groups(app, known, () => menu.hidePopover())));
    } catch (error) {
      app.fail(error);
    }
  });
  return [opener, menu];
}

/**
 * The examples of the kind that is shown come first.
 * @param {App} app
 * @param {Example[]} examples
 * @param {() => void} close
 */
function groups(app, examples, close) {
  const kinds = [app.kind, ...KINDS.filter((kind) => kind !== app.kind)];
  return kinds.filter((kind) => examples.some((example) => example.kind === kind.id)).map((kind) => {
    const list = examples.filter((example) => example.kind === kind.id);
    const heading = element('h3', {}, kind.title);
    return element('section', {}, heading, ...list.map((example) => button(example.title, () => void choose(app, example, close))));
  });
}

/**
 * @param {App} app
 * @param {Example} example
 * @param {() => void} close
 */
async function choose(app, example, close) {
  close();
  try {
    await app.open(example.text, { kind: example.kind, title: example.title });
  } catch (error) {
    app.fail(error);
  }
}
