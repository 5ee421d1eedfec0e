// The status line: what it says is true of the board, also after the entries have changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeWords, countMessage, noSolution, rateMessage, repairHeading, repairNote, workWords } from '../../page/words.js';
import { kindOf } from '../../page/kinds/index.js';
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
  await reads(page, /^A rule is broken/);
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

test('a rule that a change breaks is said and marked at once, for clues and entries together', async () => {
  const page = await openValues('/#sudoku=1...............', 16);
  await clickCell(page, 'r1c3');
  await page.keyboard.press('1');
  await reads(page, /^A rule is broken: row 1 has 1 twice, r1c1 and r1c3\.$/);
  assert.deepEqual(await lit(page, 'conflict'), ['r1c1', 'r1c3']);
  await page.keyboard.press('2');
  await reads(page, /^Sudoku, 4×4/);
  assert.deepEqual(await lit(page, 'conflict'), []);
  await page.keyboard.press('v');
  await clickCell(page, 'r3c3');
  await page.keyboard.press('2');
  await reads(page, /^A rule is broken: column 3 has 2 twice, r1c3 and r3c3\.$/);
  await press(page, 'Count');
  await reads(page, /solutions/);
  assert.deepEqual(await lit(page, 'conflict'), []);
});

test('entries are right only if a solution has all of them', async () => {
  const page = await openValues('/#queens=6', 36);
  for (const cell of ['r1c2', 'r2c4']) await clickCell(page, cell);
  await clickCell(page, 'r3c1', { button: 'right' });
  await press(page, 'Check my entries');
  await reads(page, /^All 2 entries are right so far; 4 more are missing\.$/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await clickCell(page, 'r2c6');
  await press(page, 'Check my entries');
  await reads(page, /^No rule is broken, but no solution has all these entries\.$/);
  assert.ok(await page.locator('sator-status.bad').isVisible());
  await clickCell(page, 'r1c2');
  await clickCell(page, 'r1c1');
  await press(page, 'Check my entries');
  await reads(page, /^1 of 2 entries is wrong: r1c1\.$/);
  assert.deepEqual(await lit(page, 'wrong'), ['r1c1']);
});

test('steps with a wrong entry name the mistake and mark it', async () => {
  const page = await openValues(`/#sudoku=${NEARLY}`, 16);
  await clickCell(page, 'r4c3');
  await page.keyboard.press('1');
  await page.getByRole('tab', { name: 'Explain' }).click();
  for (const name of ['Hint', 'Where to look', 'Step by step']) {
    await press(page, name);
    await reads(page, /^There is a mistake: r4c3 is 1\.$/);
    await page.locator('.is-wrong').waitFor();
    assert.deepEqual(await lit(page, 'wrong'), ['r4c3'], name);
    assert.ok(await page.locator('sator-status.bad').isVisible());
    await page.keyboard.press('Escape');
  }
});

test('work that was stopped says what is not known', async () => {
  const page = await openValues(`/#sudoku=${NEARLY}`, 16);
  const stopped = { steps: [], solved: false, end: 'stopped', stopped: 'it was cancelled' };
  const steps = [{ facts: [{ cell: 'r4c3', value: 2, holds: true }], name: 'last cell', text: 'r4c3 is 2', because: [] }];
  for (const [panel, name, answer, words] of /** @type {[string, string, object, RegExp][]} */ ([
    ['Solve', 'Repair', {}, /^Stopped before it was known whether a repair is needed\.$/],
    ['Solve', 'Repair', { repairs: [], repairs_complete: false }, /^Stopped before a repair was found\.$/],
    ['Explain', 'Hint', {}, /^Stopped before a step was found\.$/],
    ['Explain', 'Step by step', { steps }, /^1 step until it was stopped\.$/],
    ['Play', 'Hint', {}, /^Stopped before a step was found\.$/],
  ])) {
    await page.getByRole('tab', { name: panel }).click();
    await page.route(/\/api\/(hint|explain)$/, (route) => route.fulfill({ json: { ...stopped, ...answer } }));
    await press(page, name);
    await reads(page, words);
  }
});

test('a contradiction has the words of its panel, and several solutions are said', async () => {
  const page = await site.open({ path: '/#sudoku=................' });
  for (const path of ['/#sudoku=11..............', '/#sudoku=12.3..4.........']) {
    await page.goto(path);
    await reads(page, /^Sudoku, 4×4/);
    for (const name of ['Why not?', 'How difficult?', 'Solve']) {
      await press(page, 'Count');
      await reads(page, /^No solution, /);
      await press(page, name);
      // Solving names the clues alone, the other two also the rules.
      const what = name === 'Solve' ? 'clues' : 'rules and clues';
      const words = await reads(page, path.includes('11') ? /^No solution: row 1 has 1 twice/ : new RegExp(`: these \\d ${what} contradict`));
      const lines = await page.locator('#panel-solve .report li').count();
      if (path.includes('12')) assert.ok(words.includes(`these ${lines} ${what}`), words);
      assert.ok((await lit(page, 'conflict')).includes('r1c1'), name);
    }
  }
  const conflict = [...'abcdefghi'];
  assert.match(noSolution({ conflict, conflict_is: 'minimal' }), /^these 9 clues contradict each other: a; b; c; and 6 more\.$/);
  assert.match(noSolution({ conflict, steps: [] }), /^these 9 rules and clues contradict each other: /);
  await page.goto('/#sudoku=12343412........');
  await reads(page, /^Sudoku, 4×4/);
  await press(page, 'Why not?');
  await reads(page, /^There are several solutions/);
  await press(page, 'How difficult?');
  await reads(page, /^Only a puzzle with exactly one solution has a difficulty/);
});

test('numbers and nouns agree', async () => {
  const page = await site.open({ path: `/#minesweeper=~${Buffer.from('{"rows":2,"cols":2,"mines":1,"board":["??","??"]}').toString('base64url')}` });
  await cells(page, 4);
  await reads(page, /The total of 1 mine is used/);
  const [none] = countMessage({ count: '0', exact: false }, 2000);
  assert.equal(none, 'Stopped after 2.0 s before any solution was found.');
  const [one] = countMessage({ count: '1', exact: false }, 2000);
  assert.equal(one, 'At least one solution (stopped after 2.0 s).');
});


test('what one question found goes with the next one', async () => {
  const page = await openValues('/#sudoku=1..4.23..41.3..2', 16);
  const report = page.locator('#panel-solve .report');
  for (const [name, words] of /** @type {[string, RegExp][]} */ ([
    ['How difficult?', /^Difficulty /],
    ['Why not?', /^There is a solution/],
    ['Repair', /^There is a solution/],
    ['Check my entries', /right so far/],
  ])) {
    await press(page, 'Spare clues');
    await reads(page, /^8 of 8 clues can go/);
    assert.equal((await lit(page, 'spare')).length, 8);
    if (name === 'Check my entries') {
      await clickCell(page, 'r1c2');
      await page.keyboard.press('3');
    }
    await press(page, name);
    await reads(page, words);
    assert.deepEqual(await lit(page, 'spare'), [], name);
    assert.doesNotMatch((await report.textContent()) ?? '', /can go/, name);
  }
  await page.getByRole('tab', { name: 'Explain' }).click();
  await press(page, 'Step by step');
  await reads(page, /steps to the solution/);
  await page.getByRole('tab', { name: 'Solve' }).click();
  await press(page, 'Count');
  await reads(page, /^Exactly one solution/);
  assert.equal(await page.locator('.steps li').count(), 0);
  assert.deepEqual(await lit(page, 'subject'), []);
});

test('repairs name squares, say whether there are other values, and which changes belong together', async () => {
  const page = await openValues(`/#queens=~${Buffer.from('{"n":4,"queens":[[0,0]]}').toString('base64url')}`, 16);
  await press(page, 'Repair');
  await reads(page, /^A repair: “a queen stands on r1c1”: make it r1c2 or r1c3\.$/);
  assert.deepEqual(await lit(page, 'conflict'), ['r1c1']);
  const cages = [
    { sum: 99, cells: [[0, 0], [0, 1]] },
    { sum: 98, cells: [[3, 3], [4, 3]] },
  ];
  const killer = JSON.stringify({ n: 9, box_h: 3, box_w: 3, cages });
  await page.goto(`/#killer=~${Buffer.from(killer).toString('base64url')}`);
  await cells(page, 81);
  await press(page, 'Repair');
  await reads(page, /^A repair: “the cage at r1c1 adds up to 99”: make it [\d, ]+ or another; and “the cage at r4c4/);
  await page.getByRole('heading', { name: 'Change these 2 clues together' }).waitFor();
  await page.getByText('a combination of them need not be').waitFor();
  const one = { clue: 'r1c1 is B', instead: [1, 3], complete: true };
  const sudoku = kindOf('sudoku');
  assert.equal(sudoku && changeWords(sudoku, { alphabet: 'A-P' }, one), '“r1c1 is B”: make it A or C');
  assert.equal(repairHeading([[one], [one]]), 'Change one of these clues');
  assert.equal(repairNote([[one]], false), 'There may be other repairs.');
});

test('figures are in words that fit them', async () => {
  const page = await openValues('/#queens=27', 729);
  await reads(page, /^Queens, 27×27\./);
  assert.equal(workWords('Solving', { activity: 'Solving', number: 1, text: '1 solutions, 0 a second' }), 'Solving: 1 solution …');
  const rated = { solved: true, rating: 4.4, word: 'medium', step: 'rules', largest: 4 };
  assert.equal(rateMessage(rated), 'Difficulty 4.4 (medium); the hardest step takes 4 rules at once.');
});
