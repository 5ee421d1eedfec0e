// The panel Play: minesweeper with flags and chording; the other puzzles with marks, a clock and hints.

import { question } from '../actions.js';
import { cellOf, nameOf } from '../cells.js';
import { noEntries } from '../document.js';
import { button, element, field, select } from '../dom.js';
import { withGivens } from '../kinds/kind.js';
import { hiddenBoard, minesweeper } from '../kinds/minesweeper.js';
import { Minefield } from '../minefield.js';
import { noAnalysis } from '../view.js';
import { clockOf, noStep, sentence, several } from '../words.js';

/** @typedef {import('../app.js').App} App */

/** How the other puzzles are played. */
const HELP = /** @type {Record<string, string>} */ ({
  queens: 'The clock runs until all queens are right. A click places a queen, a right click makes a cross as a note.',
  numbers:
    'The clock runs until every cell is right. Z, X and C choose values, corner and centre marks; Shift with a digit makes a corner mark.',
});

/** @type {import('./panel.js').Panel} */
export const play = { id: 'play', title: 'Play', create: (app) => new PlayPanel(app).element };

class PlayPanel {
  /**
   * @param {App} app
   */
  constructor(app) {
    this.app = app;
    /** The game that the board belongs to, also after its end.
     * @type {Minefield | null} */
    this.field = null;
    this.running = false;
    /** Whether the game itself changes the board. */
    this.isMoving = false;
    this.begun = 0;
    this.clock = element('span', { class: 'clock', role: 'timer', 'aria-label': 'Time' }, '0:00');
    this.left = element('p', { class: 'note' });
    this.board = select([...minesweeper.sizes.map(({ measure, text }) => /** @type {[string, string]} */ ([measure, text])), ['own', 'Own size']]);
    this.rows = element('input', { type: 'number', min: 2, max: 60, value: 9 });
    this.columns = element('input', { type: 'number', min: 2, max: 60, value: 9 });
    this.mines = element('input', { type: 'number', min: 1, max: 3000, value: 10 });
    this.own = element(
      'div',
      { class: 'row', hidden: true },
      field('Rows', this.rows),
      field('Columns', this.columns),
      field('Mines', this.mines),
    );
    this.board.addEventListener('change', () => (this.own.hidden = this.board.value !== 'own'));
    this.boards = element('div', { class: 'stack' }, field('Board', this.board), this.own);
    this.help = element('p', { class: 'note' });
    this.flagging = button('⚑ Flags', () => this.toggleFlagging(), {
      class: 'toggle',
      'aria-pressed': 'false',
      title: 'Clicks and taps plant flags instead of opening squares',
    });
    this.startButton = button('New game', () => this.start(), { class: 'primary' });
    this.stopButton = button('Stop', () => this.stop('The game was stopped.', 'plain'), { hidden: true });
    this.element = element(
      'div',
      { class: 'stack' },
      this.boards,
      element(
        'div',
        { class: 'row' },
        this.startButton,
        question(app, 'Hint', () => this.hint()),
        this.flagging,
        this.stopButton,
      ),
      element('div', { class: 'row' }, this.clock, this.left),
      this.help,
    );
    app.play = this;
    app.addEventListener('kind', () => this.kindChanged());
    app.addEventListener('puzzle', () => {
      if (this.isMoving) return;
      if (this.running) this.stop('The puzzle was changed, so the game ended.', 'plain');
      this.field = null;
      this.clock.textContent = clockOf(0);
    });
    app.addEventListener('entries', () => void this.entered());
    app.addEventListener('panel', () => app.draw());
    setInterval(() => this.tick(), 500);
  }

  get mining() {
    return this.app.kind.id === 'minesweeper';
  }

  /** While this panel shows minesweeper, or a game of it runs, nothing edits the board. */
  get holdsBoard() {
    return this.mining && (this.running || this.app.panel === play.id);
  }

  kindChanged() {
    if (this.running) this.stop('The game was stopped.', 'plain');
    this.boards.hidden = !this.mining;
    this.left.textContent = '';
    this.flagging.hidden = !this.mining;
    this.startButton.textContent = this.mining ? 'New game' : 'Start';
    this.help.textContent = this.mining
      ? 'Click opens, right click or f flags. A click on a number opens around it when all its mines are flagged.'
      : (HELP[this.app.kind.id] ?? HELP.numbers);
  }

