// The panel Explain: the next step with its reason, and all steps one after the other.

import { question } from '../actions.js';
import { cellsIn } from '../cells.js';
import { button, element } from '../dom.js';
import { noAnalysis } from '../view.js';
import { noSolution, noStep, sentence, several } from '../words.js';

/** @typedef {import('../app.js').App} App
 *  @typedef {import('../document.js').Value} Value
 *
 * @typedef {object} Step
 * @property {{ cell: string, value: Value, holds: boolean }[]} facts
 * @property {string} name
 * @property {string} text
 * @property {string[]} because
 * @property {Record<string, string[]>} [highlights]
 */

/** @type {import('./panel.js').Panel} */
export const explain = { id: 'explain', title: 'Explain', create: (app) => new ExplainPanel(app).element };

class ExplainPanel {
  /**
   * @param {App} app
   */
  constructor(app) {
    this.app = app;
    /** @type {Step[]} */
    this.steps = [];
    /** Entries that are wrong, as sentences.
     * @type {string[]} */
    this.mistakes = [];
    this.index = 0;
    /** Whether the steps are those of Step by step: a chain that stays while they are entered. */
    this.isChain = false;
    this.card = element('div', { class: 'report', 'aria-live': 'polite' });
    this.list = element('ol', { class: 'steps' });
    this.back = button('‹ Back', () => this.go(this.index - 1), { hidden: true });
    this.forth = button('Step ›', () => this.go(this.index + 1), { hidden: true, class: 'primary' });
    this.next = question(app, 'Next hint', () => this.hint(false), { hidden: true, title: 'The step after this one' });
    this.enter = button('Enter it', () => this.enterStep(), { hidden: true, title: 'Puts the step into the board' });
    this.element = element(
      'div',
      { class: 'stack' },
      element(
        'div',
        { class: 'row' },
        question(app, 'Hint', () => this.hint(false), { class: 'primary' }),
        question(app, 'Where to look', () => this.hint(true), { title: 'Only the cell, not its value' }),
        question(app, 'Step by step', () => this.explain()),
      ),
      this.card,
      element('div', { class: 'row' }, this.back, this.forth, this.enter, this.next),
      this.list,
    );
    app.addEventListener('ask', () => this.clear());
    app.addEventListener('puzzle', () => this.clear());
    app.addEventListener('kind', () => this.clear());
    // Entries remove the highlights, and with them the step that they belong to.
    app.addEventListener('entries', () => {
      if (!this.entering) this.clear();
    });
  }

  clear() {
    this.steps = [];
    this.mistakes = [];
    this.card.replaceChildren();
    this.list.replaceChildren();
    for (const control of [this.back, this.forth, this.enter, this.next]) control.hidden = true;
  }

  /**
   * @param {boolean} where
   */
  async hint(where) {
    const { app } = this;
    const { answer, steps } = await app.hints.next(where);
    if (!this.take({ ...answer, steps })) return;
    this.index = steps.length - 1;
    const step = steps[this.index];
    // A contradiction has no cell of its own.
    const isPlace = where && step.facts.length > 0;
    this.say(isPlace ? `Look at ${step.facts[0].cell}.` : sentence(step.text));
    if (isPlace) app.setOverlay({ answer: {}, highlights: this.marked({ subject: step.facts.map((fact) => fact.cell) }) });
    else if (steps.length > 1) this.go(this.index);
    else this.showStep();
  }

  async explain() {
    const answer = await this.app.runSteps('Explaining');
    if (!this.take(answer)) return;
    this.isChain = true;
    const [last, tone] = endOf(answer);
    this.say(sentence(`${several(this.steps.length, 'step')} ${last}`), tone);
    this.list.replaceChildren(
      ...this.steps.map((step, index) =>
        element(
          'li',
          {},
          button(step.text, () => this.go(index), { class: 'quiet' }),
        ),
      ),
    );
    this.go(0);
  }

  /**
   * Keeps the steps of an answer. If there are none, says why, and returns false.
   * @param {any} answer
   */
  take(answer) {
    this.clear();
    this.steps = answer.steps;
    this.mistakes = answer.mistakes ?? [];
    this.isChain = false;
    this.index = 0;
    if (this.steps.length === 0) this.say(noStep(answer), answer.solved ? 'good' : 'plain');
    return this.steps.length > 0;
  }

