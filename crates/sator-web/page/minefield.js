// A game of minesweeper: where the mines are, what opens, and when it is won.

import { cellOf, nameOf } from './cells.js';

/** @typedef {import('./cells.js').Cell} Cell */

export class Minefield {
  /**
   * @param {number} rows
   * @param {number} columns
   * @param {number} mines
   * @param {() => number} [random] from 0 to 1
   */
  constructor(rows, columns, mines, random = Math.random) {
    this.rows = rows;
    this.columns = columns;
    this.number = Math.min(mines, rows * columns - 1);
    this.random = random;
    /** @type {Set<string> | null} */
    this.mines = null;
  }

  /**
   * The squares around a square.
   * @param {string} name
   */
  around(name) {
    const [row, column] = cellOf(name);
    const names = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(this.rows - 1, row + 1); r += 1) {
      for (let c = Math.max(0, column - 1); c <= Math.min(this.columns - 1, column + 1); c += 1) {
        if (r !== row || c !== column) names.push(nameOf(r, c));
      }
    }
    return names;
  }

  /**
   * Places the mines when the first square is opened: never there, and not beside it where there is room.
   * @param {string} first
   */
  place(first) {
    const all = Array.from({ length: this.rows * this.columns }, (_, index) =>
      nameOf(Math.floor(index / this.columns), index % this.columns),
    );
    const near = new Set([first, ...this.around(first)]);
    const far = shuffled(
      all.filter((name) => !near.has(name)),
      this.random,
    );
    const beside = shuffled(
      all.filter((name) => near.has(name) && name !== first),
      this.random,
    );
    this.mines = new Set([...far, ...beside].slice(0, this.number));
  }

  /**
   * How many mines are around a square.
   * @param {string} name
   */
  count(name) {
    return this.around(name).filter((other) => this.mines?.has(other)).length;
  }

  /**
   * The squares that open, with their numbers, or null where a mine explodes. A 0 opens all around it.
   * @param {string[]} chosen
   * @param {(name: string) => boolean} closed
   * @returns {Map<string, number> | null}
   */
  open(chosen, closed) {
    if (!this.mines) this.place(chosen[0]);
    if (chosen.some((name) => this.mines?.has(name))) return null;
    const opened = new Map();
    const waiting = [...chosen];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (opened.has(name) || !closed(name)) continue;
      opened.set(name, this.count(name));
      if (opened.get(name) === 0) waiting.push(...this.around(name));
    }
    return opened;
  }
}

/**
 * @template T
 * @param {T[]} items
 * @param {() => number} random
 */
function shuffled(items, random) {
  const list = [...items];
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
}
