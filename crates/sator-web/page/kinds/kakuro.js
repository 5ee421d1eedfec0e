// Editing kakuros: black squares, the totals of runs, and givens.

import { filled, inOrder, nameOf, replaced, sameCell } from '../cells.js';
import { memoised } from '../memo.js';
import { MARKS, byName, gridProgress, squares, symbol, upTo, valueOfKey } from './numbers.js';

/** @typedef {import('./kind.js').Kind} Kind
 *  @typedef {import('./kind.js').Puzzle} Puzzle
 *  @typedef {import('./kind.js').Cell} Cell
 *  @typedef {import('./kind.js').Value} Value
 *  @typedef {{ sum: number, cells: Cell[] }} Run */

/**
 * Whether each square is white: part of a run.
 * @param {Puzzle} puzzle
 * @returns {boolean[][]}
 */
function whiteOf({ rows, cols, runs }) {
  const white = filled(rows, cols, false);
  for (const run of runs) for (const [row, column] of run.cells) white[row][column] = true;
  return white;
}

/**
 * The runs of white squares. A run that stays as it was keeps its total; a new one gets the smallest.
 * @param {boolean[][]} white
 * @param {Run[]} before
 * @returns {Run[]}
 */
function runsOf(white, before) {
  const rows = white.map((line, row) => line.map((_, column) => /** @type {Cell} */ ([row, column])));
  const columns = white[0].map((_, column) => white.map((_, row) => /** @type {Cell} */ ([row, column])));
  const totals = new Map(before.map((run) => [JSON.stringify(inOrder(run.cells.map(([r, c]) => nameOf(r, c)))), run.sum]));
  return [...rows, ...columns]
    .flatMap((cells) => stretches(cells, white))
    .map((cells) => ({
      sum: totals.get(JSON.stringify(cells)) ?? (cells.length * (cells.length + 1)) / 2,
      cells,
    }));
}

/**
 * @param {Cell[]} cells
 * @param {boolean[][]} white
 */
function stretches(cells, white) {
  /** @type {Cell[][]} */
  const found = [[]];
  for (const [row, column] of cells) {
    if (white[row][column]) found[found.length - 1].push([row, column]);
    else found.push([]);
  }
  return found.filter((stretch) => stretch.length > 1);
}

/**
 * A frame of black squares around white ones, without any totals chosen yet.
 * @param {number} rows
 * @param {number} [cols]
 * @returns {Puzzle}
 */
function emptyKakuro(rows, cols = rows) {
  const white = filled(rows, cols, false).map((line, row) => line.map((_, column) => row > 0 && column > 0));
  return { rows, cols, runs: runsOf(white, []) };
}

/**
 * @param {Run} run
 * @param {Cell} cell
 */
const has = (run, cell) => run.cells.some((other) => sameCell(other, cell));

/** The runs of each square. */
const runsAt = memoised((/** @type {Puzzle} */ { runs }) => {
  /** @type {Map<string, Run[]>} */
  const found = new Map();
  for (const run of runs) {
    for (const [row, column] of run.cells) {
      const name = nameOf(row, column);
      found.set(name, [...(found.get(name) ?? []), run]);
    }
  }
  return found;
});

/**
 * @param {Run} run
 */
const across = (run) => run.cells.length > 1 && run.cells[0][0] === run.cells[1][0];

/** @type {Kind} */
export const kakuro = {
  id: 'kakuro',
  title: 'Kakuro',
  empty: emptyKakuro(5),
  emptyLike: ({ rows, cols }) => emptyKakuro(rows, cols),
  sizes: squares([4, 5, 6, 8, 10], (side) => emptyKakuro(side)),
  marks: MARKS,
  keys: 'Digits set. Black squares and totals are drawn with the tools in Edit.',

  normalise: (puzzle) => puzzle,
  text: (puzzle) => JSON.stringify(puzzle),
  size: ({ rows, cols }) => ({ rows, columns: cols }),
  values: () => upTo(9),
  symbol,
  valueOfKey: (puzzle, key) => valueOfKey(kakuro.values(puzzle), puzzle, key),
  given: ({ givens }, [row, column]) => givens?.[row][column] || null,
  open: (puzzle, [row, column]) => runsAt(puzzle).has(nameOf(row, column)),

  withGiven(puzzle, cells, value) {
    const white = cells.filter((cell) => kakuro.open(puzzle, cell));
    if (white.length === 0) return puzzle;
    const givens = puzzle.givens ?? filled(puzzle.rows, puzzle.cols, 0);
    return { ...puzzle, givens: white.reduce((grid, cell) => replaced(grid, cell, value ?? 0), givens) };
  },

  progress: (puzzle, entries) => gridProgress(kakuro, puzzle, entries),

  answer(puzzle, solution) {
    const all = /** @type {Record<string, Value>} */ (byName(solution.grid));
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== 0));
  },

  candidates(_, analysis) {
    const all = /** @type {Record<string, Value[]>} */ (byName(analysis.candidates));
    return Object.fromEntries(Object.entries(all).filter(([, values]) => values.length > 0));
  },

  words: symbol,
  remark: () => 'Digits in a run do not repeat.',
  hasClues: ({ runs }) => runs.length > 0,

  tools: [
    {
      id: 'black',
      title: 'Black squares',
      help: 'Drag over squares: white ones become black, or black ones white, as the first.',
      drag: 'cells',
      apply(puzzle, cells) {
        const white = whiteOf(puzzle);
        const becomes = !white[cells[0][0]][cells[0][1]];
        for (const [row, column] of cells) white[row][column] = becomes;
        return {
          ...puzzle,
          runs: runsOf(white, puzzle.runs),
          ...(puzzle.givens && {
            givens: puzzle.givens.map((/** @type {number[]} */ line, /** @type {number} */ r) =>
              line.map((value, c) => (white[r][c] ? value : 0)),
            ),
          }),
        };
      },
    },
    {
      id: 'total',
      title: 'Total of a run',
      help: 'Type the total, then drag along the run, two cells or more.',
      drag: 'line',
      number: { label: 'Total', default: '10' },
      apply(puzzle, cells, number) {
        return {
          ...puzzle,
          runs: puzzle.runs.map((/** @type {Run} */ run) =>
            has(run, cells[0]) && has(run, cells[1]) ? { ...run, sum: Number(number) } : run,
          ),
        };
      },
    },
  ],

  listed: () => [],

  cellNote(puzzle, [row, column]) {
    const runs = runsAt(puzzle).get(nameOf(row, column)) ?? [];
    return runs.map((run) => `run ${across(run) ? 'across' : 'down'} ${run.sum}`).join(', ') || 'black';
  },
};