  /**
   * Says something about the steps. Wrong entries are more important.
   * @param {string} words
   * @param {import('../status.js').Tone} [tone]
   */
  say(words, tone) {
    const { status } = this.app;
    if (this.mistakes.length > 0) status.say(`There is a mistake: ${this.mistakes.join(', ')}.`, 'bad');
    else status.say(words, tone);
  }

  /**
   * Highlights, with the wrong entries.
   * @param {Record<string, string[]>} highlights
   */
  marked(highlights) {
    return { ...highlights, wrong: this.mistakes.flatMap(cellsIn) };
  }

  /**
   * @param {number} index
   */
  go(index) {
    if (index < 0 || index >= this.steps.length) return;
    this.index = index;
    this.showStep();
    this.back.hidden = false;
    this.forth.hidden = false;
    this.back.disabled = index === 0;
    this.forth.disabled = index === this.steps.length - 1;
    [...this.list.children].forEach((line, place) => {
      if (place === index) line.setAttribute('aria-current', 'step');
      else line.removeAttribute('aria-current');
    });
    this.list.children[index]?.scrollIntoView({ block: 'nearest' });
  }

  /** Lights the cells of the step, shows the values found before, and says why it holds. */
  showStep() {
    const { app } = this;
    const step = this.steps[this.index];
    const answer = valuesOf(this.steps.slice(0, this.index + 1));
    const struck = struckBy(step, answer);
    // Steps replace a solution on the board.
    app.answers.index = -1;
    app.setOverlay({ ...noAnalysis(), answer, struck, highlights: this.marked(highlightsOf(step)) });
    // A step that only excludes values has nothing to enter.
    this.enter.hidden = Object.keys(answer).length === 0;
    this.next.hidden = this.isChain || this.index < this.steps.length - 1 || Object.keys(struck).length === 0;
    this.card.replaceChildren(
      ...this.mistakes.map((mistake) => element('p', { class: 'error' }, `A mistake: ${mistake}`)),
      element('h3', {}, sentence(step.text)),
      element(
        'p',
        { class: 'note' },
        this.steps.length > 1 ? `Step ${this.index + 1} of ${this.steps.length}: ${step.name}` : sentence(step.name),
      ),
      element('ul', {}, ...step.because.map((line) => element('li', {}, line))),
    );
  }

  /** Takes the values up to this step over as entries. */
  enterStep() {
    const { document } = this.app;
    const values = { ...document.entries.values, ...valuesOf(this.steps.slice(0, this.index + 1)) };
    this.entering = this.isChain;
    document.enter({ ...document.entries, values });
    this.entering = false;
    if (!this.isChain) this.clear();
  }
}

/**
 * How steps end, in words.
 * @param {any} answer of `explain`
 * @returns {[string, import('../status.js').Tone]}
 */
function endOf({ end, conflict, ...answer }) {
  if (end === 'solved') return ['to the solution', 'good'];
  if (end === 'undetermined') return ['as far as it goes: the other cells differ between solutions', 'plain'];
  if (end === 'stopped') return ['until it was stopped', 'plain'];
  if (end !== 'contradiction') return ['as far as it goes', 'plain'];
  return [`to a contradiction: ${conflict ? noSolution({ conflict, ...answer }) : 'no solution has these entries'}`, 'bad'];
}

/**
 * The values that steps find.
 * @param {Step[]} steps
 * @returns {Record<string, Value>}
 */
function valuesOf(steps) {
  const facts = steps.flatMap((step) => step.facts);
  // A square that is no mine is safe; any other excluded value says nothing about the cell's own.
  const found = facts.filter(({ holds, value }) => holds || value === 'mine');
  return Object.fromEntries(found.map(({ cell, value, holds }) => [cell, holds ? value : 'safe']));
}

/**
 * The values that a step excludes, where none is found.
 * @param {Step} step
 * @param {Record<string, Value>} answer
 */
function struckBy(step, answer) {
  /** @type {Record<string, Value[]>} */
  const struck = {};
  for (const { cell, value, holds } of step.facts) {
    if (!holds && answer[cell] === undefined) struck[cell] = [...(struck[cell] ?? []), value];
  }
  return struck;
}

/**
 * @param {Step} step
 * @returns {Record<string, string[]>}
 */
function highlightsOf(step) {
  return step.highlights ?? { subject: step.facts.map((fact) => fact.cell) };
}
