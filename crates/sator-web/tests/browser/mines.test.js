// Minesweeper: marking a board, reading its odds, and winning a game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask } from '../server.js';
import { Site } from './fixture.js';
import { cells, clickCell, label, lit, reads, until } from './person.js';

const site = new Site();

test('a marked board has the odds that analyze computes', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Minesweeper' }).click();
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('combobox', { name: 'Size', exact: true }).selectOption('16×30');
  await cells(page, 480);
  await reads(page, /16×30.*The total of 99 mines|An empty board, 16×30/);
  assert.equal(await page.getByRole('spinbutton', { name: 'Mines in all' }).inputValue(), '99');
  for (const [side, number] of /** @type {[string, string][]} */ ([
    ['Rows', '5'],
    ['Columns', '0'],
    ['Columns', '5'],
  ])) {
    const field = page.locator('#panel-edit').getByRole('spinbutton', { name: side });
    await field.fill(number);
    await field.press('Tab');
    const complaint = await page.locator('#panel-edit .error').textContent();
    assert.equal(complaint !== '', number === '0', complaint ?? '');
  }
  await cells(page, 25);
  assert.equal(await page.getByRole('spinbutton', { name: 'Mines in all' }).inputValue(), '', 'the board has fewer squares');
  for (const [cell, key] of /** @type {[string, string][]} */ ([
    ['r1c1', '1'],
    ['r2c2', '3'],
    ['r4c4', '2'],
    ['r5c5', '1'],
  ])) {
    await clickCell(page, cell);
    await page.keyboard.press(key);
  }
  await page.getByRole('tab', { name: 'Solve' }).click();
  await page.getByRole('combobox', { name: 'Odds in per cent', exact: true }).selectOption('mine');
  assert.match(await reads(page, /Best square/), /total of mines was not used/);
  const input = '5 5\n1????\n?3???\n?????\n???2?\n????1\n';
  const { answer } = await ask(site.url, 'analyze', { puzzle: 'minesweeper', input });
  for (const { row, column, state, probability } of answer.cells) {
    const words = await label(page, `r${row}c${column}`);
    if (state === 'safe') assert.match(words, /, safe$/);
    else if (state === 'mine') assert.match(words, /, mine$/);
    else assert.ok(words.includes(`${(probability * 100).toFixed(1)} %`), `${words}: ${probability}`);
  }
});

test('the total of mines changes the odds, and the page says that it was used', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Minesweeper' }).click();
  await cells(page, 81);
  await page.getByRole('tab', { name: 'Edit' }).click();
  const mines = page.getByRole('spinbutton', { name: 'Mines in all' });
  for (const wrong of ['-5', '2.5', '10000']) {
    await mines.fill(wrong);
    await mines.press('Tab');
    assert.match((await page.locator('#panel-edit').getByRole('alert').textContent()) ?? '', /^Mines in all: /);
    await reads(page, /9×9/);
  }
  await page.getByRole('tab', { name: 'Solve' }).click();
  await clickCell(page, 'r5c5');
  await page.keyboard.press('2');
  await page.getByRole('combobox', { name: 'Odds in per cent', exact: true }).selectOption('safe');
  await reads(page, /The total of mines was used/);
  await clickCell(page, 'r1c1', { button: 'right' });
  assert.equal(await page.locator('[data-cell=r1c1] .odds-text').textContent(), '', 'a flag covers no number');
});

test('odds that take long have a Cancel beside them', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Minesweeper' }).click();
  await cells(page, 81);
  // The answer never comes.
  await page.route(/\/api\/analyze$/, () => {});
  const odds = page.getByRole('combobox', { name: 'Odds in per cent', exact: true });
  const cancel = page.getByRole('tabpanel').getByRole('button', { name: 'Cancel' });
  assert.ok(await cancel.isHidden());
  await odds.selectOption('mine');
  await cancel.click();
  await reads(page, /^Cancelled/);
  assert.ok(await cancel.isHidden());
  assert.equal(await odds.inputValue(), '');
  assert.ok(await odds.evaluate((list) => list === document.activeElement));
});

test('one of several layouts is drawn as possible, the only one as certain', async () => {
  const open = async (/** @type {string[]} */ board, /** @type {number} */ mines) => {
    const text = JSON.stringify({ rows: board.length, cols: board[0]?.length, mines, board });
    const page = await site.open({ path: `/#minesweeper=~${Buffer.from(text).toString('base64url')}` });
    await cells(page, board.join('').length);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    return page;
  };
  const several = await open(['2?2', '?4?', '???'], 4);
  await reads(several, /^One of several layouts, .*Odds shows what is certain/);
  const found = several.locator('[aria-label*=possibl]');
  assert.equal(await found.count(), 6);
  assert.equal(await found.locator('.piece.possible').count(), 6);
  await several.keyboard.press('n');
  await reads(several, /^Solution \d of /);
  assert.match(await label(several, 'r1c2'), /^r1c2, answer possible mine/);
  const only = await open(['?1'], 1);
  await reads(only, /^Exactly one solution/);
  assert.match(await label(only, 'r1c1'), /^r1c1, answer mine/);
});

