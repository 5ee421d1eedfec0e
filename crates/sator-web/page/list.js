// A long list of which only the visible lines are elements. Arrow keys move, Enter chooses.

import { element } from './dom.js';

/**
 * @template T
 * @typedef {object} ListOptions
 * @property {string} name the class of the list
 * @property {string} label for screen readers
 * @property {number} height of a line, in pixels
 * @property {(item: T) => import('./dom.js').Child[]} line the content of a line
 * @property {(item: T | null) => void} point an item is pointed at, by the pointer or by keys
 * @property {(item: T) => void} [choose] an item is clicked, or Enter is pressed on it
 */

/** Lines outside the window that are kept ready on each side. */
const MARGIN = 4;

let lists = 0;

/** @template T */
export class LongList {
  /**
   * @param {ListOptions<T>} options
   */
  constructor(options) {
    this.options = options;
    this.id = `list-${(lists += 1)}`;
    /** @type {T[]} */
    this.items = [];
    this.active = -1;
    this.window = element('div', { class: 'lines', role: 'presentation' });
    this.element = element('div', { class: `long-list ${options.name}`, role: 'listbox', tabindex: 0, 'aria-label': options.label }, this.window);
    this.element.addEventListener('scroll', () => this.draw());
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.element.addEventListener('pointerover', (event) => this.pointed(event));
    this.element.addEventListener('pointerleave', () => this.left());
    this.element.addEventListener('click', (event) => this.clicked(event));
    // The number of visible lines follows the size of the panel.
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /**
   * @param {T[]} items
   */
  show(items) {
    this.items = items;
    this.active = -1;
    this.element.scrollTop = 0;
    this.element.removeAttribute('aria-activedescendant');
    this.window.style.height = `${items.length * this.options.height}px`;
    this.draw();
  }

  /** Where the reader is in the list. */
  get place() {
    return { scroll: this.element.scrollTop, active: this.active };
  }

  set place({ scroll, active }) {
    this.active = active;
    this.element.scrollTop = scroll;
    this.draw();
  }

  draw() {
    const { height, line } = this.options;
    const first = Math.max(0, Math.floor(this.element.scrollTop / height) - MARGIN);
    const last = Math.min(this.items.length, Math.ceil((this.element.scrollTop + this.element.clientHeight) / height) + MARGIN);
    const lines = this.items.slice(first, last).map((item, offset) => {
      const index = first + offset;
      const made = element(
        'div',
        {
          class: 'line',
          role: 'option',
          id: `${this.id}-${index}`,
          'data-index': index,
          'aria-setsize': this.items.length,
          'aria-posinset': index + 1,
          'aria-selected': String(index === this.active),
        },
        ...line(item),
      );
      made.style.top = `${index * height}px`;
      made.style.height = `${height}px`;
      return made;
    });
    this.window.replaceChildren(...lines);
  }

  /**
   * @param {Event} event
   */
  indexOf(event) {
    const line = event.target instanceof Element ? event.target.closest('.line') : null;
    return line instanceof HTMLElement ? Number(line.dataset['index']) : -1;
  }

  /**
   * @param {PointerEvent} event
   */
  pointed(event) {
    const item = this.items[this.indexOf(event)];
    if (item !== undefined) this.options.point(item);
  }

  /** The item that keys chose is shown again when the pointer leaves. */
  left() {
    this.options.point(this.items[this.active] ?? null);
  }

  /**
   * @param {MouseEvent} event
   */
  clicked(event) {
    const index = this.indexOf(event);
    const item = this.items[index];
    if (item === undefined) return;
    this.mark(index);
    this.options.point(item);
    this.options.choose?.(item);
  }

  /**
   * @param {KeyboardEvent} event
   */
  key(event) {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.options.height) - 1);
    const end = this.items.length - 1;
    /** @type {Record<string, number>} */
    const targets = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      PageDown: this.active + page,
      PageUp: this.active - page,
      Home: 0,
      End: end,
    };
    const target = targets[event.key];
    const item = this.items[this.active];
    if (target !== undefined) this.move(target);
    else if ((event.key === 'Enter' || event.key === ' ') && item !== undefined) this.options.choose?.(item);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {number} target
   */
  move(target) {
    const index = Math.min(Math.max(target, 0), this.items.length - 1);
    const item = this.items[index];
    if (item === undefined) return;
    const { height } = this.options;
    const top = index * height;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    const below = top + height - this.element.clientHeight;
    if (below > this.element.scrollTop) this.element.scrollTop = below;
    this.mark(index);
    this.options.point(item);
  }

  /**
   * @param {number} index
   */
  mark(index) {
    this.active = index;
    this.draw();
    this.element.setAttribute('aria-activedescendant', `${this.id}-${index}`);
  }
}
