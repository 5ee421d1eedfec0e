// Wires the page: documents, board, panels, dialogs and the status line.

import { Answers } from './answers.js';
import { Board } from './board.js';
import { checkChanges } from './checking.js';
import { Client, EngineError, Stopped, isAbandoned } from './client.js';
import { PuzzleDocument } from './document.js';
import { Editor } from './editor.js';
import { commands } from './header.js';
import { Hints } from './hints.js';
import { listen } from './keys.js';
import { KINDS, kindOf } from './kinds/index.js';
import { entriesFor, fragmentOf, linked } from './link.js';
import { Panels } from './panels/panels.js';
import { Status } from './status.js';
import { applyTheme } from './theme.js';
import { mark, tabs } from './tabs.js';
import { Toolbar } from './toolbar.js';
import { noOverlay, viewOf } from './view.js';
import { failure, solveMessage } from './words.js';

/**
 * @typedef {import('./kinds/kind.js').Kind} Kind
 * @typedef {import('./view.js').Overlay} Overlay
 *
 * A game that takes over pointer and keys.
 * @typedef {object} Play
 * @property {boolean} holdsBoard whether pointer, keys and undo leave the puzzle alone
 * @property {(cell: string, second: boolean, middle: boolean) => boolean} click
 * @property {(key: string) => boolean} key
 */

/** Squares of the largest board that the page shows. */
const MOST_SQUARES = 250_000;

/** Squares of the largest board whose picture is surely drawn in the time of a short job. */
const MOST_QUICK_SQUARES = 10_000;

/** A picture in this time, in seconds, does not wait for long jobs. */
const PICTURE_TIME = 5;

/** The parts of a link without any entries. */
const NO_ENTRIES = { values: '', corner: '', centre: '' };

/** Events: `kind` when another kind is shown, `puzzle` when the puzzle changed, `entries` when the entries did,
 *  `ask` when another question replaces what was found, `draw` after drawing, `panel` when another panel is shown. */
export class App extends EventTarget {
  constructor() {
    super();
    this.client = new Client();
    this.board = new Board();
    this.status = new Status();
    this.editor = new Editor(this);
    this.answers = new Answers(this);
    this.hints = new Hints(this);
    /** @type {Kind} */
    this.kind = KINDS[0];
    /** @type {Map<string, PuzzleDocument>} */
    this.documents = new Map();
    /** @type {Overlay} */
    this.overlay = noOverlay();
    /** @type {import('./client.js').Job | null} */
    this.job = null;
    /** Whether the present work is about the entries. */
    this.asksEntries = false;
    /** @type {Play | null} */
    this.play = null;
    /** A panel that takes clicks on the board, which then change nothing.
     * @type {((cell: string) => void) | null} */
    this.pointing = null;
    /** The id of the panel that is shown. */
    this.panel = '';
    this.drawing = new AbortController();
    /** @type {string | undefined} the part of the address that the page wrote last */
    this.fragment = undefined;
    /** Whether the next puzzle gets a new entry in the browser's history, so that Back returns to the one before. */
    this.isNewEntry = false;
    /** The puzzle that is being opened, if any; whatever happens later ends it. */
    this.opening = new AbortController();
  }

  /** The document of the kind that is shown. */
  get document() {
    return this.documentOf(this.kind);
  }

  /**
   * @param {Kind} kind
   */
  documentOf(kind) {
    const known = this.documents.get(kind.id);
    if (known) return known;
    const made = new PuzzleDocument(kind.empty);
    made.addEventListener('puzzle', () => this.puzzleChanged(made));
    made.addEventListener('entries', () => this.entriesChanged(made));
    this.documents.set(kind.id, made);
    return made;
  }

  start() {
    applyTheme();
    slot('stage').append(this.board);
    slot('status').append(this.status);
    this.kindTabs = tabs(KINDS, (kind) => this.chooseKind(kind), this.kind);
    slot('kinds').append(...this.kindTabs);
    slot('commands').append(...commands(this));
    this.toolbar = new Toolbar(this, slot('toolbar'), slot('pad'));
    this.panels = new Panels(this, slot('tabs'), slot('panels'));
    this.board.handler = this.editor;
    this.editor.addEventListener('change', () => this.draw());
    listen(this);
    checkChanges(this);
    addEventListener('hashchange', () => void this.followLink());
    void this.followLink().then((found) => {
      if (!found) this.showKind(this.kind);
    });
  }

