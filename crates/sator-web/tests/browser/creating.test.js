// The dialog New: puzzles of a size and difficulty, and work that is cancelled.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from './fixture.js';
import { cells, digits, reads } from './person.js';

/** @import { Page } from 'playwright-core' */

const site = new Site();

/**
 * Asks for a sudoku in the dialog.
 * @param {Page} page
 * @param {{ size: string, level: string, seed?: string }} asked
 */
async function create(page, { size, level, seed = '3' }) {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('combobox', { name: 'Size', exact: true }).selectOption(size);
  await page.getByRole('combobox', { name: 'Difficulty', exact: true }).selectOption(level);
  await page.getByRole('textbox', { name: 'Seed', exact: true }).fill(seed);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
}

test('a level that was not reached is said, with what the puzzle is instead', async () => {
  const page = await site.open();
  await create(page, { size: '4x4', level: 'diabolical' });
  await reads(page, /^No diabolical puzzle was found\. This is the closest, seed 3: difficulty 0\.4 \(gentle\), with exactly one answer\./);
  assert.equal(await page.locator('sator-status.good').count(), 0);
  await create(page, { size: '4x4', level: 'gentle' });
  await reads(page, /^A new puzzle with exactly one answer, seed 3, difficulty [\d.]+ \(gentle\)\./);
  assert.equal(await page.locator('sator-status.good').count(), 1);
});

test('a cancelled New leaves the board alone', async () => {
  const page = await site.open({ path: '/#sudoku=12343412214343..' });
  await cells(page, 16);
  await create(page, { size: '9x9', level: 'diabolical', seed: '1' });
  // Answered when it is stopped: with a puzzle that is not diabolical, or with none.
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor();
  await page.keyboard.press('Escape');
  await reads(page, /^Cancelled\.$/);
  assert.equal(await digits(page), '12343412214343..');
});
