// Extra rules of sudokus, as the palette draws them. The engine knows what they mean.

import { nameOf, sameCell } from '../cells.js';

/** @typedef {import('./kind.js').Tool} Tool
 *  @typedef {import('./kind.js').Puzzle} Puzzle
 *  @typedef {import('./kind.js').Cell} Cell */

/**
 * @param {Puzzle} puzzle
 * @param {object} rule
 * @returns {Puzzle}
 */
const added = (puzzle, rule) => ({ ...puzzle, constraints: [...puzzle.constraints, rule] });

/**
 * A line through cells, drawn from its first cell.
 * @param {string} type
 * @param {string} title
 * @param {string} help
 * @param {{ name: string, label: string, usual: string }} [number]
 * @returns {Tool}
 */
const line = (type, title, help, number) => ({
  id: type,
  title,
  help: `Drag along the cells. ${help}`,
  group: 'Lines',
  drag: 'line',
  number,
  apply: (puzzle, cells, text) => (cells.length < 2 ? puzzle : added(puzzle, { type, cells, ...numberOf(number, text) })),
});

/**
 * A set of cells.
 * @param {string} type
 * @param {string} title
 * @param {string} help
 * @param {{ name: string, label: string, usual: string, optional?: boolean }} [number]
 * @returns {Tool}
 */
const cells = (type, title, help, number) => ({
  id: type,
  title,
  help: `Drag over the cells. ${help}`,
  group: 'Cells',
  drag: 'cells',
  number,
  apply: (puzzle, chosen, text) => added(puzzle, { type, cells: chosen, ...numberOf(number, text) }),
});

/**
 * A mark between two cells. Drawing it again removes it.
 * @param {string} id
 * @param {string} title
 * @param {string} help
 * @param {object} rule
 * @param {{ name: string, label: string, usual: string }} [number]
 * @returns {Tool}
 */
const pair = (id, title, help, rule, number) => ({
  id,
  title,
  help: `Drag from a cell to its neighbour. ${help}`,
  group: 'Two cells',
  drag: 'pair',
  number,
  apply(puzzle, chosen, text) {
    const mark = { ...rule, cells: chosen, ...numberOf(number, text) };
    const kept = puzzle.constraints.filter((/** @type {any} */ other) => !samePair(other, mark));
    return kept.length < puzzle.constraints.length ? { ...puzzle, constraints: kept } : added(puzzle, mark);
  },
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
  number: { label: 'Number', usual: '10' },
  apply(puzzle, [first, second], text) {
    if (!second) return puzzle;
    const across = first[0] === second[0];
    const from = (across ? second[1] > first[1] : second[0] > first[0]) ? 'start' : 'end';
    const side = type === 'sandwich' ? {} : { from };
    return added(puzzle, { type, axis: across ? 'row' : 'col', index: across ? first[0] : first[1], ...side, [name]: Number(text) });
  },
});

/**
 * @param {{ name?: string, optional?: boolean } | undefined} number
 * @param {string} text
 */
function numberOf(number, text) {
  if (!number?.name || (number.optional && text.trim() === '')) return {};
  if (number.name === 'values') return { values: (text.match(/\d+/g) ?? []).map(Number) };
  return { [number.name]: Number(text) };
}

/**
 * @param {any} a
 * @param {any} b
 */
const samePair = (a, b) =>
  a.type === b.type &&
  a.cells?.length === 2 &&
  a.cells.every((/** @type {Cell} */ cell) => b.cells.some((/** @type {Cell} */ other) => sameCell(cell, other)));

