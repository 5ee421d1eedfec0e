// Opening a puzzle: a pasted text or link, or a file. An error stands beside the box, which keeps its text.

import { EngineError, isAbandoned } from '../client.js';
import { element, field, select } from '../dom.js';
import { KINDS } from '../kinds/index.js';
import { dialog } from './dialog.js';

/** @typedef {import('../app.js').App} App */

const LARGEST = 4_000_000;

/** A part of the engine's message about a text of an unknown kind. */
const UNRECOGNISED = 'Name its kind before it';

/**
 * @param {App} app
 */
export function openDialog(app) {
  const box = element('textarea', {
    rows: 12,
    spellcheck: 'false',
    'aria-label': 'Puzzle',
    'aria-describedby': 'open-error',
    placeholder: '53..7....6..195...\n\nA grid, a line, a killer map, JSON, or a link of f-puzzles, SudokuPad, puzz.link or Penpa',
  });
  const error = element('p', { id: 'open-error', class: 'error', role: 'alert' });
  const files = element('input', { type: 'file', 'aria-label': 'File' });
  const kind = select([['', 'recognised'], ...KINDS.map(({ id, title }) => /** @type {[string, string]} */ ([id, title]))]);
  const form = element(
    'form',
    {},
    box,
    error,
    element('div', { class: 'row' }, files, field('Kind', kind), element('button', { class: 'primary' }, 'Open')),
  );
  const made = dialog('Open a puzzle', form);

  let reading = new AbortController();
  const show = () => {
    kind.value = '';
    made.showModal();
  };
  const open = async (/** @type {string} */ text) => {
    error.textContent = '';
    const openAs = (/** @type {string} */ id) => {
      const opened = app.open(text, { kind: id || undefined });
      if (made.open) reading = app.opening;
      return opened;
    };
    // The kind that is chosen is for what is opened from here, not for what is pasted or dropped elsewhere.
    const chosen = made.open ? kind.value : '';
    try {
      await openAs(chosen).catch((failure) => (isUnrecognised(failure) ? openAsShown(app.kind, openAs) : Promise.reject(failure)));
      box.value = '';
      made.close();
    } catch (failure) {
      if (isAbandoned(failure)) return;
      box.value = text;
      complain(error, box, failure);
      if (!made.open) show();
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void open(box.value);
  });
  const read = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    if (file.size <= LARGEST) {
      await open(await file.text());
      return;
    }
    complain(error, box, new EngineError(`${file.name} has ${file.size} bytes; at most ${LARGEST} are read.`));
    if (!made.open) show();
  };
  files.addEventListener('change', () => {
    const file = files.files?.[0];
    // The same file, corrected meanwhile, can be chosen again.
    files.value = '';
    void read(file);
  });
  // What is read from here would open later, or bring the text back. The event comes after the dialog was
  // closed: what was pasted meanwhile goes on.
  made.addEventListener('close', () => reading.abort());
  takePastes(open);
  takeDrops((file) => void read(file), open);
  return {
    show() {
      error.textContent = '';
      show();
      box.focus();
    },
  };
}

/**
 * Whether the engine does not know the kind of a text.
 * @param {unknown} failure
 */
const isUnrecognised = (failure) => failure instanceof EngineError && failure.message.includes(UNRECOGNISED);

/**
 * Opens a text of an unknown kind as the kind that is shown: its error has a place in the text.
 * @param {App['kind']} kind
 * @param {(kind: string) => Promise<void>} openAs
 */
async function openAsShown({ id, title }, openAs) {
  try {
    await openAs(id);
  } catch (failure) {
    if (!(failure instanceof EngineError)) throw failure;
    const words = `${failure.message}. The kind is not recognised, so the text was read as ${title}; choose the kind below.`;
    throw new EngineError(words, failure);
  }
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
  const words = message.replace(/^standard input:(\d+:(\d+:)?)?\s*/, '');
  place.replaceChildren(element('strong', {}, 'This could not be read. '), where + words);
  if (!line) return;
  const lines = box.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0) + Math.max(0, (column ?? 1) - 1);
  box.focus();
  box.setSelectionRange(start, start + 1);
}

/**
 * Whether a text belongs to a field or a dialog, which takes it itself.
 * @param {Event} event
 */
const inField = (event) => event.target instanceof Element && event.target.closest('input, textarea, dialog') !== null;

/**
 * A text pasted anywhere outside a field is opened.
 * @param {(text: string) => Promise<void>} open
 */
function takePastes(open) {
  document.addEventListener('paste', (event) => {
    if (inField(event)) return;
    const text = event.clipboardData?.getData('text') ?? '';
    if (text.trim() === '') return;
    event.preventDefault();
    void open(text);
  });
}

/**
 * A file, text or link dropped anywhere outside a field is opened.
 * @param {(file: File) => void} openFile
 * @param {(text: string) => Promise<void>} openText
 */
function takeDrops(openFile, openText) {
  const { classList } = document.documentElement;
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/plain') || inField(event)) return;
    event.preventDefault();
    classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) classList.remove('dropping');
  });
  document.addEventListener('drop', (event) => {
    classList.remove('dropping');
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData('text') ?? '';
    if (!file && (text.trim() === '' || inField(event))) return;
    event.preventDefault();
    if (file) openFile(file);
    else void openText(text);
  });
}
