// Making a new puzzle: kind, size, difficulty, extra rules and seed. Each has exactly one answer.

import { action } from '../actions.js';
import { element, field, select } from '../dom.js';
import { KINDS } from '../kinds/index.js';
import { GLOBAL } from '../kinds/extras.js';
import { Stopped, isAbandoned } from '../client.js';
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
        const { answer, stopped } = await app.run('Making a puzzle', 'create', options, { puzzle: kind.value, input: undefined });
        // What was made until then is not what was asked for.
        if (stopped) throw new Stopped('cancelled');
        const input = answer.text ?? JSON.stringify(puzzleOf(answer));
        // The engine makes the closest puzzle where it finds none of the level.
        const asked = kind.value === 'minesweeper' ? '' : level.value;
        const rated = asked ? await app.run('Rating', 'rate', {}, { puzzle: kind.value, input }) : null;
        creating = false;
        await app.open(input, { kind: kind.value });
        const [words, tone] = createdWords(kind.value, answer.seed, asked, rated?.answer);
        app.status.sayOfPuzzle(`${words} ${app.remark()}`, tone);
        made.close();
      } catch (problem) {
        if (isAbandoned(problem)) return;
        app.fail(problem);
        error.textContent = failure(problem);
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
 * What was made, in words, and whether it is what was asked for.
 * @param {string} kind
 * @param {number} seed
 * @param {string} level the level that was asked for, if any
 * @param {any} rated the answer of `rate`
 * @returns {[string, import('../status.js').Tone]}
 */
function createdWords(kind, seed, level, rated) {
  if (kind === 'minesweeper') return [`A new board, seed ${seed}.`, 'good'];
  const one = 'exactly one answer';
  if (!level) return [`A new puzzle with ${one}, seed ${seed}.`, 'good'];
  if (!rated?.word) return [`A new puzzle with ${one}, seed ${seed}; whether it is ${level} is not known.`, 'plain'];
  const rating = `difficulty ${rated.rating} (${rated.word})`;
  if (rated.word === level) return [`A new puzzle with ${one}, seed ${seed}, ${rating}.`, 'good'];
  return [`No ${level} puzzle was found. This is the closest, seed ${seed}: ${rating}, with ${one}.`, 'plain'];
}

/**
 * The puzzle of an answer of `create`, without what is said about it.
 * @param {any} answer
 */
function puzzleOf({ puzzle: _kind, seed: _seed, command: _command, solution: _solution, ...rest }) {
  return rest;
}