  // The puzzle.

  /**
   * @param {Kind} kind
   */
  chooseKind(kind) {
    this.opening.abort();
    this.isNewEntry = kind !== this.kind;
    this.showKind(kind);
  }

  /**
   * @param {Kind} kind
   */
  showKind(kind) {
    this.abandon();
    this.kind = kind;
    mark(this.kindTabs ?? [], kind.id);
    this.overlay = noOverlay();
    this.picture = undefined;
    this.answers.clear();
    this.editor.tool = null;
    this.editor.firstGroup = undefined;
    this.editor.mode = kind.hasClues(this.document.puzzle) && kind.marks.length > 0 ? 'value' : 'clue';
    this.editor.clip();
    this.editor.changed();
    this.dispatchEvent(new Event('kind'));
    this.puzzleChanged(this.document);
  }

  /**
   * Opens a text of any format: a puzzle, a file's content or a link. An error leaves everything as it is, and so does
   * another opening or a change before the engine has answered.
   * @param {string} text
   * @param {{ kind?: string, title?: string, entries?: import('./link.js').LinkedEntries, isNewEntry?: boolean }} [options]
   */
  async open(text, { kind: word, entries: linkedEntries = NO_ENTRIES, title, isNewEntry = true } = {}) {
    this.opening.abort();
    const { signal } = (this.opening = new AbortController());
    const options = { to: 'json' };
    // A text with several puzzles has an answer for each; the first is opened.
    const answers = [await this.client.ask('convert', { puzzle: word, input: text, options }, signal)].flat();
    const [answer] = answers;
    const kind = kindOf(answer.puzzle);
    if (!kind) throw new EngineError(`this page has no board for ${answer.puzzle}`);
    const puzzle = kind.normalise(JSON.parse(answer.text));
    const { rows, columns } = kind.size(puzzle);
    if (rows * columns > MOST_SQUARES) {
      throw new EngineError(`a board of ${rows}×${columns} is too large for the page; the command line takes it`);
    }
    const { entries, complaint } = entriesFor(kind, puzzle, linkedEntries);
    this.isNewEntry = isNewEntry;
    this.documentOf(kind).open(puzzle, entries);
    this.showKind(kind);
    const opened = title ?? (answers.length > 1 ? `The first of ${answers.length} puzzles` : '');
    const understood = answer.notes ? ` How the text was understood: ${answer.notes.join('; ')}.` : '';
    if (opened) this.status.sayOfPuzzle(`${opened}: ${this.kind.title}, ${this.measure}. ${this.remark()}${understood}`);
    else if (understood) this.status.say(understood.trim());
    if (complaint) this.status.say(complaint, 'bad');
  }

  /** Opens the puzzle in the address. Returns whether the address has anything to open. */
  async followLink() {
    this.opening.abort();
    if (location.hash === this.fragment) return true;
    if (location.hash === '') return false;
    try {
      await this.open(...openingOf(location.hash));
    } catch (error) {
      if (!isAbandoned(error)) this.keepAddress(error);
    }
    return true;
  }

  /**
   * Says why the address cannot be opened. The address stays as it is until something is changed.
   * @param {unknown} error
   */
  keepAddress(error) {
    const isStart = this.fragment === undefined;
    this.fragment = location.hash;
    // At the start there is no board yet; it would say something else than the error.
    if (isStart) {
      const address = location.href;
      this.showKind(this.kind);
      this.fragment = new URL(address).hash;
      history.replaceState(null, '', address);
    }
    this.fail(error, 'The address has no puzzle that can be read: ');
  }

