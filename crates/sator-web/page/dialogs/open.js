// Opening a puzzle: a pasted text or link, or a file. An error stands beside the box, which keeps its text.

import { EngineError } from '../client.js';
import { element, field, select } from '../dom.js';
import { KINDS } from '../kinds/index.js';
import { dialog } from './dialog.js';

/** @typedef {import('../app.js').App} App */

const LARGEST = 4_000_000;

/**
 * @param {App} app
 */
export function openDialog(app) {
  const box = element('textarea', {
    rows: 12, spellcheck: 'false', 'aria-label': 'Puzzle', 'aria-describedby': 'open-error',
    placeholder: '53..7....6..195...\n\nA grid, a line, a killer map, JSON, or a link of f-puzzles, SudokuPad, puzz.link or Penpa',
  });
  const error = element('p', { id: 'open-error', class: 'error', role: 'alert' });
  const files = element('input', { type: 'file', 'aria-label': 'File' });
  const kind = select([['', 'recognised'], ...KINDS.map(({ id, title }) => /** @type {[string, string]} */ ([id, title]))]);
  const form = element('form', {}, box, error, element('div', { class: 'row' }, files, field('Kind', kind), element('button', { class: 'primary' }, 'Open')));
  const made = dialog('Open a puzzle', form);

  const open = async (/** @type {string} */ text) => {
    error.textContent = '';
    try {
      await app.open(text, { kind: kind.value || undefined });
      box.value = '';
      made.close();
    } catch (failure) {
      box.value = text;
      complain(error, box, failure);
      if (!made.open) made.showModal();
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void open(box.value);
  });
  files.addEventListener('change', () => void readFile(files.files?.[0], open, error));
  takePastes(open);
  takeDrops((file) => void readFile(file, open, error));
  return {
    show() {
      error.textContent = '';
      kind.value = '';
      made.showModal();
      box.focus();
    },
  };
}

/**
 * Shows what is wrong, and puts the cursor at its place.
 * @param {HTMLElement} place
 * @param {HTMLTextAreaElement} box
 * @param {unknown} failure
 */
function complain(place, box, failure) {
  const { message, line, column } = failure instanceof EngineError ? failure : new EngineError(String(failure));
  const where = line ? `Line ${line}${column ? `, column ${column}` : ''}: ` : '';
  // The words for the command line are said in those of this dialog.
  const words = message.replace(/^standard input:(\d+:(\d+:)?)?\s*/, '').replace(/Name its kind before it.*$/s, 'Choose its kind below.');
  place.replaceChildren(element('strong', {}, 'This could not be read. '), where + words);
  if (!line) return;
  const lines = box.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0) + Math.max(0, (column ?? 1) - 1);
  box.focus();
  box.setSelectionRange(start, start + 1);
}

/**
 * @param {File | undefined} file
 * @param {(text: string) => Promise<void>} open
 * @param {HTMLElement} error
 */
async function readFile(file, open, error) {
  if (!file) return;
  if (file.size > LARGEST) {
    error.textContent = `${file.name} has ${file.size} bytes; at most ${LARGEST} are read.`;
    return;
  }
  await open(await file.text());
}

/**
 * A text pasted anywhere outside a field is opened.
 * @param {(text: string) => Promise<void>} open
 */
function takePastes(open) {
  document.addEventListener('paste', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest('input, textarea, dialog')) return;
    const text = event.clipboardData?.getData('text') ?? '';
    if (text.trim() === '') return;
    event.preventDefault();
    void open(text);
  });
}

/**
 * A file or text dropped anywhere is opened.
 * @param {(file: File) => void} open
 */
function takeDrops(open) {
  const { classList } = document.documentElement;
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) classList.remove('dropping');
  });
  document.addEventListener('drop', (event) => {
    classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    open(file);
  });
}
