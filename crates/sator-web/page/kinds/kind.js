// What the page knows about a kind of puzzle: how its JSON form is edited. Rules are the engine's.

import { cellOf } from '../cells.js';

/**
 * @typedef {import('../cells.js').Cell} Cell
 * @typedef {import('../document.js').Puzzle} Puzzle
 * @typedef {import('../document.js').Value} Value
 * @typedef {import('../document.js').Entries} Entries
 *
 * What is typed beside a tool: a number, a list such as `1 2`, or counts of values such as `2x5`.
 * @typedef {object} ToolNumber
 * @property {string} label
 * @property {string} default
 * @property {string} [name] of the rule's field
 * @property {boolean} [optional]
 * @property {'number' | 'list' | 'counts'} [form] a number if it is left out
 *
 * A way to draw clues with the pointer. `drag` says what a drag collects: `line` a path of cells,
 * `cells` a set, `paint` applies after every cell, `pair` takes two cells with a common side, `groups`
 * two sets, one after the other, and `select` only selects, for tools that change what keys mean.
 * @typedef {object} Tool
 * @property {string} id
 * @property {string} title
 * @property {string} help what to do, in a sentence
 * @property {string} [group]
 * @property {'line' | 'cells' | 'paint' | 'pair' | 'groups' | 'select'} drag
 * @property {ToolNumber} [number]
 * @property {(puzzle: Puzzle, cells: Cell[], first?: Cell[]) => string} [unfit] an error message if the tool cannot be applied to the cells, or an empty string
 * @property {(puzzle: Puzzle, cells: Cell[], number: string, first?: Cell[]) => Puzzle} apply `first` is the first group
 *
 * A rule of the whole grid.
 * @typedef {{ title: string, rule: { type: string } & Record<string, unknown> }} GlobalRule
 *
 * A clue that can be listed and removed.
 * @typedef {object} Listed
 * @property {string} text
 * @property {Cell[]} cells
 * @property {(puzzle: Puzzle) => Puzzle} remove
 *
 * A puzzle that is still being drawn: what is missing in words, its regions, and a puzzle without them
 * that the engine can draw.
 * @typedef {{ words: string, regions: number[][], puzzle: Puzzle }} Draft
 *
 * An empty board to choose: its size as `9×9`, and its words in the list.
 * @typedef {{ measure: string, text: string, make: () => Puzzle }} Size
 *
 * @typedef {object} Kind
 * @property {string} id
 * @property {string} title
 * @property {Puzzle} empty the first puzzle of a new page
 * @property {Size[]} sizes of an empty board, to choose from
 * @property {(puzzle: Puzzle) => Puzzle} emptyLike an empty board with the size, boxes and regions of a puzzle
 * @property {(puzzle: Puzzle, rows: number, columns: number) => Puzzle} [resized] the puzzle with other sides; what is outside goes
 * @property {(puzzle: Puzzle) => Puzzle} normalise brings the engine's JSON into the form that is edited
 * @property {(puzzle: Puzzle) => string} text the puzzle for the engine, short where it can be
 * @property {(puzzle: Puzzle) => { rows: number, columns: number }} size
 * @property {(puzzle: Puzzle) => Value[]} values
 * @property {(puzzle: Puzzle) => Value[]} [entryValues] the values of entries, if they are not those of clues
 * @property {(puzzle: Puzzle, value: Value) => string} symbol
 * @property {(puzzle: Puzzle, key: string) => Value | null | undefined} valueOfKey the value that a key means; null clears, undefined is no value
 * @property {(puzzle: Puzzle, cell: Cell) => Value | null} given
 * @property {(puzzle: Puzzle, cell: Cell) => boolean} open whether the cell takes values
 * @property {(puzzle: Puzzle, cells: Cell[], value: Value | null) => Puzzle} withGiven
 * @property {(puzzle: Puzzle, entries: Entries) => string} progress the board with all entries, for the engine
 * @property {(puzzle: Puzzle, solution: any, isOnly: boolean) => Record<string, Value>} answer
 * @property {(puzzle: Puzzle, analysis: any) => Record<string, Value[]>} candidates
 * @property {(puzzle: Puzzle, value: Value) => string} words
 * @property {(puzzle: Puzzle) => string | null} remark what is easily misunderstood about this puzzle
 * @property {(puzzle: Puzzle) => boolean} hasClues
 * @property {boolean} [isPuzzleEmpty] whether a board without clues is a puzzle
 * @property {Tool[]} tools
 * @property {GlobalRule[]} [globals]
 * @property {(puzzle: Puzzle) => Listed[]} listed
 * @property {boolean} [hasOdds] whether all solutions are shown as chances instead of candidates
 * @property {(value: Value) => boolean} [isNote] whether an own value is only a note, which cannot be wrong
 * @property {boolean} [clicks] whether a click sets a value, and a right click another
 * @property {(puzzle: Puzzle, cell: Cell, value: Value | null, second: boolean) => Value | null} [clicked] the value after a click
 * @property {(value: Value | null, steps: number) => Value | null} [turned] the clue after a turn of the wheel
 * @property {{ text: string, label: string, key: string }[]} [padKeys] keys of the pad besides the values
 * @property {(puzzle: Puzzle, cell: Cell) => string} [cellNote] what is drawn at a cell besides its value, in words
 * @property {(puzzle: Puzzle, cells: Cell[], digits: string) => Puzzle} [withTotal] killer: a cage and its total
 * @property {(before: Puzzle, after: Puzzle) => string} [losses] killer: which cages lost cells to another one, in words
 * @property {(puzzle: Puzzle) => Draft | null} [draft] the puzzle as a draft, if it is one
 * @property {string[]} marks the modes of entering: value, corner, centre
 * @property {string} keys how it is typed, in a sentence
 */

/**
 * The values that entries may have.
 * @param {Kind} kind
 * @param {Puzzle} puzzle
 */
export const entryValuesOf = (kind, puzzle) => kind.entryValues?.(puzzle) ?? kind.values(puzzle);

/**
 * Whether a cell takes entries.
 * @param {Kind} kind
 * @param {Puzzle} puzzle
 * @param {Cell} cell
 */
export const takesEntry = (kind, puzzle, cell) => kind.open(puzzle, cell) && kind.given(puzzle, cell) === null;

/**
 * A puzzle with more clues.
 * @param {Kind} kind
 * @param {Puzzle} puzzle
 * @param {Iterable<[string, Value]>} values by the names of their cells
 */
export function withGivens(kind, puzzle, values) {
  /** @type {Map<Value, Cell[]>} */
  const cells = new Map();
  for (const [name, value] of values) {
    const same = cells.get(value) ?? [];
    same.push(cellOf(name));
    cells.set(value, same);
  }
  return [...cells].reduce((made, [value, same]) => kind.withGiven(made, same, value), puzzle);
}
