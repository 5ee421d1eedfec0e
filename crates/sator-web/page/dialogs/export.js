// Sharing and saving: a link, texts of other tools, formulas for solvers, pictures and paper.

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
 * @property {(app: App) => Promise<string>} text
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
  text: async (app) => (await app.run('Writing', 'convert', { to: format })).answer.text,
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
  text: async (app) => (await app.run('Writing the formula', 'generate', { to: format })).answer.text,
});

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
  const copy = button(
    'Copy',
    async () => {
      if (!navigator.clipboard) {
        message.textContent = 'Over plain http the browser lets no page copy: select the text and press Ctrl+C, or save it.';
        return;
      }
      await navigator.clipboard.writeText(current.text);
      copy.textContent = 'Copied';
      setTimeout(() => (copy.textContent = 'Copy'), 1500);
    },
    { class: 'primary' },
  );
  const save = button('Save', () => download(current.file, new Blob([current.text])));

  const choose = async (/** @type {Form} */ form, /** @type {HTMLElement} */ chosen) => {
    for (const other of forms.children) other.setAttribute('aria-pressed', String(other === chosen));
    message.textContent = '';
    let next = { text: '', file: '' };
    let problem = '';
    try {
      next = { text: await form.text(app), file: form.file ?? '' };
    } catch (error) {
      problem = failure(error);
    }
    // Another form was chosen meanwhile.
    if (chosen.getAttribute('aria-pressed') !== 'true' || !chosen.isConnected) return;
    current = next;
    message.textContent = problem;
    box.value = current.text.length > SHOWN ? `${current.text.slice(0, SHOWN)}\n… ${current.text.length} characters in all` : current.text;
    copy.disabled = current.text === '';
    save.hidden = current.file === '' || current.text === '';
  };
  const made = dialog(
    'Export',
    forms,
    box,
    message,
    element(
      'div',
      { class: 'row' },
      button('SVG picture', () => void savePicture(app, message, 'svg')),
      button('PNG picture', () => void savePicture(app, message, 'png')),
      button('Print', () => {
        made.close();
        print();
      }),
      element('span', { class: 'spring' }),
      save,
      copy,
    ),
  );
  return {
    show() {
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
 */
async function sudokuText(app) {
  const { constraints, regions, values } = app.document.puzzle;
  const to = constraints.length > 0 || regions || values ? 'text' : 'grid';
  return (await app.run('Writing', 'convert', { to })).answer.text;
}

/**
 * Saves the puzzle as a picture, with the answer or the entries that are on the board.
 * @param {App} app
 * @param {HTMLElement} message
 * @param {'svg' | 'png'} form
 */
async function savePicture(app, message, form) {
  try {
    const { puzzle, entries } = app.document;
    const values = { ...entries.values, ...app.overlay.answer };
    const more = Object.keys(values).length > 0 ? { progress: app.kind.progress(puzzle, { ...entries, values }) } : {};
    const { answer } = await app.run('Drawing', 'render', {}, more);
    const blob = form === 'svg' ? new Blob([answer.svg], { type: 'image/svg+xml' }) : await pngOf(answer.svg, answer.view_box);
    download(`${app.kind.id}.${form}`, blob);
  } catch (error) {
    message.textContent = failure(error);
  }
}