  /**
   * @param {PuzzleDocument} document
   */
  puzzleChanged(document) {
    if (document !== this.document) return;
    this.opening.abort();
    this.abandon();
    this.editor.clip();
    const { analysis, oddsOf } = this.overlay;
    // Candidates and odds are asked for again by their panel; until then the old ones would be wrong.
    this.overlay = { ...noOverlay(), analysis, oddsOf };
    this.answers.clear();
    this.remember();
    this.dropPicture();
    void this.fetchPicture();
    this.draw();
    // What was known is about the puzzle before.
    this.describe();
    this.dispatchEvent(new Event('puzzle'));
  }

  /**
   * @param {PuzzleDocument} document
   */
  entriesChanged(document) {
    if (document !== this.document) return;
    this.opening.abort();
    if (this.asksEntries) this.abandon();
    this.overlay = { ...this.overlay, answer: {}, struck: {}, highlights: {} };
    this.answers.index = -1;
    if (!this.status.known.isOfPuzzle) this.describe();
    this.remember();
    this.draw();
    this.dispatchEvent(new Event('entries'));
  }

  /** Keeps the puzzle in the address. Changes of a puzzle share an entry of the browser's history. */
  remember() {
    const { puzzle, entries } = this.document;
    // A link must open; it keeps the last puzzle that was complete.
    if (this.draft) return;
    this.fragment = fragmentOf(this.kind.id, this.kind.text(puzzle), entries);
    if (this.isNewEntry && this.fragment !== location.hash) history.pushState(null, '', this.fragment);
    else history.replaceState(null, '', this.fragment);
    this.isNewEntry = false;
  }

  // The board.

  /** Takes the picture of another board away; a change of the same board replaces it without an empty moment. */
  dropPicture() {
    const { rows, columns } = this.kind.size(this.document.puzzle);
    if (this.picture?.rows === rows && this.picture.columns === columns) return;
    this.picture = undefined;
    this.board.clear();
  }

  /** Asks the engine for the picture below the cells. */
  async fetchPicture() {
    this.drawing.abort();
    this.drawing = new AbortController();
    const { kind } = this;
    const puzzle = this.draft?.puzzle ?? this.document.puzzle;
    const { rows, columns } = kind.size(puzzle);
    const options = rows * columns <= MOST_QUICK_SQUARES ? { timeout: PICTURE_TIME } : {};
    try {
      const request = { puzzle: kind.id, input: kind.text(puzzle), options };
      const picture = await this.client.ask('render', request, this.drawing.signal);
      if (kind !== this.kind) return;
      this.document.accept();
      this.board.show(picture);
      this.picture = picture;
      document.title = `${picture.title} – Sator`;
      this.draw();
    } catch (error) {
      const isRefused = error instanceof EngineError && error.status === 400 && this.document.takeBack();
      this.fail(error, isRefused ? 'This change was taken back: ' : '');
    }
  }

  draw() {
    const { selection, cursor, path } = this.editor;
    this.board.draw({ ...viewOf(this), selection, cursor, path });
    this.dispatchEvent(new Event('draw'));
  }

  /**
   * @param {Partial<Overlay>} change
   */
  setOverlay(change) {
    this.overlay = { ...this.overlay, ...change };
    this.draw();
  }

  /**
   * A request about the puzzle.
   * @param {Record<string, unknown>} [options]
   * @param {{ progress?: string, solution?: string }} [more]
   */
  request(options = {}, more = {}) {
    if (this.draft) throw new EngineError(this.draft.words);
    return { puzzle: this.kind.id, input: this.kind.text(this.document.puzzle), options, ...more };
  }

  /**
   * Takes away what the last question found, in the panels and on the board: the next question replaces it.
   * A solution stays.
   */
  clearFindings() {
    this.dispatchEvent(new Event('ask'));
    const isSolution = this.answers.index >= 0;
    this.setOverlay({ struck: {}, highlights: {}, ...(!isSolution && { answer: {} }) });
  }

  // The engine.

