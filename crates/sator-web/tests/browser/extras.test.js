// The palette of extra rules: all rules of the engine are in it, and the engine reads what it draws.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GLOBAL, RULES } from '../../page/kinds/extras.js';
import { sudoku } from '../../page/kinds/sudoku.js';
import { ask } from '../server.js';
import { Site } from './fixture.js';
import { cells, clickCell, drag, label, reads } from './person.js';

/** @typedef {import('../../page/cells.js').Cell} Cell */

const site = new Site();

const EMPTY = sudoku.sizes[0]?.make();

/** Cells of a 4×4 grid that suit a tool, by what it collects.
 * @type {Record<string, Cell[]>} */
const SAMPLES = {
  line: [[0, 0], [1, 1], [2, 2], [3, 3]],
  cells: [[1, 1], [1, 2], [2, 1], [2, 2]],
  pair: [[0, 0], [0, 1]],
  groups: [[0, 0], [0, 1]],
};

/** The rules that the palette draws, one for each of its buttons. */
function drawnRules() {
  const drawn = RULES.map((tool) => {
    const chosen = (tool.group === 'Outside the grid' ? SAMPLES['pair'] : SAMPLES[tool.drag]) ?? [];
    /** @type {Cell[]} */
    const first = [[2, 2], [2, 3]];
    assert.equal(tool.unfit?.(EMPTY, chosen, first) ?? '', '', tool.title);
    return tool.apply(EMPTY, chosen, tool.number?.default ?? '', first).constraints[0];
  });
  return [...drawn, ...GLOBAL.map(({ rule }) => rule)];
}

/** The types of all rules, as the reference lists them. */
function documentedTypes() {
  const page = readFileSync(new URL('../../../../docs/formats-variants.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('\n## Rules\n'));
  return [...table.matchAll(/^\|[^|]+\|[^|]+\| `(\w+)` \|[^|]+\|$/gm)].map(([, type]) => type);
}

test('every rule of the engine is in the palette', () => {
  const documented = documentedTypes();
  assert.ok(documented.includes('thermo') && documented.includes('full_rank'), documented.join(' '));
  const drawn = new Set(drawnRules().map((rule) => rule.type));
  assert.deepEqual([...drawn].sort(), documented.sort());
});

test('the engine reads every rule that the palette draws', async () => {
  for (const rule of drawnRules()) {
    const input = JSON.stringify({ ...EMPTY, constraints: [rule] });
    const { status, answer } = await ask(site.url, 'convert', { puzzle: 'sudoku', input, options: { to: 'json' } });
    assert.equal(status, 200, `${JSON.stringify(rule)}: ${answer.error}`);
    assert.equal(JSON.parse(answer.text).constraints[0].type, rule.type);
  }
});

test('groups are drawn one after the other, and negative rules are buttons', async () => {
  const page = await site.open({ path: '/#sudoku=................' });
  await cells(page, 16);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByText('Cells', { exact: true }).click();
  const tool = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click();
  await tool('Clone');
  await drag(page, ['r1c1', 'r1c2']);
  await reads(page, /^The first group is r1c1 r1c2\. Now draw another\.$/);
  await clickCell(page, 'r4c4');
  await reads(page, /^Take as many cells as in the first group/);
  await drag(page, ['r3c1', 'r3c2']);
  assert.equal(await label(page, 'r3c1'), 'r3c1, empty, Clone r1c1 r1c2 / r3c1 r3c2');
  await drag(page, ['r3c1', 'r3c2']);
  await drag(page, ['r4c3', 'r4c4']);
  assert.equal(await label(page, 'r1c1'), 'r1c1, empty, Clone r1c1 r1c2 / r3c1 r3c2 / r4c3 r4c4');
  await tool('Look and say');
  await page.getByRole('textbox', { name: 'Counts' }).fill('2');
  await drag(page, ['r2c1', 'r2c4']);
  await reads(page, /^Counts: counts of values such as 2x5 are expected, not '2'/);
  await page.getByRole('textbox', { name: 'Counts' }).fill('1x2 0x3');
  await drag(page, ['r2c1', 'r2c3']);
  assert.match(await label(page, 'r2c2'), /Look and say 1x2 0x3 r2c1 r2c2 r2c3/);
  const dots = page.getByRole('button', { name: 'All white dots given' });
  await dots.click();
  await page.getByText('Negative difference 1', { exact: true }).waitFor();
  assert.equal(await dots.getAttribute('aria-pressed'), 'true');
  await dots.click();
  assert.equal(await page.getByRole('button', { name: /^Remove / }).count(), 2);
});
