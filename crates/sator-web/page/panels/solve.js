// The panel Solve: solutions, counts, checks, candidates and odds; and why there is no solution.

import { CancelSign, action, question } from '../actions.js';
import { cellOf, cellsIn } from '../cells.js';
import { button, element, field, pointed, select } from '../dom.js';
import { withGivens } from '../kinds/kind.js';
import { noAnalysis } from '../view.js';
import {
  brokenRule,
  changeWords,
  countMessage,
  percent,
  rateMessage,
  repairHeading,
  repairNote,
  sentence,
  several,
  spareClues,
} from '../words.js';

/** @typedef {import('../app.js').App} App */

/** Keys that all kinds have. */
const KEYS = /** @type {[string, string][]} */ ([
  ['n p', 'next, previous solution'],
  ['Ctrl+Z Ctrl+Y', 'undo, redo'],
  ['Ctrl+V', 'opens any puzzle or link'],
  ['Esc', 'stops the solver, or hides the solution'],
]);

/**
 * The keys of a kind, with what they do.
 * @param {App['kind']} kind
 */
function legendOf({ marks }) {
  /** @type {[string, string][]} */
  const modes =
    marks.length > 1
      ? [
          ['V Z', 'clues, own values'],
          ['X C', 'corner marks, centre marks'],
        ]
      : marks.length === 1
        ? [['V Z', 'clues, own queens']]
        : [];
  return [...modes, ...KEYS].flatMap(([keys, words]) => [
    element('dt', {}, ...keys.split(' ').map((key) => element('kbd', {}, key))),
    element('dd', {}, words),
  ]);
}

/** @type {import('./panel.js').Panel} */
export const solve = { id: 'solve', title: 'Solve', create: (app) => new SolvePanel(app).element };

/** Changes of the puzzle within this time lead to one analysis. In milliseconds. */
const DEBOUNCE_MS = 150;

class SolvePanel {
  /**
   * @param {App} app
   */
  constructor(app) {
    this.app = app;
    /** The analysis that goes on.
     * @type {symbol | undefined} */
    this.analysing = undefined;
    this.report = element('div', { class: 'report', 'aria-live': 'polite' });
    this.keys = element('p', { class: 'note' });
    this.legend = element('dl');
    this.candidates = button('Candidates', () => (this.sign.shown ? app.stop() : this.toggleCandidates()), {
      class: 'toggle',
      'aria-pressed': 'false',
      title: 'The values that each cell has in some solution',
    });
    this.sign = new CancelSign(this.candidates, 'Candidates');
    this.odds = select([
      ['', 'none'],
      ['mine', 'chance of a mine'],
      ['safe', 'safety'],
    ]);
    this.odds.addEventListener('change', () => this.chooseOdds());
    this.oddsField = field('Odds in per cent', this.odds);
    this.cancelOdds = button('Cancel', () => this.stopOdds(), { hidden: true });
    this.oddsSign = new CancelSign(this.cancelOdds);
    this.check = question(app, 'Check my entries', () => this.checkEntries());
    this.repair = question(app, 'Repair', () => this.findRepair(), { title: 'The fewest clues to change' });
    this.element = element(
      'div',
      { class: 'stack' },
      element(
        'div',
        { class: 'row' },
        question(app, 'Solve', () => this.solve(), { class: 'primary wide' }),
        action(app, '‹ Previous', () => app.answers.move(-1), { title: 'Previous solution (p)', 'aria-keyshortcuts': 'p' }),
        action(app, 'Next ›', () => app.answers.move(1), { title: 'Next solution (n)', 'aria-keyshortcuts': 'n' }),
      ),
      element(
        'div',
        { class: 'row' },
        question(app, 'Count', () => this.count(), { title: 'The exact number of solutions' }),
        this.check,
        this.candidates,
        this.oddsField,
        this.cancelOdds,
      ),
      element(
        'div',
        { class: 'row' },
        question(app, 'Why not?', () => this.whyNot(), { title: 'Which clues contradict each other, if there is no solution' }),
        this.repair,
        question(app, 'Spare clues', () => this.findSpare(), { title: 'The clues that can go, so that there is still exactly one solution' }),
        question(app, 'How difficult?', () => this.rate(), { title: 'From the steps that solve it' }),
      ),
      this.report,
      element('div', { class: 'tips' }, this.keys, this.legend),
    );
    app.addEventListener('puzzle', () => this.puzzleChanged());
    app.addEventListener('kind', () => this.kindChanged());
    app.addEventListener('ask', () => this.report.replaceChildren());
    app.addEventListener('draw', () => this.update());
    this.kindChanged();
  }

