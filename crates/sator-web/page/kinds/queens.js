// Editing queens: placed queens, blocked squares and regions.

import { nameOf, replaced } from '../cells.js';
import { memoised } from '../memo.js';
import { squares, upTo } from './numbers.js';

/** @typedef {import('./kind.js').Kind} Kind
 *  @typedef {import('./kind.js').Puzzle} Puzzle
 *  @typedef {import('./kind.js').Value} Value
 *  @typedef {import('./kind.js').Cell} Cell */

const namesOf = memoised((/** @type {Cell[]} */ cells) => new Set(cells.map(([row, column]) => nameOf(row, column))));

/**
 * @param {Cell[] | undefined} cells
 * @param {Cell} cell
 */
const has = (cells, [row, column]) => cells !== undefined && namesOf(cells).has(nameOf(row, column));

/**
 * @param {Cell[] | undefined} cells
 * @param {Cell[]} taken
 */
const without = (cells, taken) => (cells ?? []).filter((cell) => !has(taken, cell));

/** @type {Kind} */
export const queens = {
  id: 'queens',
  title: 'Queens',
  empty: { n: 8 },
  emptyLike: ({ n, regions }) => ({ n, ...(regions && { regions }) }),
  sizes: squares([4, 5, 6, 8, 10, 12, 16, 20, 32, 40], (n) => ({ n })),
  marks: ['value'],
  keys: 'A click or q places a queen, a right click or x blocks a square. Regions are drawn with the tool in Edit.',

  normalise: (puzzle) => puzzle,

  text({ n, queens: placed = [], blocked = [], regions }) {
    if (!regions && placed.length === 0 && blocked.length === 0) return String(n);
    return JSON.stringify({ n, ...(placed.length && { queens: placed }), ...(blocked.length && { blocked }), ...(regions && { regions }) });
  },

  size: ({ n }) => ({ rows: n, columns: n }),
  values: () => ['queen', 'blocked'],
  symbol: (_, value) => (value === 'queen' ? 'Q' : 'x'),

  valueOfKey(_, key) {
    if (key === 'q' || key === 'Q' || key === 'Enter' || key === ' ') return 'queen';
    if (key === 'x' || key === 'b') return 'blocked';
    return key === 'Backspace' || key === 'Delete' || key === '0' ? null : undefined;
  },

  given: (puzzle, cell) => (has(puzzle.queens, cell) ? 'queen' : has(puzzle.blocked, cell) ? 'blocked' : null),
  open: () => true,

  withGiven(puzzle, cells, value) {
    const placed = without(puzzle.queens, cells);
    const blocked = without(puzzle.blocked, cells);
    return {
      ...puzzle,
      queens: value === 'queen' ? [...placed, ...cells] : placed,
      blocked: value === 'blocked' ? [...blocked, ...cells] : blocked,
    };
  },

  progress(puzzle, entries) {
    return upTo(puzzle.n)
      .map((_, row) =>
        upTo(puzzle.n)
          .map(
            (_, column) =>
              ({ queen: 'Q', blocked: 'x' })[String(queens.given(puzzle, [row, column]) ?? entries.values[nameOf(row, column)])] ?? '.',
          )
          // Own crosses are notes, not blocked squares.
          .map((letter, column) => (letter === 'x' && !has(puzzle.blocked, [row, column]) ? '.' : letter))
          .join(' '),
      )
      .join('\n');
  },

  answer: (_, { columns }) =>
    Object.fromEntries(columns.map((/** @type {number} */ column, /** @type {number} */ row) => [nameOf(row, column - 1), 'queen'])),

  candidates: (_, { candidates }) =>
    Object.fromEntries(
      candidates.flatMap((/** @type {number[]} */ columns, /** @type {number} */ row) =>
        columns.map((column) => [nameOf(row, column - 1), ['queen']]),
      ),
    ),

  words: (_, value) => (value === 'queen' ? 'queen' : 'blocked'),
  remark: ({ regions }) => (regions ? 'One queen in each row, column and region; queens may share a diagonal but not touch.' : null),
  hasClues: ({ queens: placed = [], blocked = [], regions }) => placed.length > 0 || blocked.length > 0 || Boolean(regions),

  tools: [
    {
      id: 'regions',
      title: 'Regions',
      help: 'Drag from a square: its region grows over the squares on the way.',
      drag: 'paint',
      apply(puzzle, cells) {
        const regions = puzzle.regions ?? upTo(puzzle.n).map((_, row) => Array(puzzle.n).fill(row));
        const [row, column] = cells[0];
        return { ...puzzle, regions: replaced(regions, cells[cells.length - 1], regions[row][column]) };
      },
    },
  ],

  listed: ({ regions }) => (regions ? [{ text: 'Regions', cells: [], remove: ({ regions: _, ...rest }) => rest }] : []),

  isNote: (value) => value === 'blocked',
  isPuzzleEmpty: true,
  clicks: true,
  clicked: (_, _cell, value, second) => (second ? (value === 'blocked' ? null : 'blocked') : value === 'queen' ? null : 'queen'),
  cellNote: ({ regions }, [row, column]) => (regions ? `region ${regions[row][column] + 1}` : ''),
};
