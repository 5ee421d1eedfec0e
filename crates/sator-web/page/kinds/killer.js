// Editing killers: cages with totals, and givens.

import { filled, inOrder, nameOf, replaced, sameCell } from '../cells.js';
import { MARKS, byName, gridAnswer, gridProgress, squares, symbol, upTo, valueOfKey } from './numbers.js';
import { emptySudoku } from './sudoku.js';

/** @typedef {import('./kind.js').Kind} Kind
 *  @typedef {import('./kind.js').Puzzle} Puzzle
 *  @typedef {import('./kind.js').Cell} Cell
 *  @typedef {{ sum: number, cells: Cell[] }} Cage */

/**
 * @param {number} n
 * @returns {Puzzle}
 */
function emptyKiller(n) {
  const { box_h, box_w } = emptySudoku(n);
  return { n, box_h, box_w, cages: [], givens: filled(n, n, 0) };
}

/**
 * @param {Cage} cage
 * @param {Cell} cell
 */
const has = (cage, cell) => cage.cells.some((other) => sameCell(other, cell));

/**
 * The cage that typing changes: the one with exactly these cells, or around a single cell.
 * @param {Cage[]} cages
 * @param {Cell[]} cells
 */
function chosenCage(cages, cells) {
  return cages.find((cage) => cells.every((cell) => has(cage, cell)) && (cells.length === 1 || cells.length === cage.cells.length));
}

/**
 * Cages without some cells.
 * @param {Cage[]} cages
 * @param {Cell[]} cells
 */
function without(cages, cells) {
  return cages
    .map((cage) => ({ ...cage, cells: cage.cells.filter((cell) => !cells.some((taken) => sameCell(taken, cell))) }))
    .filter((cage) => cage.cells.length > 0);
}

/** @type {Kind} */
export const killer = {
  id: 'killer',
  title: 'Killer',
  empty: emptyKiller(9),
  emptyLike: ({ n, box_h, box_w }) => ({ n, box_h, box_w, cages: [], givens: filled(n, n, 0) }),
  sizes: squares([4, 6, 8, 9, 12, 16], emptyKiller),
  marks: MARKS,
  keys: 'In Clues: select the cells of a cage and type its total; Backspace removes a cage. In Values: digits set.',

  normalise: (puzzle) => ({ ...puzzle, givens: puzzle.givens ?? filled(puzzle.n, puzzle.n, 0) }),
  text: (puzzle) => JSON.stringify(puzzle),
  size: ({ n }) => ({ rows: n, columns: n }),
  values: ({ n }) => upTo(n),
  symbol,
  valueOfKey: (puzzle, key) => valueOfKey(killer.values(puzzle), puzzle, key),
  given: ({ givens }, [row, column]) => givens[row][column] || null,
  open: () => true,
  withGiven: (puzzle, cells, value) => ({
    ...puzzle,
    givens: cells.reduce((grid, cell) => replaced(grid, cell, value ?? 0), puzzle.givens),
  }),
  progress: (puzzle, entries) => gridProgress(killer, puzzle, entries),
  answer: (_, solution) => gridAnswer(solution),
  candidates: (_, analysis) => byName(analysis.candidates),
  words: symbol,
  remark: () => 'Digits in a cage do not repeat.',
  hasClues: ({ cages, givens }) => cages.length > 0 || givens.flat().some(Boolean),

  tools: [
    { id: 'givens', title: 'Given digits', help: 'Digits set given values instead of totals.', drag: 'select', apply: (puzzle) => puzzle },
  ],

  withTotal(puzzle, cells, digits) {
    const cage = chosenCage(puzzle.cages, cells);
    const others = puzzle.cages.filter((/** @type {Cage} */ other) => other !== cage);
    if (digits === '')
      return {
        ...puzzle,
        cages: cage ? others : puzzle.cages.filter((/** @type {Cage} */ other) => !cells.some((cell) => has(other, cell))),
      };
    const inside = cage ? cage.cells : inOrder(cells.map(([row, column]) => nameOf(row, column)));
    return { ...puzzle, cages: [...without(others, inside), { sum: Number(digits), cells: inside }] };
  },

  losses(before, after) {
    const lost = after.cages.filter((/** @type {Cage} */ cage) =>
      before.cages.some((/** @type {Cage} */ old) => old.cells.length > cage.cells.length && cage.cells.every((cell) => has(old, cell)) && old.sum === cage.sum),
    );
    const names = lost.map((/** @type {Cage} */ { sum, cells }) => `the cage ${sum} at ${nameOf(...cells[0])}`);
    return names.length > 0 ? `This cage takes cells of ${names.join(' and ')}, which ${names.length > 1 ? 'keep their totals' : 'keeps its total'}.` : '';
  },

  // Totals have zeros, which are no values.
  padKeys: [{ text: '0', label: 'Zero', key: '0' }],

  listed(puzzle) {
    return puzzle.cages.map((/** @type {Cage} */ cage) => ({
      text: `${cage.sum} at ${nameOf(...cage.cells[0])}, ${cage.cells.length} ${cage.cells.length === 1 ? 'cell' : 'cells'}`,
      cells: cage.cells,
      remove: (/** @type {Puzzle} */ now) => ({ ...now, cages: now.cages.filter((/** @type {Cage} */ other) => other !== cage) }),
    }));
  },

  cellNote(puzzle, cell) {
    return puzzle.cages
      .filter((/** @type {Cage} */ cage) => has(cage, cell))
      .map((/** @type {Cage} */ cage) => `cage ${cage.sum}`)
      .join('; ');
  },
};
