// The status line: always says in words what is known, and shows work in progress with a way to stop it.

import { button, element } from './dom.js';
import { workWords } from './words.js';

/** @typedef {'plain' | 'good' | 'bad'} Tone
 *
 * What the line says; `isOfPuzzle` if it holds whatever the entries are.
 * @typedef {{ words: string, tone: Tone, isOfPuzzle: boolean }} Statement
 */

/** Work that ends before is not announced: the line and the buttons would only flicker. In milliseconds. */
export const ANNOUNCE_AFTER_MS = 150;

const SIGNS = { plain: '', good: '✓', bad: '✗' };

export class Status extends HTMLElement {
  constructor() {
    super();
    this.sign = element('span', { class: 'sign', 'aria-hidden': 'true' });
    this.text = element('span', { class: 'words', role: 'status', 'aria-live': 'polite' });
    // How far the work has come replaces the text for the eye alone: it changes too often to be announced.
    this.reached = element('span', { class: 'words reached' });
    this.meter = element('progress', { hidden: true, max: 1, 'aria-label': 'Progress' });
    this.cancel = button('Cancel', () => this.stop(), { class: 'cancel', hidden: true });
    this.stop = () => {};
    this.activity = '';
    /** What is known; it is shown unless work is announced.
     * @type {Statement} */
    this.known = { words: '', tone: 'plain', isOfPuzzle: false };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  connectedCallback() {
    this.append(this.sign, this.text, this.reached, this.meter, this.cancel);
  }

  /**
   * Says something that may be false when the entries change.
   * @param {string} words
   * @param {Tone} [tone]
   */
  say(words, tone = 'plain') {
    this.know({ words, tone, isOfPuzzle: false });
  }

  /**
   * Says something about the puzzle alone.
   * @param {string} words
   * @param {Tone} [tone]
   */
  sayOfPuzzle(words, tone = 'plain') {
    this.know({ words, tone, isOfPuzzle: true });
  }

  /**
   * @param {Statement} statement
   */
  know(statement) {
    this.known = statement;
    if (this.meter.hidden) this.show(statement.words, statement.tone);
  }

  /**
   * @param {string} words
   * @param {Tone} [tone]
   */
  show(words, tone = 'plain') {
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
      this.show(`${activity} …`);
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
    this.reached.textContent = workWords(this.activity, progress) || this.reached.textContent;
    if (typeof progress.share === 'number') this.meter.value = progress.share;
  }

  /** Ends the announcement. The line says again what is known, until there is something new. */
  idle() {
    clearTimeout(this.timer);
    this.reached.textContent = '';
    if (!this.meter.hidden) this.show(this.known.words, this.known.tone);
    this.meter.hidden = true;
    this.cancel.hidden = true;
  }
}

customElements.define('sator-status', Status);
