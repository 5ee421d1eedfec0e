// Extra rules of sudokus, as the palette draws them. The engine knows what they mean.

import { inOrder, nameOf, sameCell } from '../cells.js';
import { valueOfText } from './numbers.js';

/** @typedef {import('./kind.js').Tool} Tool
 *  @typedef {import('./kind.js').ToolNumber} ToolNumber
 *  @typedef {import('./kind.js').Puzzle} Puzzle
 *  @typedef {import('./kind.js').Cell} Cell */

/**
 * A rule instead of the one of its type at its place. The same rule again is removed.
 * @param {Puzzle} puzzle
 * @param {any} rule
 * @returns {Puzzle}
 */
function drawn(puzzle, rule) {
  const place = placeOf(rule);
  const others = puzzle.constraints.filter((/** @type {any} */ other) => placeOf(other) !== place);
  const isThere = puzzle.constraints.some((/** @type {any} */ other) => JSON.stringify(other) === JSON.stringify(rule));
  return { ...puzzle, constraints: isThere ? others : [...others, rule] };
}

/**
 * What a rule has in common with those that it replaces.
 * @param {any} rule
 */
const placeOf = ({ type, axis, index, from, circle = [], cells: chosen = [] }) =>
  JSON.stringify([type, axis, index, from, circle, setOf(chosen)]);

/**
 * The cells in reading order.
 * @param {Cell[]} chosen
 */
const setOf = (chosen) => inOrder(chosen.map(([row, column]) => nameOf(row, column)));

/**
 * A mark of single cells: drawn over cells that all have it, it is removed from them.
 * @param {Puzzle} puzzle
 * @param {string} type
 * @param {Cell[]} chosen
 * @returns {Puzzle}
 */
function marked(puzzle, type, chosen) {
  const isMarked = (/** @type {Cell} */ cell) =>
    puzzle.constraints.some((/** @type {any} */ rule) => rule.type === type && includes(rule.cells, cell));
  const fresh = chosen.filter((cell) => !isMarked(cell));
  if (fresh.length > 0) return { ...puzzle, constraints: [...puzzle.constraints, { type, cells: fresh }] };
  const constraints = puzzle.constraints.flatMap((/** @type {any} */ rule) => {
    if (rule.type !== type) return [rule];
    const left = rule.cells.filter((/** @type {Cell} */ cell) => !includes(chosen, cell));
    return left.length > 0 ? [{ ...rule, cells: left }] : [];
  });
  return { ...puzzle, constraints };
}

/**
 * @param {Cell[]} chosen
 * @param {Cell} cell
 */
const includes = (chosen, cell) => chosen.some((other) => sameCell(other, cell));

/**
 * A line through cells, drawn from its first cell.
 * @param {string} type
 * @param {string} title
 * @param {string} help
 * @param {ToolNumber} [number]
 * @returns {Tool}
 */
const line = (type, title, help, number) => ({
  id: type,
  title,
  help: `Drag along the cells. ${help}`,
  group: 'Lines',
  drag: 'line',
  number,
  apply: (puzzle, cells, text) => drawn(puzzle, { type, cells, ...numberOf(number, text) }),
});

/**
 * A set of cells.
 * @param {string} type
 * @param {string} title
 * @param {string} help
 * @param {ToolNumber} [number]
 * @returns {Tool}
 */
const cells = (type, title, help, number) => ({
  id: type,
  title,
  help: `Drag over the cells. ${help}`,
  group: 'Cells',
  drag: 'cells',
  number,
  apply: (puzzle, chosen, text) => drawn(puzzle, { type, cells: chosen, ...numberOf(number, text) }),
});

/**
 * A mark of single cells.
 * @param {string} type
 * @param {string} title
 * @param {string} help
 * @returns {Tool}
 */
const single = (type, title, help) => ({ ...cells(type, title, help), apply: (puzzle, chosen) => marked(puzzle, type, chosen) });

/**
 * Groups of cells that have something in common. A group of a rule that is there already may have further ones.
 * @param {string} type
 * @param {string} title
 * @param {string} help
 * @returns {Tool}
 */
