// The encodings to choose from: how rules become clauses. The engine's `--encoding` takes their
// names, with commas between them.

/**
 * A choice that an encoding makes, with the names that the engine knows.
 * @typedef {object} Choice
 * @property {string} id
 * @property {string} title
 * @property {string} help
 * @property {[string, string][]} options name for the engine and text; the first is the usual one
 * @property {(kind: string, puzzle: any) => boolean} fits whether the puzzle has such rules
 */

/** @type {Choice[]} */
export const CHOICES = [
  {
    id: 'one',
    title: 'At most one',
    help: 'How “at most one of these” becomes clauses',
    options: [
      ['', 'auto'],
      ['pairwise', 'pairwise'],
      ['ladder', 'ladder'],
      ['commander', 'commander'],
      ['bimander', 'bimander'],
      ['two-product', 'two-product'],
      ['bitwise', 'bitwise'],
    ],
    fits: (kind) => kind !== 'minesweeper',
  },
  {
    id: 'count',
    title: 'Counts',
    help: 'How “exactly 3 of these” becomes clauses',
    options: [
      ['', 'auto'],
      ['binomial', 'binomial'],
      ['totalizer', 'totalizer'],
      ['adder', 'adder'],
    ],
    fits: (kind) => kind === 'minesweeper',
  },
  {
    id: 'total',
    title: 'Totals',
    help: 'How “these values add up to 15” becomes clauses',
    options: [
      ['', 'auto'],
      ['cage=sets', 'sets'],
      ['cage=diagram', 'diagram'],
      ['cage=totalizer', 'totalizer'],
      ['cage=adder', 'adder'],
      ['cage=order', 'order'],
      ['cage=forbidden', 'forbidden'],
      ['cage=literal', 'literal (textbook)'],
      ['cage=prefixes', 'prefixes'],
    ],
    // Many of the extra rules of sudokus add values up.
    fits: (kind, puzzle) => kind === 'killer' || kind === 'kakuro' || (kind === 'sudoku' && puzzle.constraints?.length > 0),
  },
  {
    id: 'rules',
    title: 'Rules',
    help: 'Which rules become clauses: minimal leaves out those that follow from others, extended adds those that only help solvers',
    options: [
      ['', 'as stated'],
      ['minimal', 'minimal (fewest)'],
      ['extended', 'extended (all)'],
    ],
    fits: () => true,
  },
];

/**
 * The name of an encoding for the engine.
 * @param {string[]} names those that were chosen; empty ones are the usual
 */
export const encodingOf = (names) => names.filter((name) => name !== '').join(',') || 'auto';