test('safe squares of a hint are no flags: checked, they are right', async () => {
  const text = JSON.stringify({ rows: 2, cols: 3, mines: null, board: ['???', '11?'] });
  const page = await site.open({ path: `/#minesweeper=~${Buffer.from(text).toString('base64url')}` });
  await cells(page, 6);
  await page.getByRole('tab', { name: 'Explain' }).click();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await reads(page, /^r1c3 and r2c3 are safe/);
  await page.getByRole('button', { name: 'Enter it' }).click();
  await page.getByRole('tab', { name: 'Solve' }).click();
  const check = page.getByRole('button', { name: 'Check my entries' });
  await check.click();
  await reads(page, /^All 2 entries are right so far; 2 more are missing\.$/);
  await page.keyboard.press('Control+z');
  await clickCell(page, 'r1c3', { button: 'right' });
  await check.click();
  await reads(page, /^1 of 1 entry is wrong: r1c3\.$/);
});

test('wheel, click and keys set numbers, hide squares and plant flags', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Minesweeper' }).click();
  await cells(page, 81);
  await clickCell(page, 'r1c1');
  assert.match(await label(page, 'r1c1'), /given 0/);
  await page.mouse.wheel(0, -100);
  await until(page, () => document.querySelector('[data-cell=r1c1]')?.getAttribute('aria-label')?.includes('given 1') === true);
  await page.keyboard.press('h');
  assert.match(await label(page, 'r1c1'), /hidden/);
  await clickCell(page, 'r2c2', { button: 'right' });
  assert.match(await label(page, 'r2c2'), /entry mine/);
  await page.keyboard.press('f');
  assert.match(await label(page, 'r2c2'), /hidden/);
});

test('another number of rows keeps the numbers and the mines that fit', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Minesweeper' }).click();
  await cells(page, 81);
  await clickCell(page, 'r2c2');
  await page.keyboard.press('3');
  await page.getByRole('tab', { name: 'Edit' }).click();
  const rows = page.locator('#panel-edit').getByRole('spinbutton', { name: 'Rows' });
  for (const number of [10, 2]) {
    await rows.fill(String(number));
    await rows.press('Tab');
    await cells(page, number * 9);
    assert.match(await label(page, 'r2c2'), /3 mines around/);
    assert.equal(await page.getByRole('spinbutton', { name: 'Mines in all' }).inputValue(), '10');
  }
});

test('a game of minesweeper is won with the hints of the engine', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Minesweeper' }).click();
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('combobox', { name: 'Board', exact: true }).selectOption('own');
  await page.getByRole('spinbutton', { name: 'Rows', exact: true }).fill('6');
  await page.getByRole('spinbutton', { name: 'Columns', exact: true }).fill('6');
  await page.getByRole('spinbutton', { name: 'Mines', exact: true }).fill('2');
  const status = page.getByRole('status');
  // A game may need a guess, which may be wrong; then a new one begins.
  for (let game = 0; game < 20; game += 1) {
    await page.getByRole('button', { name: 'New game' }).click();
    await cells(page, 36);
    await clickCell(page, 'r3c3');
    for (let move = 0; move < 34; move += 1) {
      if (/Won|exploded/.test((await status.textContent()) ?? '')) break;
      await page.getByRole('button', { name: 'Hint', exact: true }).click();
      const words = await reads(page, /r\d+c\d+ is (safe|the best guess)/);
      await clickCell(page, /r\d+c\d+/.exec(words)?.[0] ?? '');
      await until(
        page,
        (before) => document.querySelector('[role=status]')?.textContent !== before || document.querySelector('.is-subject') === null,
        words,
      );
    }
    if (/Won/.test((await status.textContent()) ?? '')) return;
  }
  assert.fail('no game was won');
});

test('on a touch screen, a tap plants a flag when flags are chosen', async () => {
  const page = await site.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.getByRole('tab', { name: 'Minesweeper' }).tap();
  await page.getByRole('tab', { name: 'Play' }).tap();
  await page.getByRole('button', { name: 'New game' }).tap();
  await cells(page, 81);
  const tap = (/** @type {string} */ cell) => page.locator(`[data-cell="${cell}"] .shade`).tap({ force: true });
  await page.getByRole('button', { name: '⚑ Flags' }).tap();
  await tap('r1c1');
  assert.match(await label(page, 'r1c1'), /entry mine/);
  await page.getByRole('button', { name: '⚑ Flags' }).tap();
  await tap('r1c1');
  assert.match(await label(page, 'r1c1'), /entry mine/, 'a flag protects its square');
  assert.ok(await page.getByRole('group', { name: 'Digits' }).isHidden(), 'digits do nothing in a game');
  await tap('r5c5');
  assert.match(await label(page, 'r5c5'), /given 0/);
  await reads(page, /9 mines without a flag, \d+ safe squares to open/);
  assert.match(await label(page, 'r1c1'), /entry mine/, 'also from squares that a 0 opens');
});

