// What a formula says about a rule, a clause or a cell: lists to point at, with the cells lit on the
// board.

import { button, element } from '../dom.js';
import { LongList } from '../list.js';
import { grouped } from '../words.js';
import { dimacs } from './formula.js';

/** @typedef {import('./formula.js').Formula} Formula
 *  @typedef {import('./formula.js').Rule} Rule
 *  @typedef {import('./formula.js').Clause} Clause
 *
 * What is looked at: all rules, the clauses of one, or those about a cell.
 * @typedef {{ rule: Rule } | { cell: string } | null} Subject
 *
 * Cells to light: those of the rule, and those of the clause.
 * @typedef {{ rule?: string[], clause?: string[] }} Lit
 */

/** Clauses of a rule that are shown while it is only pointed at. */
const PREVIEW = 4;

export class Inspector {
  /**
   * @param {(lit: Lit) => void} light
   */
  constructor(light) {
    this.light = light;
    /** @type {Formula | null} */
    this.formula = null;
    this.family = '';
    /** What was chosen, and what the pointer is over on the board, which goes before it.
     * @type {Subject} */
    this.chosen = null;
    /** @type {Subject} */
    this.hovered = null;
    this.search = element('input', { type: 'search', placeholder: 'Search rules: row 3, r2c5, 7 …', 'aria-label': 'Search rules' });
    this.search.addEventListener('input', () => this.draw());
    this.back = button('‹ All rules', () => this.show(null), { class: 'quiet back' });
    this.title = element('h3', { 'aria-live': 'polite' });
    this.facts = element('ul', { class: 'variables', 'aria-label': 'Variables' });
    this.detail = element('div', { class: 'detail', 'aria-live': 'polite' });
    /** @type {LongList<Rule>} */
    this.rules = new LongList({
      name: 'rule-list',
      label: 'Rules',
      height: 28,
      line: (rule) => ruleLine(rule),
      point: (rule) => this.pointAtRule(rule),
      choose: (rule) => this.show({ rule }),
    });
    /** @type {LongList<Clause>} */
    this.clauses = new LongList({
      name: 'clause-list',
      label: 'Clauses',
      height: 42,
      line: (clause) => this.clauseLine(clause),
      point: (clause) => this.pointAtClause(clause),
      choose: ({ rule }) => this.show({ rule }),
    });
    this.element = element(
      'div',
      { class: 'inspector' },
      element('div', { class: 'row subject' }, this.search, this.back, this.title),
      this.facts,
      this.rules.element,
      this.clauses.element,
      this.detail,
    );
  }

  get subject() {
    return this.hovered ?? this.chosen;
  }

  /**
   * Shows another formula, or none. A rule that it also has stays chosen, and so does a cell.
   * @param {Formula | null} formula
   */
  load(formula) {
    this.formula = formula;
    const { chosen } = this;
    if (formula && chosen && 'rule' in chosen) {
      const rule = formula.rules.find((other) => other.name === chosen.rule.name);
      this.chosen = rule ? { rule } : null;
    }
    this.hovered = null;
    this.draw();
  }

  /**
   * @param {Subject} subject
   */
  show(subject) {
    this.chosen = subject;
    this.hovered = null;
    this.draw();
  }

  /**
   * What the pointer is over; nothing goes back to what was chosen.
   * @param {Subject} subject
   */
  hover(subject) {
    const list = this.chosen === null ? this.rules : this.clauses;
    if (this.hovered === null) this.place = list.place;
    this.hovered = subject;
    this.draw();
    if (subject === null && this.place) list.place = this.place;
  }

  draw() {
    const { formula, subject } = this;
    this.element.hidden = formula === null;
    if (!formula) return;
    this.search.hidden = subject !== null;
    this.back.hidden = subject === null;
    this.rules.element.hidden = subject !== null;
    this.clauses.element.hidden = subject === null;
    this.facts.hidden = subject === null || !('cell' in subject);
    this.advise();
    if (subject === null) this.drawRules(formula);
    else if ('rule' in subject) this.drawRule(subject.rule);
    else this.drawCell(formula, subject.cell);
  }

  /**
   * @param {Formula} formula
   */
  drawRules(formula) {
    const rules = formula.rules.filter((rule) => this.family === '' || rule.family === this.family);
    const found = searched(rules, this.search.value.trim().toLowerCase());
    const cut = formula.truncated ? `, of the first ${grouped(formula.listed)} clauses` : '';
    this.title.textContent = `${grouped(found.length)} ${found.length === 1 ? 'rule' : 'rules'}${this.family ? ` of ${this.family}` : ''}${cut}`;
    this.rules.show(found);
    this.light({});
  }

