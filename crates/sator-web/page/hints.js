// Hints one after the other: the steps that were not shown yet, also where they have nothing to enter.

/** @typedef {import('./app.js').App} App
 *  @typedef {import('./panels/explain.js').Step} Step */

export class Hints {
  /**
   * @param {App} app
   */
  constructor(app) {
    this.app = app;
    /** The steps of this puzzle that were shown: by their texts, with whether they only exclude values.
     * @type {Map<string, boolean>} */
    this.shown = new Map();
    /** The step that was asked for last, and whether only its cell was.
     * @type {{ text: string, where: boolean } | null} */
    this.last = null;
    app.addEventListener('kind', () => this.forget());
    app.addEventListener('puzzle', () => this.forget());
    app.addEventListener('entries', () => this.keepExclusions());
  }

  forget() {
    this.shown.clear();
    this.last = null;
  }

  /** Values may be entered or removed; only what is excluded would be said again and again. */
  keepExclusions() {
    for (const [text, excludes] of this.shown) if (!excludes) this.shown.delete(text);
    this.last = null;
  }

  /**
   * The steps up to the next one. The same question again goes on; the other one is about the same step.
   * @param {boolean} [where] whether only the cell is asked for
   * @returns {Promise<{ answer: any, steps: Step[] }>} no steps if there is none
   */
  async next(where = false) {
    const { last } = this;
    if (last && last.where !== where) this.shown.delete(last.text);
    // Of one step more than those that were shown, at least one was not.
    const answer = await this.app.runSteps('Looking for a step', { 'max-steps': this.shown.size + 1 });
    const isNew = (/** @type {Step} */ { text }) => !this.shown.has(text);
    // After the last step, the first one comes again.
    if (!answer.steps.some(isNew)) this.shown.clear();
    const steps = answer.steps.slice(0, answer.steps.findIndex(isNew) + 1);
    const step = steps.at(-1);
    this.last = step ? { text: step.text, where } : null;
    if (step) this.shown.set(step.text, !step.facts.some((/** @type {any} */ { holds, value }) => holds || value === 'mine'));
    return { answer, steps };
  }
}
