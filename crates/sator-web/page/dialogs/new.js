// Making a new puzzle: kind, size, difficulty, extra rules and seed. Each has exactly one answer.

import { action } from '../actions.js';
import { element, field, select } from '../dom.js';
import { KINDS } from '../kinds/index.js';
import { GLOBAL } from '../kinds/extras.js';
import { isAbandoned } from '../client.js';
import { failure } from '../words.js';
import { dialog } from './dialog.js';

/** @typedef {import('../app.js').App} App */

const LEVELS = ['gentle', 'easy', 'medium', 'hard', 'fiendish', 'diabolical'];
const PRESETS = ['beginner', 'intermediate', 'expert'];

/** @type {Record<string, string[]>} */
const SIZES = {
  sudoku: ['9x9', '4x4', '6x6', '8x8', '12x12', '16x16'],
  killer: ['9x9', '4x4', '6x6', '8x8'],
  minesweeper: ['9x9', '16x16', '16x30', '24x24'],
  queens: ['8', '6', '7', '9', '10', '12'],
  futoshiki: ['5', '4', '6', '7', '8', '9'],
  kakuro: ['8x8', '5x5', '6x6', '10x10', '12x12'],
};

/** Rules that `create` places by itself, with a usual number. */
const WITH = /** @type {[string, string][]} */ ([
  ['', 'none'],
  ['thermo:4', 'thermometers'],
  ['arrow:6', 'arrows'],
  ['difference:12', 'white dots'],
  ...GLOBAL.slice(0, 5).map(({ title, rule }) => /** @type {[string, string]} */ ([rule.type, title])),
]);

/**
 * @param {App} app
 */
export function newDialog(app) {
  const kind = select(
    KINDS.map(({ id, title }) => [id, title]),
    { 'aria-label': 'Kind' },
  );
  const size = select([], {});
  const level = select([], {});
  const rules = select(WITH, {});
  const regions = element('input', { type: 'checkbox', checked: true });
  const seed = element('input', { type: 'text', inputmode: 'numeric', placeholder: 'any', size: 10 });
  const error = element('p', { class: 'error', role: 'alert' });
  const rulesField = field('Extra rules', rules);
  const regionsField = field('With regions', regions);
  const fit = () => {
    const mines = kind.value === 'minesweeper';
    fill(
      size,
      (SIZES[kind.value] ?? []).map((text) => [text, text.replace('x', '×')]),
    );
    fill(level, [
      ['', mines ? 'by size' : 'any'],
      ...(mines ? PRESETS : LEVELS).map((name) => /** @type {[string, string]} */ ([name, name])),
    ]);
    rulesField.hidden = kind.value !== 'sudoku';
    regionsField.hidden = kind.value !== 'queens';
  };
  kind.addEventListener('change', fit);

  let creating = false;
  const create = action(
    app,
    'Create',
    async () => {
      error.textContent = '';
      if (!/^\d{0,15}$/.test(seed.value.trim())) {
        error.textContent = 'A seed is a whole number of at most 15 digits.';
        return;
      }
      try {
        creating = true;
        const options = optionsOf({
          kind: kind.value,
          size: size.value,
          level: level.value,
          rules: rules.value,
          regions: regions.checked,
          seed: seed.value,
        });
        const { answer } = await app.run('Making a puzzle', 'create', options, { puzzle: kind.value, input: undefined });
        creating = false;
        await app.open(answer.text ?? JSON.stringify(puzzleOf(answer)), { kind: kind.value });
        const what = kind.value === 'minesweeper' ? 'A new board' : 'A new puzzle with exactly one answer';
        const rating = answer.rating ? `, difficulty ${answer.rating} (${answer.word})` : '';
        app.status.say(`${what}, seed ${answer.seed}${rating}. ${app.remark()}`, 'good');
        made.close();
      } catch (problem) {
        if (!isAbandoned(problem)) error.textContent = failure(problem);
      } finally {
        creating = false;
      }
    },
    { class: 'primary' },
  );
  const made = dialog(
    'New puzzle',
    element(
      'div',
      { class: 'fields' },
      field('Kind', kind),
      field('Size', size),
      field('Difficulty', level),
      rulesField,
      regionsField,
      field('Seed', seed),
    ),
    error,
    element('div', { class: 'row' }, element('span', { class: 'spring' }), create),
  );
  made.addEventListener('close', () => {
    if (!creating) return;
    app.abandon();
    app.status.say('Cancelled.');
  });
  return {
    show() {
      kind.value = app.kind.id;
      fit();
      error.textContent = '';
      made.showModal();
    },
  };
}

/**
 * @param {HTMLSelectElement} list
 * @param {[string, string][]} choices
 */
function fill(list, choices) {
  list.replaceChildren(...choices.map(([value, text]) => element('option', { value }, text)));
}

/**
 * @param {{ kind: string, size: string, level: string, rules: string, regions: boolean, seed: string }} chosen
 */
function optionsOf({ kind, size, level, rules, regions, seed }) {
  const preset = kind === 'minesweeper' && level !== '';
  return {
    ...(!preset && { size }),
    ...(level !== '' && (preset ? { preset: level } : { difficulty: level })),
    ...(kind === 'sudoku' && rules !== '' && { with: [rules] }),
    ...(kind === 'queens' && regions && { regions: true }),
    ...(seed.trim() !== '' && { seed: Number(seed) }),
  };
}

/**
 * The puzzle of an answer of `create`, without what is said about it.
 * @param {any} answer
 */
function puzzleOf({ puzzle: _kind, seed: _seed, command: _command, solution: _solution, rating: _rating, word: _word, ...rest }) {
  return rest;
}