const groups = (type, title, help) => ({
  id: type,
  title,
  help: `Drag over the cells of a group, then over those of another. ${help}`,
  group: 'Cells',
  drag: 'groups',
  apply(puzzle, chosen, _, first = []) {
    const isFirst = (/** @type {Cell[]} */ group) => JSON.stringify(setOf(group)) === JSON.stringify(first);
    const known = puzzle.constraints.find((/** @type {any} */ rule) => rule.type === type && rule.groups.some(isFirst));
    const others = puzzle.constraints.filter((/** @type {any} */ rule) => rule !== known);
    return { ...puzzle, constraints: [...others, { type, groups: [...(known?.groups ?? [first]), chosen] }] };
  },
});

/**
 * A mark between two cells.
 * @param {string} id
 * @param {string} title
 * @param {string} help
 * @param {{ type: string, value?: number, ordered?: boolean }} rule ordered: the first cell is not like the second
 * @param {ToolNumber} [number]
 * @returns {Tool}
 */
const pair = (id, title, help, { ordered = false, ...rule }, number) => ({
  id,
  title,
  help: `Drag from a cell to its neighbour; again removes it. ${help}`,
  group: 'Two cells',
  drag: 'pair',
  number,
  apply: (puzzle, chosen, text) => drawn(puzzle, { ...rule, cells: ordered ? chosen : setOf(chosen), ...numberOf(number, text) }),
});

/**
 * A clue outside the grid: it belongs to the row or column along which the drag goes, and to the side
 * from which it starts.
 * @param {string} type
 * @param {string} title
 * @param {string} help
 * @param {string} name of the number's field
 * @returns {Tool}
 */
const outside = (type, title, help, name) => ({
  id: type,
  title,
  help: `Drag inwards from the side, two cells or more. ${help}`,
  group: 'Outside the grid',
  drag: 'line',
  number: { label: 'Number', default: '10' },
  apply(puzzle, [first, second], text) {
    const across = first[0] === second[0];
    const from = (across ? second[1] > first[1] : second[0] > first[0]) ? 'start' : 'end';
    // A sandwich is the same from both sides.
    const side = type === 'sandwich' ? 'start' : from;
    return drawn(puzzle, { type, axis: across ? 'row' : 'col', index: across ? first[0] : first[1], from: side, [name]: Number(text) });
  },
});

/**
 * @param {ToolNumber | undefined} number
 * @param {string} text
 */
function numberOf(number, text) {
  if (!number?.name || text.trim() === '') return {};
  return { [number.name]: valueOfText(number, text) };
}

/**
 * @param {Puzzle} _
 * @param {Cell[]} chosen in reading order
 */
const squareError = (_, chosen) => {
  const [[row, column]] = chosen;
  const isSquare = chosen.length === 4 && chosen.every(([r, c]) => r - row >= 0 && r - row <= 1 && c - column >= 0 && c - column <= 1);
  return isSquare ? '' : 'Take a square of four cells.';
};

/**
 * @param {Puzzle} puzzle
 * @param {Cell[]} chosen
 */
const diagonalError = ({ n }, chosen) => {
  const atEdge = ([row, column] = chosen[0]) => row === 0 || column === 0 || row === n - 1 || column === n - 1;
  const [down, right] = [chosen[1][0] - chosen[0][0], chosen[1][1] - chosen[0][1]];
  const isStraight = chosen.every((cell, index) => sameCell(cell, [chosen[0][0] + index * down, chosen[0][1] + index * right]));
  return down * right !== 0 && isStraight && atEdge() && atEdge(chosen.at(-1))
    ? ''
    : 'Take all cells of a diagonal, from one edge of the grid to another.';
};

const SUM = { name: 'sum', label: 'Total', default: '10' };
const VALUES = /** @type {const} */ ({ name: 'values', label: 'Values', form: 'list' });