  /** The controls of candidates and odds show what the board does. */
  update() {
    const { analysis, oddsOf } = this.app.overlay;
    this.candidates.setAttribute('aria-pressed', String(analysis === 'candidates'));
    this.odds.value = analysis === 'odds' ? oddsOf : '';
  }

  kindChanged() {
    const { hasOdds = false } = this.app.kind;
    this.oddsField.hidden = !hasOdds;
    this.candidates.hidden = hasOdds;
    this.report.replaceChildren();
    this.keys.textContent = this.app.kind.keys;
    this.legend.replaceChildren(...legendOf(this.app.kind));
  }

  /**
   * Overlays that are on are computed again.
   */
  puzzleChanged() {
    this.report.replaceChildren();
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.app.overlay.analysis) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.app.overlay.analysis) void this.analyze();
    }, DEBOUNCE_MS);
  }

  async solve() {
    const { app } = this;
    const { answer, time } = await app.run('Solving', 'solve', { unique: true });
    app.answers.take(answer);
    app.report(answer, time);
    this.showConflict(answer);
  }

  async count() {
    const { answer, time } = await this.app.run('Counting', 'count');
    const [words, tone] = countMessage(answer, time);
    this.app.status.sayOfPuzzle(`${words} ${this.app.remark()}`, tone);
    this.show('Solutions', [words]);
  }

  /** Names a broken rule, or else whether a solution has all own values, or else those that no solution has. */
  async checkEntries() {
    const { app } = this;
    const { kind } = app;
    const { puzzle, entries } = app.document;
    const own = Object.entries(entries.values).filter(([name, value]) => !kind.isNote?.(value) && kind.given(puzzle, cellOf(name)) === null);
    if (own.length === 0) {
      app.status.say('There are no entries to check. Choose Values and type some.');
      return;
    }
    const more = { asksEntries: true, solution: kind.progress(puzzle, entries) };
    const { answer } = await app.run('Checking', 'check', { partial: true }, more);
    if (!answer.correct) {
      app.setOverlay({ highlights: { conflict: cellsIn(answer.reason) } });
      app.status.say(brokenRule(answer), 'bad');
      return;
    }
    const input = kind.text(withGivens(kind, puzzle, own));
    const { answer: found } = await app.run('Checking', 'solve', {}, { asksEntries: true, input });
    if (found.status === 'unsat') {
      await this.showWrong(own);
    } else if (found.status !== 'sat') {
      app.status.say('No rule is broken. The check was stopped before it was known whether the entries are right.');
    } else {
      app.setOverlay({ highlights: {} });
      const all = own.length === 1 ? 'Your entry is' : `All ${own.length} entries are`;
      const missing = `${answer.empty} more ${answer.empty === 1 ? 'is' : 'are'} missing`;
      app.status.say(answer.empty ? `${all} right so far; ${missing}.` : 'All correct: the puzzle is solved.', 'good');
    }
  }

  /**
   * Marks the entries that no solution has, where no solution has all of them.
   * @param {[string, import('../document.js').Value][]} own
   */
  async showWrong(own) {
    const { app } = this;
    const { answer } = await app.run('Checking', 'analyze', {}, { asksEntries: true });
    if (answer.status === 'unsat') {
      app.report(answer);
      return;
    }
    if (answer.complete === false || answer.cells?.some((/** @type {any} */ cell) => cell.state === 'unknown')) {
      app.status.say('No solution has all these entries. The check was stopped before the wrong ones were known.', 'bad');
      return;
    }
    const possible = app.kind.candidates(app.document.puzzle, answer);
    const wrong = own.filter(([name, value]) => !possible[name]?.includes(value)).map(([name]) => name);
    app.setOverlay({ highlights: { wrong } });
    const words = `${wrong.length} of ${several(own.length, 'entry', 'entries')} ${wrong.length === 1 ? 'is' : 'are'} wrong: ${wrong.join(', ')}.`;
    app.status.say(wrong.length > 0 ? words : 'No rule is broken, but no solution has all these entries.', 'bad');
  }

  toggleCandidates() {
    if (this.app.overlay.analysis) this.hideAnalysis();
    else this.showAnalysis({ analysis: 'candidates' });
  }

  chooseOdds() {
    const { value } = this.odds;
    if (value === 'mine' || value === 'safe') this.showAnalysis({ analysis: 'odds', oddsOf: value });
    else this.hideAnalysis();
  }

  /** The button goes with the work, and the focus must not go with it. */
  stopOdds() {
    this.app.stop();
    this.odds.focus();
  }

  /**
   * @param {Partial<import('../view.js').Overlay>} change
   */
  showAnalysis(change) {
    this.app.clearFindings();
    this.app.setOverlay(change);
    void this.analyze();
  }

  hideAnalysis() {
    const { app } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.analysing) app.abandon();
    app.setOverlay(noAnalysis());
    app.describe();
  }

  /** Asks for candidates or odds, and shows them. */
  async analyze() {
    const { app } = this;
    try {
      await this.fetchAnalysis();
    } catch (error) {
      // An edit abandons the analysis, and another one follows it.
      if (this.timer === undefined && !this.analysing) app.setOverlay(noAnalysis());
      app.fail(error);
    }
  }

  async fetchAnalysis() {
    const { app } = this;
    const work = (this.analysing = Symbol());
    const sign = app.kind.hasOdds ? this.oddsSign : this.sign;
    const { answer } = await sign
      .during(() => app.run('Analysing', 'analyze'))
      .finally(() => {
        if (this.analysing === work) this.analysing = undefined;
      });
    // Something else may be on the board meanwhile.
    if (!app.overlay.analysis) return;
    if (answer.status === 'unsat') {
      app.report(answer);
      return;
    }
    if (app.kind.hasOdds) this.showOdds(answer);
    else this.showCandidates(answer);
  }

  /**
   * @param {any} answer
   */
  showCandidates(answer) {
    const { app } = this;
    const { kind, document } = app;
    const candidates = kind.candidates(document.puzzle, answer);
    const open = answer.unknown ? kind.candidates(document.puzzle, { candidates: answer.unknown }) : {};
    const undecided = Object.fromEntries(Object.entries(open).filter(([, values]) => values.length > 0));
    app.setOverlay({ candidates, undecided, answer: {}, struck: {} });
    const names = Object.keys(candidates);
    const settled = names.filter((name) => candidates[name].length === 1 && !undecided[name]).length;
    const stopped = answer.complete === false ? ' Stopped before the end: the pale values are not decided.' : '';
    const squares = `${names.length} squares have a queen in some solution.${stopped}`;
    app.status.sayOfPuzzle(kind.id === 'queens' ? squares : `${settled} of ${names.length} cells have only one value.${stopped} ${app.remark()}`);
  }

  /**
   * @param {any} answer
   */
  showOdds(answer) {
    const { app } = this;
    app.setOverlay({ odds: answer, answer: {} });
    const states = answer.cells.map((/** @type {any} */ cell) => cell.state);
    const number = (/** @type {string} */ state) => states.filter((/** @type {string} */ other) => other === state).length;
    const mines = several(number('mine'), 'mine');
    const best = answer.best ? ` Best square: ${bestWords(answer.best)}.` : '';
    const total = answer.total_used ? 'The total of mines was used.' : 'The total of mines was not used.';
    const undecided = number('unknown') > 0 ? ` Stopped before the end: ${number('unknown')} were not examined.` : '';
    app.status.sayOfPuzzle(`${number('safe')} safe, ${mines}, ${number('open')} undecided.${undecided}${best} ${total}`);
  }

  async whyNot() {
    const { app } = this;
    const { answer, time } = await app.run('Looking for the contradiction', 'solve', { unique: true });
    if (answer.status === 'sat') {
      const solutions = answer.unique === false ? 'are several solutions' : 'is a solution';
      app.status.sayOfPuzzle(`There ${solutions}, so nothing contradicts.`, 'good');
      return;
    }
    app.report(answer, time);
    this.showConflict(answer);
    if (answer.status !== 'unsat') return;
    // Solving names the clues, explaining also the rules that they break.
    const { answer: explained } = await app.run('Looking for the contradiction', 'explain');
    if (!explained.conflict) return;
    app.report({ ...explained, status: 'unsat' });
    this.showConflict(explained);
  }

  /**
   * @param {any} answer
   */
  showConflict(answer) {
    const { app } = this;
    if (!answer.conflict) return;
    app.setOverlay({ answer: {}, highlights: { conflict: answer.conflict_cells ?? answer.conflict.flatMap(cellsIn) } });
    this.show('No solution has all of these', answer.conflict, answer.reason ? sentence(answer.reason) : '');
  }

  async findRepair() {
    const { app } = this;
    // The steps are not shown, so one is enough.
    const { answer } = await app.run('Looking for a repair', 'explain', { repair: true, 'max-steps': 1 });
    if (!answer.repairs) {
      if (answer.stopped) app.status.sayOfPuzzle('Stopped before it was known whether a repair is needed.');
      else app.status.sayOfPuzzle('There is a solution: nothing needs a repair.', 'good');
      return;
    }
    /** @type {import('../words.js').Change[][]} */
    const repairs = answer.repairs;
    const none = answer.repairs_complete ? 'No repair was found.' : 'Stopped before a repair was found.';
    if (repairs.length === 0) {
      app.status.sayOfPuzzle(none);
      return;
    }
    const lines = repairs.map((changes) => changes.map((change) => changeWords(app.kind, app.document.puzzle, change)).join('; and '));
    app.setOverlay({ highlights: { conflict: repairs.flat().flatMap(({ clue }) => cellsIn(clue)) } });
    app.status.sayOfPuzzle(`A repair: ${lines[0]}.`);
    this.show(repairHeading(repairs), lines, repairNote(repairs, answer.repairs_complete));
  }

  /** Names the clues that can go without a second solution. */
  async findSpare() {
    const { app } = this;
    const { answer, time } = await app.run('Looking for spare clues', 'analyze', { redundant: true });
    if (answer.status === 'sat' && answer.unique === false) {
      app.status.sayOfPuzzle('There are several solutions, so no clue can go.');
      return;
    }
    if (answer.unique !== true) {
      app.report(answer, time);
      return;
    }
    const [words, spare] = spareClues(answer);
    app.setOverlay({ answer: {}, highlights: { spare: spare.flatMap(cellsIn) } });
    app.status.sayOfPuzzle(words, 'good');
    const together = several(answer.removable.length, 'clue');
    const isAll = answer.removable.length === spare.length;
    const note = isAll ? 'All of them can go at once.' : `Not all at once: for example, these ${together} can go together: ${answer.removable.join('; ')}.`;
    if (spare.length > 0) this.show('Each of these can go, and one solution remains', spare, note);
  }

  async rate() {
    const { app } = this;
    const { answer, time } = await app.run('Rating', 'rate');
    if (answer.status === 'unsat') {
      await this.whyNot();
    } else if (answer.status !== 'sat') {
      app.report(answer, time);
    } else {
      app.status.sayOfPuzzle(rateMessage(answer));
      this.show('Difficulty', [rateMessage(answer)]);
    }
  }

  /**
   * Shows sentences; one that is pointed at lights its cells.
   * @param {string} title
   * @param {string[]} lines
   * @param {string} [note]
   */
  show(title, lines, note = '') {
    const { app } = this;
    const light = (/** @type {string[]} */ subject) => app.setOverlay({ highlights: { ...app.overlay.highlights, subject } });
    const item = (/** @type {string} */ line) => {
      const named = cellsIn(line);
      const attributes = named.length > 0 ? { tabindex: 0, ...pointed(() => light(named), () => light([])) } : {};
      return element('li', attributes, sentence(line));
    };
    this.report.replaceChildren(
      element('h3', {}, title),
      element('ul', {}, ...lines.map(item)),
      element('p', { class: 'note' }, note),
    );
  }
}

/**
 * The square to open next.
 * @param {{ row: number, column: number, state: string, probability: number }} best
 */
function bestWords({ row, column, state, probability }) {
  return `r${row}c${column}, ${state === 'safe' ? 'safe' : `a mine with a chance of ${percent(probability)}`}`;
}
