// Solutions one after the other, counts that are stopped, hints and steps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childrenOf, ticksOf } from '../processes.js';
import { Site } from './fixture.js';
import { cells, clickCell, label, lit, reads } from './person.js';

const site = new Site();

test('all 92 solutions of eight queens can be stepped through, and they differ', async () => {
  const page = await site.open({ path: '/#queens=8' });
  await cells(page, 64);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await reads(page, /More than one solution/);
  const seen = new Set();
  const board = () =>
    page
      .locator('.piece-queen')
      .evaluateAll((all) => all.map((queen) => queen.closest('[data-cell]')?.getAttribute('data-cell')).join(' '));
  await page.keyboard.press('n');
  await reads(page, /Solution \d+ of 92/);
  for (let number = 0; number < 92; number += 1) {
    seen.add(await board());
    await page.keyboard.press('n');
  }
  assert.equal(seen.size, 92);
  await page.keyboard.press('p');
  assert.ok(seen.has(await board()));
});

test('Escape hides the solution, the own value stays, and next shows the solution again', async () => {
  const page = await site.open({ path: '/#sudoku=123434122143....' });
  await cells(page, 16);
  await clickCell(page, 'r4c1');
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await reads(page, /^Exactly one solution/);
  assert.equal(await label(page, 'r4c1'), 'r4c1, entry 4');
  assert.equal(await label(page, 'r4c4'), 'r4c4, answer 1');
  await page.keyboard.press('Escape');
  assert.equal(await label(page, 'r4c1'), 'r4c1, entry 4');
  assert.equal(await label(page, 'r4c4'), 'r4c4, empty');
  await page.keyboard.press('n');
  assert.equal(await label(page, 'r4c4'), 'r4c4, answer 1');
});

test('where no solution is shown, next leads to the first one and previous to the last', async () => {
  for (const [key, number] of [
    ['p', 92],
    ['n', 1],
  ]) {
    const page = await site.open({ path: '/#queens=8' });
    await cells(page, 64);
    await page.keyboard.press(`${key}`);
    await reads(page, new RegExp(`^Solution ${number} of 92`));
  }
});