test('a game is not undone, and after a reload its board is not edited', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Minesweeper' }).click();
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'New game' }).click();
  await clickCell(page, 'r5c5');
  assert.match(await label(page, 'r5c5'), /given 0/);
  await page.keyboard.press('Control+z');
  assert.match(await label(page, 'r5c5'), /given 0/);
  assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
  await reads(page, /10 mines without a flag/);
  await page.reload();
  await cells(page, 81);
  await reads(page, /Minesweeper/);
  await clickCell(page, 'r5c5');
  assert.match(await label(page, 'r5c5'), /given 0/);
  await reads(page, /New game begins a game/);
});

test('in a game, a click on a number opens around it when its mines are flagged', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Minesweeper' }).click();
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('combobox', { name: 'Board', exact: true }).selectOption('own');
  await page.getByRole('spinbutton', { name: 'Rows', exact: true }).fill('2');
  await page.getByRole('spinbutton', { name: 'Columns', exact: true }).fill('2');
  await page.getByRole('spinbutton', { name: 'Mines', exact: true }).fill('1');
  const others = ['r1c2', 'r2c1', 'r2c2'];
  // The mine is on one of three squares, so a flag on the first is right in a third of the games.
  for (let game = 0; game < 60; game += 1) {
    await page.getByRole('button', { name: 'New game' }).click();
    await cells(page, 4);
    await clickCell(page, 'r1c1');
    assert.match(await label(page, 'r1c1'), /given 1/);
    await clickCell(page, 'r1c1');
    for (const other of others) assert.match(await label(page, other), /hidden/, 'nothing opens without a flag');
    await clickCell(page, 'r1c2', { button: 'right' });
    assert.match(await label(page, 'r1c2'), /entry mine/);
    await clickCell(page, 'r1c1');
    const words = await reads(page, /Won|exploded/);
    if (!words.includes('Won')) {
      const [exploded = ''] = await lit(page, 'wrong');
      assert.match(await label(page, exploded), /answer mine, wrong/, 'the mine that exploded stands out');
      continue;
    }
    for (const other of ['r2c1', 'r2c2']) assert.match(await label(page, other), /given 1/);
    await clickCell(page, 'r1c1');
    await page.mouse.wheel(0, -100);
    await page.keyboard.press('Control+z');
    assert.match(await label(page, 'r1c1'), /given 1/, 'a board that was won stays');
    assert.match(await reads(page, /./), /^Won/);
    assert.equal(await page.getByText('mines left').count(), 0);
    await page.getByRole('tab', { name: 'Edit' }).click();
    await clickCell(page, 'r1c1');
    assert.match(await label(page, 'r1c1'), /hidden/, 'another panel edits');
    return;
  }
  assert.fail('no flag was right in 60 games');
});

test('a square that a hint calls safe can be opened in a game, and another board is no part of the game', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Minesweeper' }).click();
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('combobox', { name: 'Board', exact: true }).selectOption('own');
  for (const [side, number] of Object.entries({ Rows: '3', Columns: '3', Mines: '1' })) {
    await page.getByRole('spinbutton', { name: side, exact: true }).fill(number);
  }
  // With this randomness, the mine is on r2c3.
  await page.evaluate(() => void (Math.random = () => 0));
  await page.getByRole('button', { name: 'New game' }).click();
  await cells(page, 9);
  await clickCell(page, 'r1c1');
  await page.getByRole('tab', { name: 'Explain' }).click();
  await page.getByRole('button', { name: 'Step by step' }).click();
  await page.locator('.steps button').last().click();
  await page.getByRole('button', { name: 'Enter it' }).click();
  assert.match(await label(page, 'r1c3'), /entry safe/);
  await page.getByRole('tab', { name: 'Play' }).click();
  await clickCell(page, 'r1c2');
  assert.match(await label(page, 'r1c3'), /given 1/, 'only the flag counts as a mine');
  await clickCell(page, 'r3c3');
  await reads(page, /^Won in/);
  const text = JSON.stringify({ rows: 2, cols: 2, mines: 1, board: ['??', '??'] });
  await page.goto(`/#minesweeper=~${Buffer.from(text).toString('base64url')}`);
  await cells(page, 4);
  await clickCell(page, 'r1c1');
  await reads(page, /^New game begins a game/);
});

test('a new game turns the odds off', async () => {
  const page = await site.open({ path: '/#minesweeper=~' + Buffer.from('{"rows":2,"cols":3,"mines":2,"board":["1??","???"]}').toString('base64url') });
  await cells(page, 6);
  const odds = page.getByRole('combobox', { name: 'Odds in per cent', exact: true });
  await odds.selectOption('mine');
  await reads(page, /^0 safe, 0 mines, 5 undecided\. Best square: r\dc\d, a mine with a chance of [\d.]+ %\./);
  await page.getByRole('tab', { name: 'Play' }).click();
  await page.getByRole('button', { name: 'New game' }).click();
  await cells(page, 81);
  await clickCell(page, 'r5c5');
  await reads(page, /safe squares? to open/);
  assert.equal(await page.locator('.odds-text').count(), 0);
  await page.getByRole('tab', { name: 'Solve' }).click();
  assert.equal(await odds.inputValue(), '');
});
