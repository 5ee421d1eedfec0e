// The solutions found so far, and which of them is on the board.

import { noAnalysis } from './view.js';

/** @typedef {import('./app.js').App} App */

/** How many solutions are fetched first, and at most. */
const FIRST = 100;
const MOST = 10_000;

export class Answers {
  /**
   * @param {App} app
   */
  constructor(app) {
    this.app = app;
    /** @type {any[]} */
    this.list = [];
    this.index = -1;
    this.complete = false;
    /** @type {Promise<boolean> | null} */
    this.fetching = null;
  }

  clear() {
    this.list = [];
    this.index = -1;
    this.complete = false;
    this.fetching = null;
  }

  /**
   * Shows the first solution of an answer of `solve`.
   * @param {any} answer
   */
  take(answer) {
    this.list = answer.solutions;
    this.complete = answer.complete === true || answer.unique === true;
    this.index = this.list.length > 0 ? 0 : -1;
    this.show();
  }

  /** Puts the present solution on the board. */
  show() {
    const { app } = this;
    app.clearFindings();
    const solution = this.list[this.index];
    if (!solution) {
      app.setOverlay({ answer: {} });
      return;
    }
    const isOnly = this.complete && this.list.length === 1;
    app.setOverlay({ ...noAnalysis(), answer: app.kind.answer(app.document.puzzle, solution, isOnly) });
  }

  /** Takes the solution off the board; the next one is the first again. Returns whether there was one. */
  hide() {
    const { app } = this;
    if (Object.keys(app.overlay.answer).length === 0) return false;
    this.index = -1;
    app.setOverlay({ answer: {}, struck: {}, highlights: {} });
    if (!app.status.known.isOfPuzzle) app.describe();
    return true;
  }

  /**
   * Goes on to the next solution or back to the one before, and fetches more where they are needed.
   * @param {number} step
   */
  async move(step) {
    const next = this.index + step;
    if (!this.complete && (next < 0 || next >= this.list.length) && this.list.length < MOST) {
      if (!(await this.fetch())) return;
    }
    if (this.list.length === 0) return;
    // Before the first step nothing is shown: back leads to the last solution, as from the first.
    const from = this.index < 0 && step < 0 ? 0 : this.index;
    this.index = (from + step + this.list.length) % this.list.length;
    this.show();
    this.say();
  }

  /** Fetches more solutions. Returns whether there are any. Calls while this goes on wait for the same ones. */
  fetch() {
    if (this.fetching) return this.fetching;
    const fetching = this.fetchMore().finally(() => {
      if (this.fetching === fetching) this.fetching = null;
    });
    this.fetching = fetching;
    return fetching;
  }

  async fetchMore() {
    const { app } = this;
    const max = Math.min(MOST, Math.max(FIRST, this.list.length * 10));
    const { answer } = await app.run('Looking for more solutions', 'solve', { max });
    if (answer.status !== 'sat') {
      app.report(answer);
      return false;
    }
    const shown = JSON.stringify(this.list[this.index]);
    const place = answer.solutions.findIndex((/** @type {any} */ solution) => JSON.stringify(solution) === shown);
    if (place >= 0 || this.index < 0) {
      this.list = answer.solutions;
      this.index = place;
    } else {
      this.list = [this.list[this.index], ...answer.solutions];
      this.index = 0;
    }
    this.complete = answer.complete;
    return true;
  }

  /** Says which solution is shown. */
  say() {
    const number = this.list.length;
    if (this.complete && number === 1) this.app.status.say('This is the only solution.', 'good');
    else this.app.status.say(`Solution ${this.index + 1} of ${this.complete ? number : `at least ${number}`}.`);
  }
}
