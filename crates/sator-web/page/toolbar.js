// The bar above the board: what typing means, undo and redo. And the pad of digits for touch screens.

import { noEntries } from './document.js';
import { button, element } from './dom.js';

/** @typedef {import('./app.js').App} App
 *  @typedef {import('./editor.js').Mode} Mode */

/** @type {{ mode: Mode, title: string, key: string, help: string }[]} */
const MODES = [
  { mode: 'clue', title: 'Clues', key: 'V', help: 'Typing changes the puzzle' },
  { mode: 'value', title: 'Values', key: 'Z', help: 'Typing enters your own values' },
  { mode: 'corner', title: 'Corner', key: 'X', help: 'Typing adds small marks in the corners' },
  { mode: 'centre', title: 'Centre', key: 'C', help: 'Typing adds small marks in the middle' },
];

export class Toolbar {
  /**
   * @param {App} app
   * @param {HTMLElement} bar
   * @param {HTMLElement} pad
   */
  constructor(app, bar, pad) {
    this.app = app;
    this.pad = pad;
    /** What the pad was filled for. */
    this.signature = '';
    this.modes = MODES.map(({ mode, title, key, help }) =>
      button(title, () => app.editor.setMode(mode), { 'data-mode': mode, title: `${help} (${key})`, 'aria-keyshortcuts': key }),
    );
    this.undo = button('↶', () => app.editor.undo(), { class: 'icon', 'aria-label': 'Undo', title: 'Undo (Ctrl+Z)' });
    this.redo = button('↷', () => app.editor.redo(), { class: 'icon', 'aria-label': 'Redo', title: 'Redo (Ctrl+Y)' });
    this.clear = button('Clear', () => this.clearEntries(), { class: 'quiet', title: 'Remove your values and marks, and the answer' });
    this.title = element('span', { class: 'title' });
    this.modeGroup = element('div', { class: 'segments', role: 'group', 'aria-label': 'Typing means' }, ...this.modes);
    bar.append(this.modeGroup, this.title, this.clear, this.undo, this.redo);
    app.addEventListener('draw', () => this.update());
    app.addEventListener('kind', () => this.fillPad());
    app.addEventListener('puzzle', () => this.fillPad());
  }

  update() {
    const { editor, kind, document, overlay, picture } = this.app;
    for (const segment of this.modes) {
      const mode = segment.dataset.mode ?? '';
      segment.setAttribute('aria-pressed', String(mode === editor.mode));
      segment.hidden = mode !== 'clue' && !kind.marks.includes(mode);
    }
    this.modeGroup.hidden = kind.marks.length === 0;
    this.undo.disabled = !editor.canUndo;
    this.redo.disabled = !editor.canRedo;
    this.pad.hidden = this.app.play?.holdsBoard ?? false;
    this.title.textContent = picture?.title ?? '';
    const { values, corner, centre } = document.entries;
    this.clear.hidden = [values, corner, centre, overlay.answer].every((record) => Object.keys(record).length === 0);
  }

  clearEntries() {
    const { document } = this.app;
    this.app.answers.clear();
    if (document.hasEntries || Object.keys(document.entries.corner).length + Object.keys(document.entries.centre).length > 0) {
      document.enter(noEntries());
    } else {
      this.app.setOverlay({ answer: {} });
    }
    this.app.describe();
  }

  /** The pad has a button for each value, and one to clear. */
  fillPad() {
    const { kind, document } = this.app;
    const values = kind.values(document.puzzle);
    const signature = `${kind.id} ${values.length} ${document.puzzle.alphabet ?? ''}`;
    if (signature === this.signature) return;
    this.signature = signature;
    const more = (kind.padKeys ?? []).map(({ text, label, key }) => this.padButton(text, label, key));
    const number = values.length + more.length + 1;
    this.pad.style.setProperty('--columns', String(number > 12 ? 6 : Math.max(3, Math.ceil(number / 2))));
    this.pad.replaceChildren(
      ...values.map((value) =>
        this.padButton(kind.symbol(document.puzzle, value), kind.words(document.puzzle, value), String(value), () => this.enter(value)),
      ),
      ...more,
      this.padButton('⌫', 'Clear', 'Backspace'),
    );
  }

  /**
   * @param {import('./document.js').Value} value
   */
  enter(value) {
    const { kind, editor } = this.app;
    if (editor.mode === 'clue' && kind.withTotal && editor.tool?.id !== 'givens') editor.type(String(value));
    else editor.enterValue(value);
  }

  /**
   * A button that does what a key does. A game takes keys first.
   * @param {string} text
   * @param {string} label
   * @param {string} key
   * @param {() => void} [perform] where it is more than the key
   */
  padButton(text, label, key, perform = () => void this.app.editor.type(key)) {
    const press = () => {
      if (!this.app.play?.key(key)) perform();
    };
    return button(text, press, { 'aria-label': label });
  }
}
