// Editing futoshikis: givens, and signs between neighbours.

import { filled, nameOf, replaced, sameCell } from '../cells.js';
import { MARKS, byName, gridAnswer, gridProgress, squares, symbol, upTo, valueOfKey } from './numbers.js';

/** @typedef {import('./kind.js').Kind} Kind
 *  @typedef {import('./kind.js').Puzzle} Puzzle
 *  @typedef {import('./kind.js').Cell} Cell
 *  @typedef {[Cell, Cell]} Sign the smaller cell first */

/**
 * @param {number} n
 * @returns {Puzzle}
 */
const emptyFutoshiki = (n) => ({ n, grid: filled(n, n, 0), less: [] });

/**
 * @param {Sign} sign
 * @param {Cell} a
 * @param {Cell} b
 */
const between = ([small, large], a, b) => (sameCell(small, a) && sameCell(large, b)) || (sameCell(small, b) && sameCell(large, a));

/** @type {Kind} */
export const futoshiki = {
  id: 'futoshiki',
  title: 'Futoshiki',
  empty: emptyFutoshiki(5),
  emptyLike: ({ n }) => emptyFutoshiki(n),
  sizes: squares([4, 5, 6, 7, 8, 9], emptyFutoshiki),
  marks: MARKS,
  keys: 'Digits set. For a sign, choose Signs in Edit and drag from the smaller cell to the larger one.',

  normalise: (puzzle) => ({ ...puzzle, less: puzzle.less ?? [] }),
  text: (puzzle) => JSON.stringify(puzzle),
  size: ({ n }) => ({ rows: n, columns: n }),
  values: ({ n }) => upTo(n),
  symbol,
  valueOfKey: (puzzle, key) => valueOfKey(futoshiki.values(puzzle), puzzle, key),
  given: ({ grid }, [row, column]) => grid[row][column] || null,
  open: () => true,
  withGiven: (puzzle, cells, value) => ({ ...puzzle, grid: cells.reduce((grid, cell) => replaced(grid, cell, value ?? 0), puzzle.grid) }),
  progress: (puzzle, entries) => gridProgress(futoshiki, puzzle, entries),
  answer: (_, solution) => gridAnswer(solution),
  candidates: (_, analysis) => byName(analysis.candidates),
  words: symbol,
  remark: () => null,
  hasClues: ({ grid, less }) => less.length > 0 || grid.flat().some(Boolean),

  tools: [
    {
      id: 'signs',
      title: 'Signs',
      help: 'Drag from the smaller cell to the larger one beside it; again removes the sign.',
      drag: 'pair',
      apply(puzzle, [a, b]) {
        const others = puzzle.less.filter((/** @type {Sign} */ sign) => !between(sign, a, b));
        const same = puzzle.less.some((/** @type {Sign} */ [small, large]) => sameCell(small, a) && sameCell(large, b));
        return { ...puzzle, less: same ? others : [...others, [a, b]] };
      },
    },
  ],

  listed(puzzle) {
    return puzzle.less.map((/** @type {Sign} */ sign) => ({
      text: `${nameOf(...sign[0])} < ${nameOf(...sign[1])}`,
      cells: sign,
      remove: (/** @type {Puzzle} */ now) => ({ ...now, less: now.less.filter((/** @type {Sign} */ other) => other !== sign) }),
    }));
  },

  cellNote(puzzle, cell) {
    return puzzle.less
      .flatMap((/** @type {Sign} */ [small, large]) => [
        ...(sameCell(small, cell) ? [`less than ${nameOf(...large)}`] : []),
        ...(sameCell(large, cell) ? [`more than ${nameOf(...small)}`] : []),
      ])
      .join('; ');
  },
};