/** @type {Tool[]} */
export const RULES = [
  line('thermo', 'Thermometer', 'Values rise from the bulb, the first cell.'),
  line('slow_thermo', 'Slow thermometer', 'Values never fall from the bulb.'),
  {
    id: 'arrow',
    title: 'Arrow',
    help: 'Drag from the circle along the arrow. The circle has the sum of the other cells.',
    group: 'Lines',
    drag: 'line',
    apply: (puzzle, [circle, ...shaft]) => drawn(puzzle, { type: 'arrow', circle: [circle], cells: shaft }),
  },
  line('double_arrow', 'Double arrow', 'Both ends add up to the sum of the cells between.'),
  line('whisper', 'Whisper', 'Neighbours differ by at least the number.', { name: 'min_diff', label: 'At least', default: '5' }),
  line('renban', 'Renban', 'Different consecutive values in any order.'),
  line('nabner', 'Nabner', 'No two values are equal or consecutive.'),
  line('palindrome', 'Palindrome', 'The same from both ends.'),
  line('between', 'Between line', 'Values lie between those at the ends.'),
  line('lockout', 'Lockout line', 'Values do not lie between those at the ends.', {
    name: 'min_diff',
    label: 'Ends differ by',
    default: '4',
  }),
  line('region_sum', 'Region sum', 'Equal sums in each region.'),
  line('entropic', 'Entropic line', 'Any three neighbours are low, middle and high.'),
  line('modular', 'Modular line', 'Neighbours have different remainders.', { name: 'mod', label: 'Modulus', default: '3' }),
  line('zipper', 'Zipper', 'Equal distances from the middle have equal sums.'),
  line('sum_line', 'Sum line', 'Parts of the line add up to the number.', SUM),
  line('average', 'Average', 'The first cell is the average of the others.'),
  line('value_index', 'Slingshot', 'The second cell is a number of steps; the cell so many steps on equals the first.'),
  cells('cage', 'Cage', 'The values differ and add up to the total; leave it empty for no total.', { ...SUM, optional: true }),
  cells('sum', 'Sum', 'The values add up to the total and may repeat.', SUM),
  cells('extra_region', 'Extra region', 'No value twice.'),
  cells('all_different', 'Different cells', 'No value twice.'),
  single('odd', 'Odd', 'Each is odd.'),
  single('even', 'Even', 'Each is even.'),
  single('minimum', 'Minimum', 'Smaller than its neighbours.'),
  single('maximum', 'Maximum', 'Larger than its neighbours.'),
  {
    ...cells('quadruple', 'Quadruple', 'Take a square of four cells; they have these values.', { ...VALUES, default: '1 2' }),
    unfit: squareError,
  },
  cells('allowed', 'Allowed values', 'Only these values.', { ...VALUES, default: '1 2 3' }),
  groups('same_values', 'Same values', 'They have the same values, each as often, in any order.'),
  groups('equal_sum', 'Equal sums', 'They have equal sums.'),
  {
    ...groups('clone', 'Clone', 'They have the same values, place by place in reading order.'),
    unfit: (_, chosen, first = chosen) => (chosen.length === first.length ? '' : 'Take as many cells as in the first group.'),
  },
  cells('counting_circles', 'Counting circles', 'A value occurs in as many circles as it says.'),
  cells('lunchbox', 'Lunchbox', 'The values between the smallest and the largest add up to the total.', SUM),
  cells('equality_cage', 'Equality cage', 'As many odd as even, as many low as high.'),
  cells('rellik', 'Rellik', 'No values add up to the total.', SUM),
  cells('look_and_say', 'Look and say', 'These values occur exactly so often: 2x5 is two 5.', {
    name: 'counts',
    label: 'Counts',
    default: '2x1',
    form: 'counts',
  }),
  single('column_indexer', 'Column indexer', 'Each tells in which column of its row the number of its own column is.'),
  single('row_indexer', 'Row indexer', 'Each tells in which row of its column the number of its own row is.'),
  pair('white', 'White dot', 'They differ by 1.', { type: 'difference', value: 1 }),
  pair('black', 'Black dot', 'One is twice the other.', { type: 'ratio', value: 2 }),
  pair('x', 'X', 'They add up to 10.', { type: 'pair_sum', value: 10 }),
  pair('v', 'V', 'They add up to 5.', { type: 'pair_sum', value: 5 }),
  pair('greater_than', 'Greater than', 'The first is larger.', { type: 'greater_than', ordered: true }),
  pair('difference', 'Difference', 'They differ by the number.', { type: 'difference' }, { name: 'value', label: 'Number', default: '2' }),
  pair('ratio', 'Ratio', 'They are in this ratio.', { type: 'ratio' }, { name: 'value', label: 'Number', default: '3' }),
  { ...line('little_killer', 'Little killer', 'A diagonal from edge to edge; its values add up to the total.', SUM), unfit: diagonalError },
  outside('sandwich', 'Sandwich', 'The sum between the smallest and the largest value.', 'sum'),
  outside('xsum', 'X-sum', 'The sum of the first X values, X being the first.', 'sum'),
  outside('skyscraper', 'Skyscraper', 'How many values are larger than all before.', 'value'),
  outside('hidden_skyscraper', 'Hidden skyscraper', 'The first value that one before it hides.', 'value'),
  outside('numbered_room', 'Numbered room', 'The value in cell number X, X being the first.', 'value'),
  outside('full_rank', 'Full rank', 'The rank among all rows and columns, read as numbers from both sides; 1 is the smallest.', 'value'),
];

