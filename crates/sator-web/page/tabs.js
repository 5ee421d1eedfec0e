// Tabs: one of several is chosen, with arrow keys between them.

import { button } from './dom.js';

/**
 * @template {{ id: string, title: string }} T
 * @param {T[]} items
 * @param {(item: T) => void} choose
 * @param {T} first
 * @param {(item: T) => string} [controls] the id of what a tab shows
 */
export function tabs(items, choose, first, controls) {
  const made = items.map((item) =>
    button(item.title, () => select(item, true), {
      role: 'tab',
      id: `tab-${item.id}`,
      'data-id': item.id,
      'aria-controls': controls?.(item),
    }),
  );
  const select = (/** @type {T} */ item, /** @type {boolean} */ tell) => {
    mark(made, item.id);
    if (tell) choose(item);
  };
  made.forEach((tab, index) =>
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = (index + step + made.length) % made.length;
      made[next].focus();
      select(items[next], true);
    }),
  );
  select(first, false);
  return made;
}

/**
 * Marks the tab with an id as the chosen one.
 * @param {HTMLElement[]} list
 * @param {string} id
 */
export function mark(list, id) {
  for (const tab of list) {
    const chosen = tab.dataset.id === id;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
  }
}