  start() {
    const { app } = this;
    if (this.mining) {
      const { rows, cols, mines } = this.chosenBoard();
      const fits = (/** @type {number} */ side) => Number.isInteger(side) && side >= 2 && side <= 60;
      if (!fits(rows) || !fits(cols) || !Number.isInteger(mines) || mines < 1 || mines >= rows * cols) {
        app.status.say('A board has 2 to 60 rows and columns, at least one mine, and a square without one.', 'bad');
        return;
      }
      this.field = new Minefield(rows, cols, mines);
      // Odds would give the game away.
      app.setOverlay(noAnalysis());
      this.change(hiddenBoard(rows, cols, mines), noEntries());
      app.editor.select(['r1c1'], 'r1c1');
      app.status.say('A new game: open any square. The first one is never a mine.');
    } else {
      app.document.enter(noEntries());
      app.editor.setMode('value');
      app.answers.clear();
      app.setOverlay({ ...noAnalysis(), answer: {}, struck: {}, highlights: {} });
      app.status.sayOfPuzzle('The clock is running: enter your values. The board says when all are right.');
    }
    this.running = true;
    this.begun = performance.now();
    this.tick();
    this.stopButton.hidden = false;
    this.showLeft();
    app.board.focusCell(app.editor.cursor);
  }

  /** The size and the mines of the next game of minesweeper. */
  chosenBoard() {
    const usual = minesweeper.sizes.find(({ measure }) => measure === this.board.value);
    return usual?.make() ?? { rows: Number(this.rows.value), cols: Number(this.columns.value), mines: Number(this.mines.value) };
  }

  tick() {
    if (this.running) this.clock.textContent = clockOf(performance.now() - this.begun);
  }

  /**
   * @param {string} words
   * @param {import('../status.js').Tone} tone
   */
  stop(words, tone) {
    this.tick();
    this.running = false;
    this.stopButton.hidden = true;
    this.left.textContent = '';
    this.app.draw();
    this.app.status.say(words, tone);
  }

  showLeft() {
    if (!this.mining || !this.field) return;
    const flags = Object.values(this.app.document.entries.values).filter((value) => value === 'mine').length;
    const unflagged = several(this.field.number - flags, 'mine');
    this.left.textContent = `${unflagged} left.`;
    if (!this.field.mines) return;
    const safe = this.hidden - this.field.number;
    this.app.status.say(`${unflagged} without a flag, ${several(safe, 'safe square')} to open.`);
  }

  /** How many squares are not open yet. */
  get hidden() {
    return this.app.document.puzzle.board.join('').split('?').length - 1;
  }

  /**
   * A click on a minesweeper board. Returns whether the game took it.
   * @param {string} cell
   * @param {boolean} second
   * @param {boolean} middle
   */
  click(cell, second, middle) {
    if (!this.holdsBoard) return false;
    this.app.editor.select([cell], cell);
    this.app.board.focusCell(cell);
    if (!this.running) {
      if (!this.field) this.app.status.say('New game begins a game; the panel Edit changes the board.');
      return true;
    }
    if (second || (this.isFlagging && this.closed(cell))) this.flag(cell);
    else this.open(cell, middle);
    return true;
  }

  /** Whether a click plants a flag, for screens without a second button. */
  get isFlagging() {
    return this.flagging.getAttribute('aria-pressed') === 'true';
  }

  toggleFlagging() {
    this.flagging.setAttribute('aria-pressed', String(!this.isFlagging));
  }

  /**
   * A key on a minesweeper board. Returns whether the game took it.
   * @param {string} key
   */
  key(key) {
    if (!this.holdsBoard) return false;
    if (!this.running) return isEdit(key);
    if (key === 'f') this.flag(this.app.editor.cursor);
    else if (key === 'Enter' || key === ' ') this.open(this.app.editor.cursor, false);
    return isEdit(key);
  }

  /**
   * @param {string} cell
   */
  flag(cell) {
    const { kind, document } = this.app;
    if (kind.given(document.puzzle, cellOf(cell)) !== null) return;
    const { [cell]: own, ...values } = document.entries.values;
    document.enter({ ...document.entries, values: own === 'mine' ? values : { ...values, [cell]: 'mine' } });
    this.showLeft();
  }

