// The status line: always says in words what is known, and shows work in progress with a way to stop it.

import { button, element } from './dom.js';
import { workWords } from './words.js';

/** @typedef {'plain' | 'good' | 'bad'} Tone */

/** Work that ends before is not announced. In milliseconds. */
const ANNOUNCE_AFTER_MS = 150;

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
    /** What the line said before work was announced.
     * @type {{ words: string, tone: Tone }} */
    this.previous = { words: '', tone: 'plain' };
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
      this.previous = { words: this.text.textContent ?? '', tone: /** @type {Tone} */ (this.className || 'plain') };
      this.say(`${activity} …`);
      this.meter.removeAttribute('value');
      this.meter.hidden = false;
      this.cancel.hidden = false;
    }, ANNOUNCE_AFTER_MS);
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

  /** Ends the announcement. The line says again what it said before, until there is something new. */
  idle() {
    clearTimeout(this.timer);
    if (!this.meter.hidden) this.say(this.previous.words, this.previous.tone);
    this.meter.hidden = true;
    this.cancel.hidden = true;
  }
}

customElements.define('sator-status', Status);
