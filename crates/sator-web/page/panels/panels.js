// The panels on the right and their tabs.

import { element } from '../dom.js';
import { mark, tabs } from '../tabs.js';
import { edit } from './edit.js';
import { explain } from './explain.js';
import { formula } from './formula.js';
import { lab } from './lab.js';
import { play } from './play.js';
import { solve } from './solve.js';

/** @typedef {import('../app.js').App} App
 *  @typedef {import('./panel.js').Panel} Panel */

/** @type {Panel[]} */
const PANELS = [edit, solve, explain, formula, lab, play];

/** Where the id of the panel is kept, so that a reload shows it again. */
const KEY = 'sator-panel';

export class Panels {
  /**
   * @param {App} app
   * @param {HTMLElement} tabList
   * @param {HTMLElement} place
   */
  constructor(app, tabList, place) {
    this.app = app;
    /** @type {Map<string, HTMLElement>} */
    this.sections = new Map();
    for (const panel of PANELS) {
      const section = element('div', {
        id: `panel-${panel.id}`,
        class: `panel ${panel.id}`,
        role: 'tabpanel',
        'aria-labelledby': `tab-${panel.id}`,
        hidden: true,
        tabindex: -1,
      });
      section.append(panel.create(app));
      this.sections.set(panel.id, section);
      place.append(section);
    }
    this.tabs = tabs(
      PANELS,
      (panel) => this.show(panel.id),
      solve,
      (panel) => `panel-${panel.id}`,
    );
    tabList.append(...this.tabs);
    this.show(sessionStorage.getItem(KEY) ?? solve.id);
  }

  /**
   * @param {string} id
   */
  show(id) {
    sessionStorage.setItem(KEY, id);
    this.app.panel = id;
    mark(this.tabs, id);
    for (const [name, section] of this.sections) section.hidden = name !== id;
    this.app.dispatchEvent(new CustomEvent('panel', { detail: id }));
  }
}