  /**
   * Asks the engine about the puzzle. The work can be stopped, and another question replaces it.
   * @param {string} activity
   * @param {string} verb
   * @param {Record<string, unknown>} [options]
   * @param {{ asksEntries?: boolean, progress?: string, solution?: string, puzzle?: string, input?: string }} [more]
   *   work that asks about the entries ends when they change
   * @returns {Promise<{ answer: any, time: number, stopped: boolean }>}
   */
  async run(activity, verb, options = {}, { asksEntries = false, ...more } = {}) {
    this.abandon();
    // Work with an input of its own does not need the board.
    const request = 'input' in more ? { options, ...more } : this.request(options, more);
    this.asksEntries = asksEntries;
    const job = this.client.start(verb, request, (progress) => this.status.progress(progress));
    this.job = job;
    this.status.work(activity, () => job.stop());
    const begin = performance.now();
    try {
      const answer = await job.result;
      return { answer, time: performance.now() - begin, stopped: job.stopping };
    } finally {
      if (this.job === job) {
        this.job = null;
        this.status.idle();
      }
    }
  }

  /**
   * Asks for steps from where the player is.
   * @param {string} activity
   * @param {Record<string, unknown>} [options]
   */
  async runSteps(activity, options = {}) {
    const { puzzle, entries, hasEntries } = this.document;
    const progress = hasEntries ? this.kind.progress(puzzle, entries) : undefined;
    const { answer } = await this.run(activity, 'explain', options, { asksEntries: true, progress });
    return answer;
  }

  /** Stops the present work; what is known so far is still shown. */
  stop() {
    this.job?.stop();
  }

  /** Ends the present work without an answer. */
  abandon() {
    this.job?.abandon();
    this.job = null;
    this.status.idle();
  }

  /**
   * Says what `solve` found, and marks a contradiction on the board.
   * @param {any} answer
   * @param {number} [time]
   */
  report(answer, time = 0) {
    const [words, tone] = solveMessage(answer, time);
    const statement = `${words} ${answer.status === 'sat' ? this.remark() : ''}`;
    // Other sentences are about the answer on the board, which goes when the entries change.
    if (answer.status === 'unsat' || answer.unique === true) this.status.sayOfPuzzle(statement, tone);
    else this.status.say(statement, tone);
    if (answer.conflict_cells) this.setOverlay({ highlights: { conflict: answer.conflict_cells } });
  }

  /**
   * @param {number} step
   */
  showNext(step) {
    this.answers.move(step).catch((error) => this.fail(error));
  }

  /**
   * Says in words what went wrong. Work that was abandoned is no error, and its end is not said.
   * @param {unknown} error
   * @param {string} [before]
   */
  fail(error, before = '') {
    if (isAbandoned(error)) return;
    this.status.say(before + failure(error), error instanceof Stopped ? 'plain' : 'bad');
  }

  /** What is easily misunderstood about the puzzle or its picture, or nothing. */
  remark() {
    return [this.kind.remark(this.document.puzzle), this.board.remark].filter(Boolean).join(' ');
  }

  /** Says what is on the board, when nothing else is known. */
  describe() {
    const { kind, measure, draft } = this;
    if (draft) {
      this.status.say(draft.words);
      return;
    }
    const isEmpty = !kind.isPuzzleEmpty && !kind.hasClues(this.document.puzzle);
    const begin = isEmpty ? `An empty board, ${measure}: type, paste a puzzle, or choose an example.` : `${kind.title}, ${measure}.`;
    this.status.sayOfPuzzle(`${begin} ${this.remark()}`);
  }

  /** The puzzle while it is not complete. */
  get draft() {
    return this.kind.draft?.(this.document.puzzle) ?? null;
  }

  /** The size of the board: 9×9. */
  get measure() {
    const { rows, columns } = this.kind.size(this.document.puzzle);
    return `${rows}×${columns}`;
  }
}

/**
 * What the part of an address after `#` asks to open.
 * @param {string} fragment
 * @returns {Parameters<App['open']>}
 */
function openingOf(fragment) {
  const link = linked(fragment);
  if (!link) throw new EngineError('expected a kind and a puzzle, such as #queens=8');
  return [link.text, { ...link, isNewEntry: false }];
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function slot(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
}

new App().start();