test('a long count says what is known so far; cancelled, it leaves the processor idle', async () => {
  const page = await site.open({ path: '/#queens=20' });
  await cells(page, 400);
  const count = page.getByRole('button', { name: 'Count' });
  await count.click();
  const cancel = page.getByRole('tabpanel').getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  await reads(page, /^At least [\d,]+ solutions, still counting/);
  assert.ok(await page.getByRole('progressbar').isVisible());
  assert.equal(childrenOf(site.pid).length, 1, 'a solver runs');
  const started = Date.now();
  const before = ticksOf(site.pid);
  while (ticksOf(site.pid) < before + 40) await page.waitForTimeout(25);
  const duration = Date.now() - started;
  await cancel.click();
  await reads(page, /^At least [\d,]+ solutions \(stopped/);
  await count.waitFor();
  assert.deepEqual(childrenOf(site.pid), [], 'no solver runs any more');
  const idle = await ticksDuring(page, duration);
  assert.ok(idle <= 10, `40 ticks of processor time while counting, ${idle} in the same time afterwards`);
});

/**
 * The processor time that the server and its solvers use while a person waits.
 * @param {import('playwright-core').Page} page
 * @param {number} milliseconds
 */
async function ticksDuring(page, milliseconds) {
  const before = ticksOf(site.pid);
  await page.waitForTimeout(milliseconds);
  return ticksOf(site.pid) - before;
}

test('Escape stops the solver, as Cancel does; only the beginning and the end are announced', async () => {
  const page = await site.open({ path: '/#queens=20' });
  await cells(page, 400);
  await page.getByRole('button', { name: 'Count' }).click();
  await reads(page, /still counting/);
  assert.equal(await page.getByRole('status').textContent(), 'Counting …', 'progress is not announced');
  await page.keyboard.press('Escape');
  await reads(page, /^At least [\d,]+ solutions \(stopped/);
  assert.deepEqual(childrenOf(site.pid), []);
});

test('a hint lights its cells and gives its reason, and can be entered', async () => {
  const page = await site.open({ path: '/#sudoku=91..6.......9.....5.3....2...6..3..72......58..81........79.28.....5...9.6..1...4' });
  await cells(page, 81);
  await page.getByRole('tab', { name: 'Explain' }).click();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await reads(page, /r2c5 is 3/);
  assert.ok((await lit(page, 'subject')).includes('r2c5'));
  assert.match(await label(page, 'r2c5'), /this step decides it/);
  await page.getByText('column 5 needs a 3 somewhere').waitFor();
  await page.getByRole('button', { name: 'Enter it' }).click();
  assert.equal(await label(page, 'r2c5'), 'r2c5, entry 3');
  await page.getByRole('button', { name: 'Step by step' }).click();
  await reads(page, /steps to the solution/);
  await page.getByRole('button', { name: 'Step ›' }).click();
  await page.getByText(/^Step 2 of/).waitFor();
  const slants = await page
    .locator('.value.entry, .value.found')
    .evaluateAll((all) => all.map((value) => `${value.classList[1]} ${getComputedStyle(value).fontStyle}`));
  assert.deepEqual([...new Set(slants)].sort(), ['entry italic', 'found normal'], 'own values differ by more than their colour');
  const sentence = (await page.locator('#panel-explain h3').textContent()) ?? '';
  const subject = await lit(page, 'subject');
  assert.ok(subject.length > 0 && subject.every((cell) => sentence.includes(cell)), `${sentence}: ${subject}`);
  assert.ok((await lit(page, 'rule')).length + (await lit(page, 'reason')).length > 0, 'the reasons are lit as well');
});

test('candidates show the values of all solutions', async () => {
  const page = await site.open({ path: '/#sudoku=123434...1.3.3.1' });
  await cells(page, 16);
  await page.getByRole('button', { name: 'Candidates' }).click();
  await reads(page, /12 of 16 cells have only one value/);
  assert.equal(await label(page, 'r3c1'), 'r3c1, empty, possible 2 4');
  await clickCell(page, 'r3c1');
  await page.keyboard.press('v');
  await page.keyboard.press('2');
  await reads(page, /16 of 16 cells have only one value/);
});

test('the button Candidates always agrees with the board', async () => {
  const page = await site.open({ path: '/#sudoku=123434...1.3.3.1' });
  await cells(page, 16);
  const button = page.getByRole('button', { name: 'Candidates' });
  for (const [panel, name] of /** @type {[string, string][]} */ ([
    ['Explain', 'Hint'],
    ['Solve', 'Solve'],
  ])) {
    await button.click();
    await reads(page, /cells have only one value/);
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await page.getByRole('tab', { name: panel }).click();
    await page.getByRole('button', { name, exact: true }).click();
    await reads(page, /^(r\dc\d is|More than one)/);
    assert.doesNotMatch(await label(page, 'r3c1'), /possible/);
    await page.getByRole('tab', { name: 'Solve' }).click();
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
  }
});

test('a rule that is drawn counts: it leaves fewer solutions', async () => {
  const page = await site.open({ path: '/#sudoku=................' });
  await cells(page, 16);
  await page.getByRole('button', { name: 'Count' }).click();
  await reads(page, /Exactly 288 solutions/);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Diagonal ↘' }).click();
  await page.getByRole('tab', { name: 'Solve' }).click();
  await page.getByRole('button', { name: 'Count' }).click();
  await reads(page, /Exactly 48 solutions/);
});

test('spare clues are named and lit, and a puzzle without any says so', async () => {
  const page = await site.open({ path: '/#sudoku=1..4.23..41.3..2' });
  await cells(page, 16);
  await page.getByRole('button', { name: 'Spare clues' }).click();
  await reads(page, /^8 of 8 clues can go, each alone\.$/);
  assert.deepEqual(await lit(page, 'spare'), ['r1c1', 'r1c4', 'r2c2', 'r2c3', 'r3c2', 'r3c3', 'r4c1', 'r4c4']);
  await page.getByText('these 3 clues can go together: r1c1 is 1; r2c2 is 2; r3c3 is 1.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'r2c3' }).focus();
  assert.deepEqual(await lit(page, 'subject'), ['r2c3'], 'the keyboard lights cells as the pointer does');
  for (const [grid, words] of /** @type {[string, RegExp][]} */ ([
    ['.13....2.2..3...', /^All 5 clues are needed\.$/],
    ['123434...1.3.3.1', /^There are several solutions, so no clue can go\.$/],
    ['12.3..4.........', /^No solution: /],
  ])) {
    await page.goto(`/#sudoku=${grid}`);
    await reads(page, /^Sudoku, 4×4/);
    await page.getByRole('button', { name: 'Spare clues' }).click();
    await reads(page, words);
  }
});

test('hints go on where a step only excludes values, and do not come again after an entry', async () => {
  const page = await site.open();
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.locator('#examples section').filter({ hasText: 'Killer' }).getByRole('button', { name: 'Hard', exact: true }).click();
  await reads(page, /^Hard: /);
  await page.getByRole('tab', { name: 'Explain' }).click();
  const card = page.locator('#panel-explain h3');
  const seen = [];
  for (const name of ['Hint', 'Next hint', 'Hint', 'Next hint']) {
    await page.getByRole('button', { name, exact: true }).click();
    await card.waitFor();
    seen.push(await card.textContent());
    assert.equal(await page.getByRole('button', { name: 'Enter it' }).isVisible(), false);
  }
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  seen.push(await reads(page, /: the cage/));
  await clickCell(page, 'r9c9');
  await page.keyboard.press('9');
  await page.getByRole('tab', { name: 'Explain' }).click();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await card.waitFor();
  seen.push(await card.textContent());
  assert.equal(new Set(seen).size, 6, seen.join('\n'));
});

test('where to look does not tell the value, and asked again it goes on', async () => {
  const page = await site.open({ path: '/#sudoku=12343412214343..' });
  await cells(page, 16);
  await page.getByRole('tab', { name: 'Explain' }).click();
  const press = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click();
  await press('Hint');
  const [cell = ''] = /r4c./.exec(await reads(page, /^r4c\d is \d\.$/)) ?? [];
  assert.match(await label(page, cell), /answer/);
  await press('Where to look');
  await reads(page, new RegExp(`^Look at ${cell}\\.$`));
  assert.match(await label(page, cell), /empty/);
  await press('Where to look');
  await reads(page, new RegExp(`^Look at (?!${cell})r4c\\d\\.$`));
});