  /**
   * @param {Rule} rule
   */
  drawRule(rule) {
    this.title.textContent = `${rule.name}: ${clausesIn(rule)}`;
    this.clauses.show(rule.clauses.map((literals) => ({ literals, rule })));
    this.light({ rule: rule.cells });
  }

  /**
   * @param {Formula} formula
   * @param {string} cell
   */
  drawCell(formula, cell) {
    const clauses = formula.clausesAbout(cell);
    const variables = formula.variablesOf(cell);
    this.title.textContent =
      variables.length === 0
        ? `${cell} has no variables: no rule is about it`
        : `${cell}: ${variables.length} ${variables.length === 1 ? 'variable' : 'variables'} in ${grouped(clauses.length)} clauses`;
    const meaning = (/** @type {number | string | undefined} */ value) => (typeof value === 'number' ? `=${value}` : String(value));
    this.facts.replaceChildren(
      ...variables.map(({ variable, value }) => element('li', {}, element('b', {}, meaning(value)), ` ↔ ${variable}`)),
    );
    this.clauses.show(clauses);
    this.light({ clause: [cell], rule: formula.cellsOf(clauses.flatMap(({ literals }) => literals)) });
  }

  /** Says what to do, while nothing is pointed at. */
  advise() {
    const { subject } = this;
    const words =
      subject === null
        ? 'Point at a rule to see its clauses here.'
        : this.hovered
          ? 'Click the cell to keep it, then point at a clause.'
          : 'Point at a clause to see it in full here.';
    this.detail.replaceChildren(element('p', { class: 'note' }, words));
  }

  /**
   * @param {Rule | null} rule
   */
  pointAtRule(rule) {
    const { formula } = this;
    if (!formula) return;
    this.light(rule ? { rule: rule.cells } : {});
    if (!rule) {
      this.advise();
      return;
    }
    const shown = rule.clauses.slice(0, PREVIEW);
    const rest = rule.clauses.length - shown.length;
    this.detail.replaceChildren(
      ...shown.map((literals) => element('p', {}, formula.clause(literals))),
      ...(rest > 0 ? [element('p', { class: 'note' }, `and ${grouped(rest)} more: click the rule`)] : []),
    );
  }

  /**
   * @param {Clause | null} clause
   */
  pointAtClause(clause) {
    const { formula, subject } = this;
    if (!formula) return;
    if (!clause) {
      this.advise();
      this.light(subject && 'rule' in subject ? { rule: subject.rule.cells } : subject ? { clause: [subject.cell] } : {});
      return;
    }
    this.light({ rule: clause.rule.cells, clause: formula.cellsOf(clause.literals) });
    const from = element('p', { class: 'note' }, 'from the rule: ', element('b', {}, clause.rule.name));
    this.detail.replaceChildren(
      element('p', {}, formula.clause(clause.literals)),
      element('p', { class: 'code' }, dimacs(clause.literals)),
      from,
    );
  }

  /**
   * @param {Clause} clause
   */
  clauseLine({ literals, rule }) {
    const { formula, subject } = this;
    if (!formula) return [];
    const source = subject && 'cell' in subject ? rule.name : dimacs(literals);
    return [
      element('span', { class: 'words' }, formula.clause(literals)),
      element('span', { class: subject && 'cell' in subject ? 'note' : 'code' }, source),
    ];
  }
}

/**
 * The rules that have a phrase; if there are none, those that have all its words, also as names of
 * cells.
 * @param {Rule[]} rules
 * @param {string} phrase
 */
function searched(rules, phrase) {
  const exact = rules.filter((rule) => rule.name.toLowerCase().includes(phrase));
  if (exact.length > 0) return exact;
  const words = phrase.split(/\s+/);
  return rules.filter((rule) => words.every((word) => rule.name.toLowerCase().includes(word) || rule.cells.includes(word)));
}

/**
 * @param {Rule} rule
 */
const clausesIn = (rule) => `${grouped(rule.clauses.length)} ${rule.clauses.length === 1 ? 'clause' : 'clauses'}`;

/**
 * @param {Rule} rule
 */
const ruleLine = (rule) => [element('span', { class: 'words' }, rule.name), element('span', { class: 'note' }, clausesIn(rule))];
