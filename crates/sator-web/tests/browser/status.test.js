// The status line: what it says is true of the board, also after the entries have changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from './fixture.js';
import { cells, clickCell, lit, reads } from './person.js';

/** @import { Page } from 'playwright-core' */

const site = new Site();

/** A sudoku of 4×4 with one answer, of which r4c3 is 2 and r4c4 is 1. */
const NEARLY = '12343412214343..';

/**
 * Opens a puzzle and chooses Values.
 * @param {string} path
 * @param {number} number of cells
 */
async function openValues(path, number) {
  const page = await site.open({ path });
  await cells(page, number);
  await page.keyboard.press('z');
  return page;
}

/**
 * @param {Page} page
 * @param {string} name
 */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('what was said about entries goes when they change, what was said about the puzzle stays', async () => {
  const page = await openValues(`/#sudoku=${NEARLY}`, 16);
  await clickCell(page, 'r4c3');
  await page.keyboard.press('2');
  await press(page, 'Check my entries');
  await reads(page, /^Your entry is right so far/);
  await page.keyboard.press('1');
  await reads(page, /^Sudoku, 4×4/);
  await press(page, 'Check my entries');
  await reads(page, /^A rule is broken/);
  await page.keyboard.press('Control+z');
  await reads(page, /^Sudoku, 4×4/);
  await press(page, 'Solve');
  await reads(page, /^Exactly one solution/);
  await page.keyboard.press('Backspace');
  await reads(page, /^Exactly one solution/);
  await page.getByRole('tab', { name: 'Explain' }).click();
  await press(page, 'Step by step');
  await reads(page, /steps? to the solution/);
  await clickCell(page, 'r4c4');
  await page.keyboard.press('1');
  await reads(page, /^Sudoku, 4×4/);
});