/** Rules of the whole grid, with their words.
 * @type {import('./kind.js').GlobalRule[]} */
export const GLOBAL = [
  { title: 'Diagonal ↘', rule: { type: 'diagonal_main' } },
  { title: 'Diagonal ↗', rule: { type: 'diagonal_anti' } },
  { title: 'Anti-knight', rule: { type: 'antiknight' } },
  { title: 'Anti-king', rule: { type: 'antiking' } },
  { title: 'Non-consecutive', rule: { type: 'nonconsecutive' } },
  { title: 'Disjoint groups', rule: { type: 'disjoint_groups' } },
  { title: 'Windoku', rule: { type: 'windoku' } },
  { title: 'Entropy', rule: { type: 'global_entropy' } },
  { title: 'Modularity', rule: { type: 'global_mod3' } },
  { title: 'Anti-taxicab', rule: { type: 'antitaxicab' } },
  { title: 'Dutch flatmates', rule: { type: 'dutch_flatmates' } },
  { title: 'All white dots given', rule: { type: 'negative', of: 'difference', values: [1] } },
  { title: 'All black dots given', rule: { type: 'negative', of: 'ratio', values: [2] } },
  { title: 'All X and V given', rule: { type: 'negative', of: 'pair_sum', values: [5, 10] } },
];

/** @type {Map<string, string>} */
const TITLES = new Map([
  ...GLOBAL.map(({ title, rule }) => /** @type {[string, string]} */ ([rule.type, title])),
  ...RULES.map((tool) => /** @type {[string, string]} */ ([tool.id, tool.title])),
  ['negative', 'Negative'],
]);

/**
 * @param {any} rule
 */
export function sentenceOf(rule) {
  const title = TITLES.get(rule.type) ?? rule.type.replaceAll('_', ' ');
  const counts = rule.counts?.map((/** @type {[number, number]} */ [count, value]) => `${count}x${value}`);
  const number = rule.sum ?? rule.value ?? rule.min_diff ?? rule.mod ?? (rule.values ?? counts)?.join(' ');
  const ranges = (rule.groups ?? [rule.circle ?? rule.cells]).map(rangeOf).join(' / ');
  const place = rule.axis ? `${rule.axis === 'row' ? 'row' : 'column'} ${rule.index + 1}` : ranges;
  return [title, rule.of?.replaceAll('_', ' '), number, place].filter((part) => part !== undefined && part !== '').join(' ');
}

/**
 * @param {Cell[] | undefined} chosen
 */
function rangeOf(chosen) {
  if (!chosen || chosen.length === 0) return '';
  const names = chosen.map(([row, column]) => nameOf(row, column));
  return names.length > 3 ? `${names[0]} … ${names[names.length - 1]}` : names.join(' ');
}