  /**
   * Opens a square, or all squares around a number whose mines are flagged.
   * @param {string} cell
   * @param {boolean} middle
   */
  open(cell, middle) {
    const { kind, document } = this.app;
    const number = kind.given(document.puzzle, cellOf(cell));
    if (!this.field || this.isFlagged(cell) || (middle && number === null)) return;
    let chosen = [cell];
    if (number !== null) {
      const around = this.field.around(cell);
      if (around.filter((name) => this.isFlagged(name)).length !== number) return;
      chosen = around.filter((name) => !this.isFlagged(name) && this.closed(name));
      if (chosen.length === 0) return;
    }
    // A flag protects its square also from the squares that a 0 opens.
    const opened = this.field.open(chosen, (name) => this.closed(name) && !this.isFlagged(name));
    if (!opened) this.lose(chosen);
    else this.reveal(opened);
  }

  /**
   * Whether a square has a flag. A hint may have entered that it is safe, which is none.
   * @param {string} name
   */
  isFlagged(name) {
    return this.app.document.entries.values[name] === 'mine';
  }

  /**
   * @param {string} name
   */
  closed(name) {
    const { kind, document } = this.app;
    return kind.given(document.puzzle, cellOf(name)) === null;
  }

  /**
   * @param {Map<string, number>} opened
   */
  reveal(opened) {
    const { kind, document } = this.app;
    this.change(withGivens(kind, document.puzzle, opened), document.entries);
    this.showLeft();
    if (this.hidden === this.field?.number) this.stop(`Won in ${clockOf(performance.now() - this.begun)}.`, 'good');
  }

  /**
   * A change that belongs to the game.
   * @param {import('../document.js').Puzzle} puzzle
   * @param {import('../document.js').Entries} entries
   */
  change(puzzle, entries) {
    this.isMoving = true;
    this.app.document.edit(puzzle, { entries });
    this.isMoving = false;
  }

  /**
   * @param {string[]} chosen the squares that were opened
   */
  lose(chosen) {
    const { app } = this;
    const wrong = chosen.filter((name) => this.field?.mines?.has(name));
    const answer = Object.fromEntries([...(this.field?.mines ?? [])].map((name) => [name, 'mine']));
    this.stop('A mine exploded. New game begins another.', 'bad');
    app.setOverlay({ answer, highlights: { wrong } });
  }

  /** The other puzzles: when every cell has a value, the rules decide. */
  async entered() {
    const { app } = this;
    if (!this.running || this.mining || !this.filled()) return;
    const { puzzle, entries } = app.document;
    try {
      const more = { asksEntries: true, solution: app.kind.progress(puzzle, entries) };
      const { answer } = await app.run('Checking', 'check', {}, more);
      if (answer.correct) this.stop(`Solved in ${clockOf(performance.now() - this.begun)}.`, 'good');
      else app.status.say(sentence(`not yet: ${answer.reason}`), 'bad');
    } catch (error) {
      app.fail(error);
    }
  }

  filled() {
    const { kind, document } = this.app;
    const { rows, columns } = kind.size(document.puzzle);
    if (kind.id === 'queens') {
      const own = Object.values(document.entries.values).filter((value) => value === 'queen').length;
      return own + (document.puzzle.queens?.length ?? 0) === rows;
    }
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const cell = /** @type {import('../cells.js').Cell} */ ([row, column]);
        if (
          kind.open(document.puzzle, cell) &&
          kind.given(document.puzzle, cell) === null &&
          document.entries.values[nameOf(row, column)] === undefined
        )
          return false;
      }
    }
    return true;
  }

  async hint() {
    const { app } = this;
    if (this.mining) {
      const { answer } = await app.run('Looking for a safe square', 'analyze');
      const best = answer.best;
      if (!best) {
        app.status.say('No square was found.');
        return;
      }
      app.setOverlay({ highlights: { subject: [`r${best.row}c${best.column}`] } });
      app.status.say(
        best.state === 'safe'
          ? `r${best.row}c${best.column} is safe.`
          : `No square is safe; r${best.row}c${best.column} is the best guess.`,
      );
      return;
    }
    const { answer, steps } = await app.hints.next();
    const step = steps.at(-1);
    if (!step) {
      app.status.say(noStep(answer));
      return;
    }
    app.setOverlay({ highlights: step.highlights ?? { subject: step.facts.map((/** @type {any} */ fact) => fact.cell) } });
    app.status.say(sentence(`${step.text}: ${step.because.join('; ')}`));
  }
}

/**
 * Whether a key would change a minesweeper board, or opens a square.
 * @param {string} key
 */
const isEdit = (key) => ['f', 'h', 'Enter', ' ', 'Backspace', 'Delete'].includes(key) || /^\d$/.test(key);
