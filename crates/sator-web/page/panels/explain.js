// The panel Explain: the next step with its reason, and all steps one after the other.

import { action } from '../actions.js';
import { button, element } from '../dom.js';
import { noSolution, noStep, sentence } from '../words.js';

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
    this.index = 0;
    this.card = element('div', { class: 'report', 'aria-live': 'polite' });
    this.list = element('ol', { class: 'steps' });
    this.back = button('‹ Back', () => this.go(this.index - 1), { hidden: true });
    this.forth = button('Step ›', () => this.go(this.index + 1), { hidden: true, class: 'primary' });
    this.enter = button('Enter it', () => this.enterStep(), { hidden: true, title: 'Puts the step into the board' });
    this.element = element(
      'div',
      { class: 'stack' },
      element(
        'div',
        { class: 'row' },
        action(app, 'Hint', () => this.hint(false), { class: 'primary' }),
        action(app, 'Where to look', () => this.hint(true), { title: 'Only the cell, not its value' }),
        action(app, 'Step by step', () => this.explain()),
      ),
      this.card,
      element('div', { class: 'row' }, this.back, this.forth, this.enter),
      this.list,
    );
    app.addEventListener('puzzle', () => this.clear());
    app.addEventListener('kind', () => this.clear());
    // Entries remove the highlights, and with them the step that they belong to.
    app.addEventListener('entries', () => {
      if (!this.entering) this.clear();
    });
  }

  clear() {
    this.steps = [];
    this.card.replaceChildren();
    this.list.replaceChildren();
    for (const control of [this.back, this.forth, this.enter]) control.hidden = true;
  }

  /**
   * @param {boolean} where
   */
  async hint(where) {
    const { app } = this;
    const answer = await app.runSteps('Looking for a step', 'hint', where ? { where: true } : {});
    this.clear();
    if (answer.steps.length === 0) {
      this.ended(answer);
      return;
    }
    this.steps = answer.steps;
    this.index = 0;
    if (answer.mistakes?.length > 0) app.status.say(`There is a mistake: ${answer.mistakes.join(', ')}.`, 'bad');
    else app.status.say(where ? `Look at ${answer.steps[0].facts[0]?.cell}.` : sentence(answer.steps[0].text));
    if (where) app.setOverlay({ highlights: { subject: answer.steps[0].facts.map((/** @type {any} */ fact) => fact.cell) } });
    else this.showStep(answer.mistakes?.length > 0 ? `A mistake: ${answer.mistakes.join(', ')}` : '');
  }

  async explain() {
    const { app } = this;
    const answer = await app.runSteps('Explaining', 'explain');
    this.clear();
    this.steps = answer.steps;
    this.index = 0;
    if (this.steps.length === 0) {
      this.ended(answer);
      return;
    }
    const last = answer.solved ? 'to the solution' : answer.conflict ? `to a contradiction: ${noSolution(answer)}` : 'as far as it goes';
    app.status.say(sentence(`${this.steps.length} steps ${last}`), answer.conflict ? 'bad' : 'good');
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
   * @param {any} answer
   */
  ended(answer) {
    this.app.status.say(noStep(answer), answer.solved ? 'good' : 'plain');
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

  /**
   * Lights the cells of the step, shows the values found before, and says why it holds.
   * @param {string} [before]
   */
  showStep(before = '') {
    const { app } = this;
    const step = this.steps[this.index];
    const answer = valuesOf(this.steps.slice(0, this.index + 1));
    app.setOverlay({ answer, struck: struckBy(step, answer), candidates: null, highlights: highlightsOf(step) });
    // A step that only excludes values has nothing to enter.
    this.enter.hidden = Object.keys(answer).length === 0;
    this.card.replaceChildren(
      ...(before ? [element('p', { class: 'error' }, before)] : []),
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
    this.entering = this.steps.length > 1;
    document.enter({ ...document.entries, values });
    this.entering = false;
    if (this.steps.length === 1) this.clear();
  }
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