const SUM = { name: 'sum', label: 'Total', usual: '10' };

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
    apply: (puzzle, [circle, ...shaft]) => (shaft.length === 0 ? puzzle : added(puzzle, { type: 'arrow', circle: [circle], cells: shaft })),
  },
  line('double_arrow', 'Double arrow', 'Both ends add up to the sum of the cells between.'),
  line('whisper', 'Whisper', 'Neighbours differ by at least the number.', { name: 'min_diff', label: 'At least', usual: '5' }),
  line('renban', 'Renban', 'Different consecutive values in any order.'),
  line('nabner', 'Nabner', 'No two values are equal or consecutive.'),
  line('palindrome', 'Palindrome', 'The same from both ends.'),
  line('between', 'Between line', 'Values lie between those at the ends.'),
  line('lockout', 'Lockout line', 'Values do not lie between those at the ends.', {
    name: 'min_diff',
    label: 'Ends differ by',
    usual: '4',
  }),
  line('region_sum', 'Region sum', 'Equal sums in each region.'),
  line('entropic', 'Entropic line', 'Any three neighbours are low, middle and high.'),
  line('modular', 'Modular line', 'Neighbours have different remainders.', { name: 'mod', label: 'Modulus', usual: '3' }),
  line('zipper', 'Zipper', 'Equal distances from the middle have equal sums.'),
  line('sum_line', 'Sum line', 'Parts of the line add up to the number.', SUM),
  line('average', 'Average', 'The first cell is the average of the others.'),
  line('value_index', 'Slingshot', 'The second cell is a number of steps; the cell so many steps on equals the first.'),
  cells('cage', 'Cage', 'The values differ and add up to the total; leave it empty for no total.', { ...SUM, optional: true }),
  cells('sum', 'Sum', 'The values add up to the total and may repeat.', SUM),
  cells('extra_region', 'Extra region', 'No value twice.'),
  cells('odd', 'Odd', 'Each is odd.'),
  cells('even', 'Even', 'Each is even.'),
  cells('minimum', 'Minimum', 'Smaller than its neighbours.'),
  cells('maximum', 'Maximum', 'Larger than its neighbours.'),
  cells('quadruple', 'Quadruple', 'Take a square of four cells; they have these values.', {
    name: 'values',
    label: 'Values',
    usual: '1 2',
  }),
  cells('allowed', 'Allowed values', 'Only these values.', { name: 'values', label: 'Values', usual: '1 2 3' }),
  cells('counting_circles', 'Counting circles', 'A value occurs in as many circles as it says.'),
  cells('lunchbox', 'Lunchbox', 'The values between the smallest and the largest add up to the total.', SUM),
  cells('equality_cage', 'Equality cage', 'As many odd as even, as many low as high.'),
  cells('rellik', 'Rellik', 'No values add up to the total.', SUM),
  pair('white', 'White dot', 'They differ by 1.', { type: 'difference', value: 1 }),
  pair('black', 'Black dot', 'One is twice the other.', { type: 'ratio', value: 2 }),
  pair('x', 'X', 'They add up to 10.', { type: 'pair_sum', value: 10 }),
  pair('v', 'V', 'They add up to 5.', { type: 'pair_sum', value: 5 }),
  pair('greater_than', 'Greater than', 'The first is larger.', { type: 'greater_than' }),
  pair('difference', 'Difference', 'They differ by the number.', { type: 'difference' }, { name: 'value', label: 'Number', usual: '2' }),
  pair('ratio', 'Ratio', 'They are in this ratio.', { type: 'ratio' }, { name: 'value', label: 'Number', usual: '3' }),
  line('little_killer', 'Little killer', 'A diagonal from the edge; its values add up to the total.', SUM),
  outside('sandwich', 'Sandwich', 'The sum between the smallest and the largest value.', 'sum'),
  outside('xsum', 'X-sum', 'The sum of the first X values, X being the first.', 'sum'),
  outside('skyscraper', 'Skyscraper', 'How many values are larger than all before.', 'value'),
  outside('numbered_room', 'Numbered room', 'The value in cell number X, X being the first.', 'value'),
];

/** Rules of the whole grid, with their words. */
export const GLOBAL = /** @type {[string, string][]} */ ([
  ['diagonal_main', 'Diagonal ↘'],
  ['diagonal_anti', 'Diagonal ↗'],
  ['antiknight', 'Anti-knight'],
  ['antiking', 'Anti-king'],
  ['nonconsecutive', 'Non-consecutive'],
  ['disjoint_groups', 'Disjoint groups'],
  ['windoku', 'Windoku'],
  ['global_entropy', 'Entropy'],
]);

/** @type {Map<string, string>} */
const TITLES = new Map([...GLOBAL, ...RULES.map((tool) => /** @type {[string, string]} */ ([tool.id, tool.title]))]);

/**
 * @param {any} rule
 */
export function sentenceOf(rule) {
  const title = TITLES.get(rule.type) ?? rule.type.replaceAll('_', ' ');
  const number = rule.sum ?? rule.value ?? rule.min_diff ?? rule.mod ?? rule.values?.join(' ');
  const place = rule.axis ? `${rule.axis === 'row' ? 'row' : 'column'} ${rule.index + 1}` : rangeOf(rule.circle ?? rule.cells);
  return [title, number, place].filter((part) => part !== undefined && part !== '').join(' ');
}

/**
 * @param {Cell[] | undefined} chosen
 */
function rangeOf(chosen) {
  if (!chosen || chosen.length === 0) return '';
  const names = chosen.map(([row, column]) => nameOf(row, column));
  return names.length > 3 ? `${names[0]} … ${names[names.length - 1]}` : names.join(' ');
}
