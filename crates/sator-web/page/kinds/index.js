// The kinds of puzzles that the page edits, in the order of their tabs.

import { futoshiki } from './futoshiki.js';
import { kakuro } from './kakuro.js';
import { killer } from './killer.js';
import { minesweeper } from './minesweeper.js';
import { queens } from './queens.js';
import { sudoku } from './sudoku.js';

/** @type {import('./kind.js').Kind[]} */
export const KINDS = [sudoku, killer, minesweeper, queens, futoshiki, kakuro];

/**
 * @param {string} id
 */
export const kindOf = (id) => KINDS.find((kind) => kind.id === id);
