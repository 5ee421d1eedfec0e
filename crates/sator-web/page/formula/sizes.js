// The size of a formula by family of rules, beside the one before, so that a change of the encoding
// shows.

import { element, svg } from '../dom.js';
import { grouped } from '../words.js';

/** @typedef {import('./formula.js').Sizes} Sizes */

const WIDTH = 100;

/**
 * The whole size in a sentence, and how it changed.
 * @param {Sizes} sizes
 * @param {Sizes | null} before
 */
export function sizeWords(sizes, before) {
  const more = sizes.auxiliary > 0 ? ` (${grouped(sizes.auxiliary)} auxiliary)` : '';
  const now = `${grouped(sizes.cellVariables + sizes.auxiliary)} variables${more}, ${grouped(sizes.clauses)} clauses, ${grouped(sizes.literals)} literals.`;
  return before
    ? `${now} With ${before.encoding}: ${grouped(before.clauses)} clauses, now ${changeWords(sizes.clauses, before.clauses)}.`
    : now;
}

/**
 * @param {number} now
 * @param {number} before
 */
function changeWords(now, before) {
  if (now === before) return 'as many';
  const share = Math.round((100 * Math.abs(now - before)) / Math.max(1, before));
  return `${share} % ${now < before ? 'fewer' : 'more'}`;
}

/**
 * The clauses of each family, with bars.
 * @param {Sizes} sizes
 * @param {Sizes | null} before
 * @param {string} chosen the family whose rules are listed, or nothing
 * @param {(family: string) => void} choose
 */
export function sizeTable(sizes, before, chosen, choose) {
  const earlier = new Map((before?.families ?? []).map((family) => [family.name, family.clauses]));
  const names = [...new Set([...sizes.families.map((family) => family.name), ...earlier.keys()])];
  const now = new Map(sizes.families.map((family) => [family.name, family.clauses]));
  const most = Math.max(1, ...now.values(), ...earlier.values());
  const rows = names.map((name) => {
    const number = now.get(name) ?? 0;
    const old = before ? (earlier.get(name) ?? 0) : null;
    const pick = element(
      'button',
      {
        type: 'button',
        class: 'quiet',
        'aria-pressed': String(name === chosen),
        title: `List only the rules about ${name}`,
        onclick: () => choose(name === chosen ? '' : name),
      },
      name,
    );
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, pick),
      element('td', { class: 'figure' }, grouped(number)),
      before && element('td', { class: 'figure before' }, grouped(old ?? 0)),
      element('td', { class: 'bar' }, bar(number / most, old === null ? null : old / most)),
    );
  });
  return element(
    'table',
    { class: 'sizes' },
    element('caption', { class: 'unseen' }, 'Clauses by family of rules'),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, 'Rules'),
        element('th', { scope: 'col', class: 'figure' }, 'Clauses'),
        before && element('th', { scope: 'col', class: 'figure before' }, 'Before'),
        element('td', {}),
      ),
    ),
    element('tbody', {}, ...rows),
  );
}

/**
 * A bar, and below it the outline of the earlier one.
 * @param {number} share of the longest bar
 * @param {number | null} before
 */
function bar(share, before) {
  const width = (/** @type {number} */ part) => (part * WIDTH).toFixed(1);
  return svg(
    'svg',
    { viewBox: `0 0 ${WIDTH} 14`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'now', y: before === null ? 3 : 1, width: width(share), height: 8 }),
    before !== null && svg('rect', { class: 'before', y: 10, width: width(before), height: 3 }),
  );
}
