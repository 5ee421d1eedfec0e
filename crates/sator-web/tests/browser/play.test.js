// Playing the puzzles that have values: a clock, hints, and the moment when all is right.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from './fixture.js';
import { cells, clickCell, label, lit, reads } from './person.js';

const site = new Site();

/** A sudoku of 4×4 with one answer, of which r4c3 and r4c4 are missing. */
const NEARLY = '12343412214343..';

test('a sudoku is played to its end: a wrong value is named, and the right ones stop the clock', async () => {
  const page = await site.open({ path: `/#sudoku=${NEARLY}` });
  await cells(page, 16);
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await clickCell(page, 'r4c3');
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('2');
  await reads(page, /^Not yet: /);
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('2');
  await reads(page, /^Solved in \d+:\d\d/);
  assert.equal(await label(page, 'r4c3'), 'r4c3, entry 2');
});

test('a hint in a game lights its cell, and says the step with its reason', async () => {
  const page = await site.open({ path: `/#sudoku=${NEARLY}` });
  await cells(page, 16);
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  const words = await reads(page, /^r4c\d is \d: /);
  assert.deepEqual(await lit(page, 'subject'), [words.slice(0, 4)]);
});

test('eight queens are placed by clicks until all are right', async () => {
  const page = await site.open({ path: '/#queens=8' });
  await cells(page, 64);
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  const columns = [1, 5, 8, 6, 3, 7, 2, 4];
  for (const [row, column] of columns.entries()) await clickCell(page, `r${row + 1}c${column}`);
  await reads(page, /^Solved in/);
  assert.match(await label(page, 'r1c1'), /entry queen/);
});

test('the clock of a game is not shown for the next puzzle', async () => {
  const page = await site.open({ path: `/#sudoku=${NEARLY}` });
  await cells(page, 16);
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.evaluate(() => {
    const now = performance.now.bind(performance);
    /** @type {any} */ (globalThis).late = 0;
    performance.now = () => now() + /** @type {any} */ (globalThis).late;
  });
  await page.getByRole('button', { name: 'Start' }).click();
  await page.evaluate(() => void (/** @type {any} */ (globalThis).late = 66_000));
  await page.getByRole('button', { name: 'Stop' }).click();
  const clock = page.getByRole('timer');
  assert.match((await clock.textContent()) ?? '', /^1:/);
  await page.getByRole('button', { name: 'Start' }).click();
  assert.equal(await clock.textContent(), '0:00');
  await page.evaluate(() => void (/** @type {any} */ (globalThis).late = 132_000));
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('tab', { name: 'Queens' }).click();
  assert.equal(await clock.textContent(), '0:00');
});
