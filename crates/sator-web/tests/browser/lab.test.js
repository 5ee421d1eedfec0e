// The panel Lab: solvers and encodings compared, charts of the figures, and how it is stopped.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { childrenOf } from '../processes.js';
import { Site } from './fixture.js';
import { cells, clickCell, reads } from './person.js';

/** @import { Page } from 'playwright-core' */

const site = new Site();

const SUDOKU = '91..6.......9.....5.3....2...6..3..72......58..81........79.28.....5...9.6..1...4';

/**
 * Opens a puzzle with the lab.
 * @param {string} path
 * @param {number} number of cells
 */
async function openLab(path, number) {
  const page = await site.open({ path });
  await cells(page, number);
  await page.getByRole('tab', { name: 'Lab' }).click();
  await page.getByRole('group', { name: 'Solvers' }).getByRole('checkbox').first().waitFor();
  return page;
}

/**
 * Chooses exactly these of a group.
 * @param {Page} page
 * @param {string} group
 * @param {string[]} names
 */
async function choose(page, group, names) {
  for (const box of await page.getByRole('group', { name: group }).getByRole('checkbox').all()) {
    await box.setChecked(names.includes(await box.inputValue()));
  }
}

/**
 * The rows of the table, without the head.
 * @param {Page} page
 */
async function rows(page) {
  const lines = page.locator('.runs tbody tr');
  return lines.evaluateAll((all) =>
    all.map((row) =>
      [...row.querySelectorAll('td')].map((cell) =>
        [...cell.childNodes]
          .map((part) => part.textContent)
          .join(' ')
          .trim(),
      ),
    ),
  );
}

test('solvers and encodings are compared in a table and in bars', async () => {
  const page = await openLab(`/#sudoku=${SUDOKU}`, 81);
  await choose(page, 'Solvers', ['search', 'cadical']);
  await choose(page, 'Encodings', ['pairwise', 'two-product']);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await reads(page, /^3 of 3 runs ended, and all that ended agree\.$/);
  const table = await rows(page);
  assert.deepEqual(
    table.map((row) => row.slice(0, 4)),
    [
      ['search no clauses', 'solution ✓ agrees', '–', '–'],
      ['cadical pairwise', 'solution ✓ agrees', '729', '12,012'],
      ['cadical two-product', 'solution ✓ agrees', '2,673', '8,124'],
    ],
  );
  const chart = page.getByRole('img', { name: /^Time: search/ });
  assert.equal(await chart.locator('rect').count(), 3);
  await page.getByLabel('Figure of the chart').selectOption('clauses');
  const bars = page.getByRole('img', { name: 'Clauses: cadical, pairwise 12,012; cadical, two-product 8,124' });
  const widths = await bars.locator('rect').evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('width'))));
  assert.ok(Math.abs((widths[1] ?? 0) / (widths[0] ?? 1) - 8124 / 12012) < 0.02, `${widths}`);
  const outdated = page.getByText('These results are of the puzzle before it was changed.');
  assert.ok(await outdated.isHidden());
  await clickCell(page, 'r1c3');
  await page.keyboard.press('v');
  await page.keyboard.press('4');
  assert.ok(await outdated.isVisible());
  await page.keyboard.press('Control+z');
  assert.ok(await outdated.isHidden(), 'the puzzle is again the one that was compared');
});

test('only solvers inside the program are offered, and none must be missing', async () => {
  const page = await openLab(`/#sudoku=${SUDOKU}`, 81);
  const names = await page
    .getByRole('group', { name: 'Solvers' })
    .getByRole('checkbox')
    .evaluateAll((all) => all.map((box) => /** @type {HTMLInputElement} */ (box).value));
  assert.ok(names.includes('search') && names.includes('cadical') && names.includes('batsat'), `${names}`);
  assert.ok(!names.some((name) => name.startsWith('exec:') || name === 'z3' || name === 'cvc5'), `${names}`);
  await choose(page, 'Solvers', []);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await reads(page, /Choose a solver first/);
});

test('queens are plotted over N, and the figures can be saved', async () => {
  const page = await openLab('/#queens=8', 64);
  await choose(page, 'Solvers', ['batsat']);
  await choose(page, 'Encodings', ['pairwise', 'two-product']);
  await page.getByLabel('from').fill('4');
  await page.getByLabel('to', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Run over N' }).click();
  await reads(page, /^18 of 18 runs ended/);
  for (const title of ['Clauses over N', 'Time over N']) {
    const figure = page.getByRole('figure', { name: title });
    assert.equal(await figure.locator('.trace').count(), 4, 'two lines, and each again in the legend');
    const marks = await figure.locator('.legend .mark').evaluateAll((all) => all.map((mark) => mark.getAttribute('d')));
    assert.equal(new Set(marks).size, 2, 'lines differ by more than their colour');
  }
  await page.getByText('pairwise, N = 8: 736').waitFor({ state: 'attached' });
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split('\n');
  assert.equal(lines.length, 19);
  assert.ok(
    lines.some((line) => line.startsWith('8-Queens,8,batsat,pairwise,sat,true,64,736,')),
    lines.join('\n'),
  );
});

test('numbers beyond their limits are said below their fields', async () => {
  const page = await openLab('/#queens=8', 64);
  await page.getByLabel('to', { exact: true }).fill('200');
  await page.getByRole('button', { name: 'Run over N' }).click();
  await page.getByRole('alert').getByText('“to” is a whole number from 1 to 128.').waitFor();
  await page.getByLabel('Repetitions').fill('0');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('alert').getByText('“Repetitions” is a whole number from 1 to 20.').waitFor();
  assert.equal(await page.getByLabel('to', { exact: true }).inputValue(), '200');
});

test('a long comparison is cancelled: it shows the runs that ended, and the solver has ended', async () => {
  const page = await openLab('/#queens=8', 64);
  await choose(page, 'Solvers', ['batsat']);
  await choose(page, 'Encodings', ['pairwise']);
  await page.getByLabel('from').fill('40');
  await page.getByLabel('to', { exact: true }).fill('128');
  await page.getByRole('button', { name: 'Run over N' }).click();
  await reads(page, /^Comparing: [1-9]\d* solves/);
  await page.getByRole('tabpanel').getByRole('button', { name: 'Cancel' }).click();
  await reads(page, /^Stopped: \d+ of 89 runs ended/);
  assert.ok(await page.locator('sator-status.plain').isVisible(), 'what was stopped is not said as a success');
  assert.ok((await page.locator('.runs tbody tr').count()) < 89);
  assert.deepEqual(childrenOf(site.pid), [], 'no solver runs any more');
});
