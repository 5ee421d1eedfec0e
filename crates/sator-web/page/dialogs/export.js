// Sharing and saving: a link, texts of other tools, formulas for solvers, pictures and paper.

import { isAbandoned } from '../client.js';
import { button, download, element } from '../dom.js';
import { failure } from '../words.js';
import { dialog } from './dialog.js';
import { pngOf } from './png.js';

/** @typedef {import('../app.js').App} App
 *
 * @typedef {object} Form
 * @property {string} title
 * @property {string} [file] the name of the file to save
 * @property {string[]} [kinds] only for these
 * @property {(app: App, signal: AbortSignal) => Promise<string>} text
 */

/**
 * A format that `convert` writes.
 * @param {string} title
 * @param {string} format
 * @param {string} file
 * @param {string[]} [kinds]
 * @returns {Form}
 */
const converted = (title, format, file, kinds) => ({
  title,
  file,
  kinds,
  text: (app, signal) => written(app, 'convert', format, signal),
});

/**
 * A formula that `generate` writes.
 * @param {string} title
 * @param {string} format
 * @param {string} file
 * @returns {Form}
 */
const formula = (title, format, file) => ({
  title,
  file,
  text: (app, signal) => written(app, 'generate', format, signal),
});

/**
 * The text that the engine writes.
 * @param {App} app
 * @param {'convert' | 'generate'} verb
 * @param {string} format
 * @param {AbortSignal} signal
 * @returns {Promise<string>}
 */
const written = async (app, verb, format, signal) => (await app.client.ask(verb, app.request({ to: format }), signal)).text;

/** @type {Form[]} */
const FORMS = [
  { title: 'Link', text: async () => location.href },
  converted('Text', 'text', 'puzzle.txt', ['killer', 'minesweeper', 'futoshiki', 'kakuro']),
  { title: 'Text', file: 'puzzle.txt', kinds: ['sudoku'], text: sudokuText },
  converted('Board', 'board', 'queens.txt', ['queens']),
  converted('JSON', 'json', 'puzzle.json'),
  converted('f-puzzles link', 'fpuzzles-link', 'link.txt', ['sudoku', 'killer']),
  converted('SudokuPad link', 'sudokupad', 'link.txt', ['sudoku', 'killer']),
  formula('CNF (DIMACS)', 'dimacs', 'puzzle.cnf'),
  formula('OPB', 'opb', 'puzzle.opb'),
  formula('SMT-LIB', 'smtlib', 'puzzle.smt2'),
];

const NO_COPY = 'This browser allows copying only on https or localhost: select the text and press Ctrl+C.';

/** Longer texts are saved, but only their beginning is shown. */
const SHOWN = 20_000;

/**
 * @param {App} app
 */
export function exportDialog(app) {
  const box = element('textarea', { rows: 9, readonly: true, 'aria-label': 'Exported text', spellcheck: 'false' });
  const message = element('p', { class: 'error', role: 'alert' });
  const forms = element('div', { class: 'choices', role: 'group', 'aria-label': 'Form' });
  let current = { text: '', file: '' };
  /** The work of the dialog, and of it the text of the chosen form. */
  let work = new AbortController();
  let writing = new AbortController();
  const copy = button(
    'Copy',
    async () => {
      try {
        await navigator.clipboard.writeText(current.text);
      } catch {
        // Without https there is no clipboard at all; otherwise the browser may still refuse it.
        message.textContent = NO_COPY;
        return;
      }
      copy.textContent = 'Copied';
      setTimeout(() => (copy.textContent = 'Copy'), 1500);
    },
    { class: 'primary' },
  );
  const save = button('Save', () => download(current.file, new Blob([current.text])));

  const choose = async (/** @type {Form} */ form, /** @type {HTMLElement} */ chosen) => {
    for (const other of forms.children) other.setAttribute('aria-pressed', String(other === chosen));
    writing.abort();
    writing = new AbortController();
    message.textContent = '';
    show('', '');
    box.placeholder = 'Writing …';
    try {
      show(await form.text(app, writing.signal), form.file ?? '');
    } catch (error) {
      if (isAbandoned(error)) return;
      message.textContent = failure(error);
    }
    box.placeholder = '';
  };
  const show = (/** @type {string} */ text, /** @type {string} */ file) => {
    current = { text, file };
    box.value = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n… ${text.length} characters in all` : text;
    copy.disabled = text === '';
    save.hidden = file === '' || text === '';
  };
  const made = dialog(
    'Export',
    forms,
    box,
    message,
    element(
      'div',
      { class: 'row' },
      button('SVG picture', () => void savePicture(app, message, 'svg', work.signal)),
      button('PNG picture', () => void savePicture(app, message, 'png', work.signal)),
      button('Print', () => {
        made.close();
        print();
      }),
      element('span', { class: 'spring' }),
      save,
      copy,
    ),
  );
  made.addEventListener('close', () => {
    work.abort();
    writing.abort();
  });
  return {
    show() {
      work = new AbortController();
      const offered = FORMS.filter(({ kinds }) => !kinds || kinds.includes(app.kind.id));
      forms.replaceChildren(
        ...offered.map((form) => {
          const choice = button(form.title, () => void choose(form, choice));
          return choice;
        }),
      );
      made.showModal();
      void choose(offered[0], /** @type {HTMLElement} */ (forms.firstElementChild));
    },
  };
}

/**
 * A grid, with lines for extra rules if there are any.
 * @param {App} app
 * @param {AbortSignal} signal
 */
async function sudokuText(app, signal) {
  const { constraints, regions, values } = app.document.puzzle;
  return written(app, 'convert', constraints.length > 0 || regions || values ? 'text' : 'grid', signal);
}

/**
 * Saves the puzzle as a picture, with the answer or the entries that are on the board.
 * @param {App} app
 * @param {HTMLElement} message
 * @param {'svg' | 'png'} form
 * @param {AbortSignal} signal
 */
async function savePicture(app, message, form, signal) {
  try {
    const { puzzle, entries } = app.document;
    const values = { ...entries.values, ...app.overlay.answer };
    const more = Object.keys(values).length > 0 ? { progress: app.kind.progress(puzzle, { ...entries, values }) } : {};
    const { svg, view_box } = await app.client.ask('render', app.request({}, more), signal);
    const blob = form === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg, view_box);
    download(`${app.kind.id}.${form}`, blob);
  } catch (error) {
    if (!isAbandoned(error)) message.textContent = failure(error);
  }
}
