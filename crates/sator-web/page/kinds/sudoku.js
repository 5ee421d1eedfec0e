// Editing sudokus: givens, regions of any shape, and extra rules.

import { filled, replaced } from '../cells.js';
import { GLOBAL, RULES, sentenceOf } from './extras.js';
import { MARKS, byName, gridAnswer, gridProgress, squares, symbol, upTo, valueOfKey } from './numbers.js';

/** @typedef {import('./kind.js').Kind} Kind
 *  @typedef {import('./kind.js').Puzzle} Puzzle
 *  @typedef {import('./kind.js').Cell} Cell
 *  @typedef {import('./kind.js').Tool} Tool */

/** @type {Record<number, [number, number]>} */
const BOXES = { 4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 10: [2, 5], 12: [3, 4], 16: [4, 4], 25: [5, 5] };

/**
 * @param {number} n
 * @returns {Puzzle}
 */
export function emptySudoku(n) {
  const [box_h, box_w] = BOXES[n];
  return { n, box_h, box_w, givens: filled(n, n, null), constraints: [] };
}

/**
 * The number of the region of each cell.
 * @param {Puzzle} puzzle
 * @returns {number[][]}
 */
function regionsOf({ n, box_h, box_w, regions }) {
  if (regions) return regions;
  const across = n / box_w;
  return upTo(n).map((_, row) => upTo(n).map((_, column) => Math.floor(row / box_h) * across + Math.floor(column / box_w)));
}

/**
 * The regions that have too few or too many cells, with the number of their cells. Regions may be small, and a cell with a
 * negative number is in none; but while one region has too many cells, others lack them.
 * @param {Puzzle} puzzle
 * @returns {Map<number, number>}
 */
export function wrongRegions({ n, regions }) {
  const sizes = new Map(regions ? upTo(n).map((number) => [number - 1, 0]) : []);
  for (const region of regions?.flat() ?? []) if (region >= 0) sizes.set(region, (sizes.get(region) ?? 0) + 1);
  const isDraft = [...sizes.values()].some((size) => size > n);
  return new Map([...sizes].filter(([, size]) => isDraft && size !== n));
}

/** @type {Tool} */
const REGIONS = {
  id: 'regions',
  title: 'Regions',
  group: 'Grid',
  help: 'Drag from a cell: its region grows over the cells on the way.',
  drag: 'paint',
  apply(puzzle, cells) {
    const { box_h: _height, box_w: _width, ...rest } = puzzle;
    const regions = regionsOf(puzzle);
    const number = regions[cells[0][0]][cells[0][1]];
    return { ...rest, regions: replaced(regions, cells[cells.length - 1], number) };
  },
};

/** @type {Kind} */
export const sudoku = {
  id: 'sudoku',
  title: 'Sudoku',
  empty: emptySudoku(9),
  emptyLike: ({ givens: _, ...rest }) => ({ ...rest, givens: filled(rest.n, rest.n, null), constraints: [] }),
  sizes: squares([4, 6, 8, 9, 12, 16, 25], emptySudoku),
  marks: MARKS,
  keys: 'Arrows move, digits set, 0 or Backspace clears, dragging selects.',

  normalise(puzzle) {
    const { grid, ...rest } = puzzle;
    const givens = puzzle.givens ?? grid.map((/** @type {number[]} */ line) => line.map((value) => value || null));
    return { ...rest, givens, constraints: puzzle.constraints ?? [] };
  },

  text(puzzle) {
    const usual = BOXES[puzzle.n];
    const plain =
      !puzzle.regions &&
      !puzzle.values &&
      !puzzle.alphabet &&
      puzzle.constraints.length === 0 &&
      usual?.[0] === puzzle.box_h &&
      puzzle.n <= 9;
    return plain && puzzle.n > 3
      ? puzzle.givens
          .flat()
          .map((/** @type {number | null} */ value) => value ?? '.')
          .join('')
      : JSON.stringify(puzzle);
  },

  size: ({ n }) => ({ rows: n, columns: n }),
  values: ({ n, values }) => values ?? upTo(n),
  symbol,
  valueOfKey: (puzzle, key) => valueOfKey(sudoku.values(puzzle), puzzle, key),
  given: ({ givens }, [row, column]) => givens[row][column],
  open: () => true,
  withGiven: (puzzle, cells, value) => ({ ...puzzle, givens: cells.reduce((grid, cell) => replaced(grid, cell, value), puzzle.givens) }),
  progress: (puzzle, entries) => gridProgress(sudoku, puzzle, entries),
  answer: (_, solution) => gridAnswer(solution),
  candidates: (_, analysis) => byName(analysis.candidates),
  words: symbol,
  hasClues: ({ givens, constraints, regions }) =>
    constraints.length > 0 || Boolean(regions) || givens.flat().some((/** @type {unknown} */ value) => value !== null),

  remark({ constraints }) {
    const types = new Set(constraints.map((/** @type {{ type: string }} */ rule) => rule.type));
    return types.has('cage') ? 'Digits in a cage do not repeat.' : null;
  },

  draft(puzzle) {
    const { n, regions, ...rest } = puzzle;
    const wrong = wrongRegions(puzzle);
    if (wrong.size === 0) return null;
    const sizes = [...wrong].map(([region, size], index) => `region ${region + 1} has ${size}${index === 0 ? ' cells' : ''}`);
    const words = `The regions are not complete: ${sizes.join(', ')}; ${n} are needed in each.`;
    return { words, regions, puzzle: { ...rest, n, box_h: 1, box_w: n } };
  },

  tools: [REGIONS, ...RULES],
  globals: GLOBAL,

  listed(puzzle) {
    const usual = BOXES[puzzle.n];
    const boxes = (/** @type {Puzzle} */ { regions: _, ...rest }) => ({ ...rest, box_h: usual[0], box_w: usual[1] });
    const regions = puzzle.regions && usual ? [{ text: 'Regions', cells: [], remove: boxes }] : [];
    const rules = puzzle.constraints.map((/** @type {any} */ rule, /** @type {number} */ index) => ({
      text: sentenceOf(rule),
      cells: rule.cells ?? rule.groups?.flat() ?? [],
      remove: (/** @type {Puzzle} */ now) => ({
        ...now,
        constraints: now.constraints.filter((/** @type {unknown} */ _, /** @type {number} */ place) => place !== index),
      }),
    }));
    return [...regions, ...rules];
  },

  cellNote(puzzle, [row, column]) {
    const region = puzzle.regions?.[row][column] >= 0 ? [`region ${puzzle.regions[row][column] + 1}`] : [];
    const at = puzzle.constraints.filter((/** @type {any} */ rule) =>
      (rule.cells ?? [])
        .concat(rule.circle ?? [], rule.groups?.flat() ?? [])
        .some((/** @type {Cell} */ cell) => cell[0] === row && cell[1] === column),
    );
    return [...region, ...at.map(sentenceOf)].join('; ');
  },
};
