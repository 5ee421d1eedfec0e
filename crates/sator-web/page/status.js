// The status line: always says in words what is known, and shows work in progress with a way to stop it.

import { button, element } from './dom.js';
import { workWords } from './words.js';

/** @typedef {'plain' | 'good' | 'bad'} Tone */

/** Work that ends before is not announced. */
const PATIENCE = 150;

const SIGNS = { plain: '', good: '✓', bad: '✗' };

export class Status extends HTMLElement {
  constructor() {
    super();
    this.sign = element('span', { class: 'sign', 'aria-hidden': 'true' });
    this.text = element('span', { class: 'words', role: 'status', 'aria-live': 'polite' });
    this.meter = element('progress', { hidden: true, max: 1, 'aria-label': 'Progress' });
    this.cancel = button('Cancel', () => this.stop(), { class: 'cancel', hidden: true });
    this.stop = () => {};
    this.activity = '';
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  connectedCallback() {
    this.append(this.sign, this.text, this.meter, this.cancel);
  }

  /**
   * @param {string} words
   * @param {Tone} [tone]
   */
  say(words, tone = 'plain') {
    this.sign.textContent = SIGNS[tone];
    this.text.textContent = words;
    this.className = tone;
  }

  /**
   * Announces work.
   * @param {string} activity
   * @param {() => void} stop
   */
  work(activity, stop) {
    this.stop = stop;
    this.activity = activity;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.say(`${activity} …`);
      this.meter.removeAttribute('value');
      this.meter.hidden = false;
      this.cancel.hidden = false;
    }, PATIENCE);
  }

  /**
   * @param {import('./client.js').Progress} progress
   */
  progress(progress) {
    if (this.meter.hidden) return;
    const words = workWords(this.activity, progress);
    if (words) this.say(words);
    if (typeof progress.share === 'number') this.meter.value = progress.share;
  }

  idle() {
    clearTimeout(this.timer);
    this.meter.hidden = true;
    this.cancel.hidden = true;
  }
}

customElements.define('sator-status', Status);
