// Entering a puzzle with the keyboard and the mouse, undoing, and coming back by the address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from './fixture.js';
import { cells, clickCell, digits, drag, label, lit, reads, until } from './person.js';

const site = new Site();

const PUZZLE = '91..6.......9.....5.3....2...6..3..72......58..81........79.28.....5...9.6..1...4';
const ANSWER = '912567843684932715573481926156823497237649158498175362345796281821354679769218534';

test('a sudoku typed with the keyboard is solved', async () => {
  const page = await site.open();
  await cells(page, 81);
  await clickCell(page, 'r1c1');
  for (const [index, symbol] of [...PUZZLE].entries()) {
    if (symbol !== '.') await page.keyboard.press(symbol);
    await page.keyboard.press('ArrowRight');
    if (index % 9 === 8) await page.keyboard.press('ArrowDown');
  }
  assert.equal(await digits(page), PUZZLE);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await reads(page, /Exactly one solution/);
  assert.equal(await digits(page), ANSWER);
  assert.equal(await label(page, 'r1c1'), 'r1c1, given 9');
  assert.equal(await label(page, 'r1c3'), 'r1c3, answer 2');
});

test('arrows move the cursor after a button was used', async () => {
  const page = await site.open({ path: `/#sudoku=${PUZZLE}` });
  await cells(page, 81);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await reads(page, /Exactly one solution/);
  await clickCell(page, 'r3c2');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await lit(page, 'selected'), ['r4c3']);
  await page.keyboard.press('Shift+ArrowLeft');
  assert.deepEqual(await lit(page, 'selected'), ['r4c2', 'r4c3']);
  await page.keyboard.press('5');
  for (const key of ['Backspace', '0']) {
    assert.equal(await label(page, 'r4c2'), 'r4c2, entry 5');
    await page.keyboard.press(key);
    assert.equal(await label(page, 'r4c2'), 'r4c2, empty');
    await page.keyboard.press('5');
  }
});

test('undo takes back every change, and redo repeats it', async () => {
  const page = await site.open({ path: `/#sudoku=${PUZZLE}` });
  await cells(page, 81);
  await clickCell(page, 'r1c3');
  await page.keyboard.press('2');
  assert.equal(await label(page, 'r1c3'), 'r1c3, entry 2');
  await page.keyboard.press('7');
  await page.keyboard.press('Control+z');
  assert.equal(await label(page, 'r1c3'), 'r1c3, entry 2');
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await label(page, 'r1c3'), 'r1c3, empty');
  await page.keyboard.press('Control+y');
  assert.equal(await label(page, 'r1c3'), 'r1c3, entry 2');
});

test('a reload brings puzzle and entries back from the address', async () => {
  const page = await site.open({ path: `/#sudoku=${PUZZLE}` });
  await cells(page, 81);
  await clickCell(page, 'r1c3');
  await page.keyboard.press('2');
  await page.reload();
  await cells(page, 81);
  await reads(page, /Sudoku/);
  assert.equal(await label(page, 'r1c3'), 'r1c3, entry 2');
  assert.equal(await label(page, 'r1c1'), 'r1c1, given 9');
});

test('a reload brings marks back, and damaged marks are said without harm', async () => {
  const page = await site.open({ path: `/#sudoku=${PUZZLE}` });
  await cells(page, 81);
  await clickCell(page, 'r1c3');
  for (const key of ['x', '2', '4', 'c', '7']) await page.keyboard.press(key);
  assert.ok(page.url().endsWith('&corner=r1c3.2.4&centre=r1c3.7'), page.url());
  await page.reload();
  await cells(page, 81);
  assert.equal(await label(page, 'r1c3'), 'r1c3, empty, corner marks 2 4, centre marks 7');
  for (const damaged of ['corner=r1c3.x', 'corner=r1c99.2', 'corner=r1c3.10', 'centre=%%%', 'corner=,,r1c3']) {
    const puzzle = `#sudoku=${PUZZLE}&values=${Buffer.from('{"r1c4":5}').toString('base64url')}`;
    await page.goto(`/${puzzle}&${damaged}`);
    await reads(page, /^The marks in the address were left out: /);
    assert.equal(await label(page, 'r1c3'), 'r1c3, empty');
    assert.equal(await label(page, 'r1c4'), 'r1c4, entry 5');
  }
});

test('values of an address that do not fit are left out, and the puzzle opens', async () => {
  const page = await site.open();
  await cells(page, 81);
  const encoded = (/** @type {string} */ text) => Buffer.from(text).toString('base64url');
  for (const damaged of ['null', '[1]', '5', '{"r1c3":77}', '{"r1c99":2}', 'nothing'].map(encoded).concat('%%%')) {
    await page.goto(`/#sudoku=${PUZZLE}&values=${damaged}&corner=r1c4.3`);
    await reads(page, /^The values in the address were left out: (Expected values by the names of cells|r1c3 cannot have|The board has no cell)/);
    assert.equal(await label(page, 'r1c3'), 'r1c3, empty');
    assert.equal(await label(page, 'r1c4'), 'r1c4, empty, corner marks 3');
    await page.goto('/#sudoku=12343412........');
    await cells(page, 16);
  }
  await page.goto(`/#sudoku=${PUZZLE}&values=${encoded('{"r1c1":5,"r1c3":2}')}`);
  await cells(page, 81);
  assert.equal(await label(page, 'r1c3'), 'r1c3, entry 2');
  assert.ok(page.url().endsWith(`&values=${encoded('{"r1c3":2}')}`), 'a given cell has no entry');
});

test('a key that changes nothing is not a step of undo', async () => {
  const page = await site.open({ path: `/#sudoku=${PUZZLE}` });
  await cells(page, 81);
  const undo = page.getByRole('button', { name: 'Undo' });
  const redo = page.getByRole('button', { name: 'Redo' });
  await clickCell(page, 'r1c3');
  await page.keyboard.press('2');
  await page.keyboard.press('Control+z');
  const steps = await undo.isEnabled();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await reads(page, /Exactly one solution/);
  for (const mode of ['z', 'x', 'v']) {
    await page.keyboard.press(mode);
    await page.keyboard.press('Backspace');
  }
  assert.ok(await redo.isEnabled(), 'redo is still there');
  assert.equal(await undo.isEnabled(), steps);
  assert.match((await page.getByRole('status').textContent()) ?? '', /Exactly one solution/);
});

test('a flag that a right click removes leaves the puzzle as it is', async () => {
  const puzzle = Buffer.from('{"rows":3,"cols":3,"mines":1,"board":["1??","???","???"]}').toString('base64url');
  const page = await site.open({ path: `/#minesweeper=~${puzzle}` });
  await cells(page, 9);
  let pictures = 0;
  page.on('request', (request) => (pictures += Number(request.url().endsWith('/api/render'))));
  await clickCell(page, 'r3c3', { button: 'right' });
  assert.match(await label(page, 'r3c3'), /flag|mine/);
  await clickCell(page, 'r3c3', { button: 'right' });
  assert.equal(await label(page, 'r3c3'), 'r3c3, hidden');
  await clickCell(page, 'r3c3');
  await until(page, () => document.querySelector('[data-cell=r3c3]')?.getAttribute('aria-label')?.includes('given 0') === true);
  assert.equal(pictures, 1, 'only the number changed the puzzle');
});

test('totals and regions that are drawn one after the other are undone one by one', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Killer' }).click();
  await cells(page, 81);
  await clickCell(page, 'r1c1');
  await page.keyboard.press('5');
  await clickCell(page, 'r5c5');
  await clickCell(page, 'r1c1');
  await page.keyboard.press('7');
  assert.match(await label(page, 'r1c1'), /cage 7/);
  await page.keyboard.press('Control+z');
  assert.match(await label(page, 'r1c1'), /cage 5/);
  await page.getByRole('tab', { name: 'Queens' }).click();
  await cells(page, 64);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Regions', exact: true }).click();
  await drag(page, ['r1c1', 'r2c1']);
  await drag(page, ['r1c1', 'r1c2', 'r2c2']);
  assert.match(await label(page, 'r2c2'), /region 1/);
  await page.keyboard.press('Control+z');
  assert.match(await label(page, 'r2c2'), /region 2/);
  assert.match(await label(page, 'r2c1'), /region 1/);
});

test('digits make one number only where values above 9 are written as numbers', async () => {
  const board = (/** @type {object} */ more) => {
    const puzzle = { n: 16, box_h: 4, box_w: 4, ...more, givens: Array(16).fill(Array(16).fill(null)), constraints: [] };
    return `/#sudoku=~${Buffer.from(JSON.stringify(puzzle)).toString('base64url')}`;
  };
  const page = await site.open({ path: board({ alphabet: '1-9A-G' }) });
  for (const [path, marks] of [
    [board({ alphabet: '1-9A-G' }), '1 2'],
    [board({}), '12'],
  ]) {
    await page.goto(path ?? '');
    await cells(page, 256);
    await clickCell(page, 'r1c1');
    for (const key of ['x', '1', '2']) await page.keyboard.press(key);
    assert.equal(await label(page, 'r1c1'), `r1c1, empty, corner marks ${marks}`);
    await page.goto('/#queens=6');
    await cells(page, 36);
  }
});

test('marks are entered with X and C, and checks name what is wrong', async () => {
  const page = await site.open({ path: `/#sudoku=${PUZZLE}` });
  await cells(page, 81);
  await clickCell(page, 'r1c3');
  await page.keyboard.press('x');
  await page.keyboard.press('2');
  await page.keyboard.press('4');
  await page.keyboard.press('c');
  await page.keyboard.press('7');
  assert.equal(await label(page, 'r1c3'), 'r1c3, empty, corner marks 2 4, centre marks 7');
  await page.keyboard.press('z');
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Check my entries' }).click();
  await reads(page, /1 of 1 entry is wrong: r1c3/);
  assert.deepEqual(await lit(page, 'wrong'), ['r1c3']);
  await page.keyboard.press('9');
  await page.getByRole('button', { name: 'Check my entries' }).click();
  await reads(page, /A rule is broken: .*9 twice/);
});

test('dragging selects cells, and a killer cage takes the total that is typed', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Killer' }).click();
  await cells(page, 81);
  await drag(page, ['r1c1', 'r1c2', 'r2c2']);
  assert.deepEqual(await lit(page, 'selected'), ['r1c1', 'r1c2', 'r2c2']);
  await page.keyboard.type('23');
  assert.equal(await label(page, 'r2c2'), 'r2c2, empty, cage 23');
  await page.locator('.ground, svg.board').first().waitFor();
  await until(page, () => [...document.querySelectorAll('svg.board text')].some((text) => text.textContent === '23'));
  await page.keyboard.press('Control+z');
  assert.equal(await label(page, 'r2c2'), 'r2c2, empty');
});

test('a cage that takes cells of another one says so', async () => {
  const page = await site.open();
  await page.getByRole('tab', { name: 'Killer' }).click();
  await cells(page, 81);
  await drag(page, ['r1c1', 'r1c2', 'r2c2']);
  await page.keyboard.type('15');
  await drag(page, ['r1c2', 'r1c3']);
  await page.keyboard.type('9');
  await reads(page, /^This cage takes cells of the cage 15 at r1c1, which keeps its total\.$/);
  assert.equal(await label(page, 'r1c2'), 'r1c2, empty, cage 9');
});

test('a dot is removed by drawing it again, also the other way round', async () => {
  const page = await site.open();
  await cells(page, 81);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.locator('#panel-edit summary', { hasText: 'Two cells' }).click();
  await page.getByRole('button', { name: 'White dot', exact: true }).click();
  await drag(page, ['r6c1', 'r6c2']);
  assert.match(await label(page, 'r6c2'), /Difference 1/);
  await drag(page, ['r6c2', 'r6c1']);
  assert.equal(await label(page, 'r6c2'), 'r6c2, empty');
  await page.getByRole('button', { name: 'Greater than', exact: true }).click();
  await drag(page, ['r6c1', 'r6c2']);
  await drag(page, ['r6c2', 'r6c1']);
  assert.match(await label(page, 'r6c1'), /Greater than r6c2 r6c1/, 'the sign is turned');
});

test('before the puzzle of the address there is nothing to undo', async () => {
  const page = await site.open({ path: '/#sudoku=1..4.23..41.3..2' });
  await cells(page, 16);
  assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
});

test('a quick drag touches every cell on its way, and a diagonal one no cell beside it', async () => {
  const page = await site.open();
  await cells(page, 81);
  await drag(page, ['r1c1', 'r1c9', 'r4c9'], { steps: 1 });
  assert.deepEqual(await lit(page, 'selected'), ['r1c1', 'r1c2', 'r1c3', 'r1c4', 'r1c5', 'r1c6', 'r1c7', 'r1c8', 'r1c9', 'r2c9', 'r3c9', 'r4c9']);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Thermometer', exact: true }).click();
  await drag(page, ['r2c2', 'r5c5', 'r5c8'], { steps: 1 });
  assert.match(await label(page, 'r3c3'), /Thermometer r2c2 … r5c8/);
  assert.match(await label(page, 'r5c7'), /Thermometer/);
  for (const beside of ['r2c3', 'r3c2', 'r4c5']) assert.equal(await label(page, beside), `${beside}, empty`);
  // Escape drops the tool, and so does another panel.
  await page.keyboard.press('Escape');
  await drag(page, ['r7c1', 'r7c3']);
  assert.deepEqual(await lit(page, 'selected'), ['r7c1', 'r7c2', 'r7c3']);
  await page.getByRole('button', { name: 'Thermometer', exact: true }).click();
  await page.getByRole('tab', { name: 'Solve' }).click();
  await drag(page, ['r7c1', 'r7c3']);
  await page.getByRole('tab', { name: 'Edit' }).click();
  assert.equal(await page.getByRole('button', { name: /^Remove Thermometer/ }).count(), 1);
});

test('regions of queens are drawn, and clicks place and block', async () => {
  const page = await site.open({ path: '/#queens=6' });
  await cells(page, 36);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Regions', exact: true }).click();
  await drag(page, ['r1c1', 'r2c1', 'r2c2']);
  assert.match(await label(page, 'r2c2'), /region 1/);
  assert.match(await label(page, 'r2c3'), /region 2/);
  await page.getByRole('button', { name: 'Regions', exact: true }).click();
  await clickCell(page, 'r4c4');
  assert.match(await label(page, 'r4c4'), /given queen/);
  await clickCell(page, 'r5c1', { button: 'right' });
  assert.match(await label(page, 'r5c1'), /given blocked/);
  await clickCell(page, 'r4c4');
  assert.match(await label(page, 'r4c4'), /empty/);
});

test('regions of a sudoku are seen while they are drawn, and the page says what they lack', async () => {
  const page = await site.open({ path: '/#sudoku=12343412........' });
  await cells(page, 16);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Regions', exact: true }).click();
  const borders = () => page.locator('svg.board > path.thick').getAttribute('d');
  await drag(page, ['r2c2', 'r2c3']);
  await reads(page, /^The regions are not complete: region 1 has 5 cells, region 2 has 3; 4 are needed in each/);
  assert.deepEqual(await lit(page, 'surplus'), ['r1c1', 'r1c2', 'r2c1', 'r2c2', 'r2c3']);
  assert.match(await label(page, 'r2c3'), /its region has too many cells/);
  assert.match(await label(page, 'r2c4'), /its region has too few cells/);
  assert.match((await borders()) ?? '', /M120 40v40/, 'a border on the right of r2c3');
  assert.match(await label(page, 'r2c3'), /region 1/);
  assert.ok(page.url().endsWith('#sudoku=12343412........'), 'a reload has the last complete puzzle');
  await drag(page, ['r1c3', 'r1c2']);
  await reads(page, /^Sudoku, 4×4/);
  assert.equal(await borders(), '');
  assert.ok(page.url().includes('#sudoku=~'), 'complete regions are in the address');
});

test('regions that leave cells out are a puzzle, and a new puzzle can be made while regions are drawn', async () => {
  const givens = Array(4).fill(Array(4).fill(null));
  const partial = { n: 4, regions: [[-1, 0, 0, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]], givens, constraints: [] };
  const page = await site.open({ path: `/#sudoku=~${Buffer.from(JSON.stringify(partial)).toString('base64url')}` });
  await cells(page, 16);
  await reads(page, /^Sudoku, 4×4/);
  assert.deepEqual([await label(page, 'r1c1'), await label(page, 'r1c2')], ['r1c1, empty', 'r1c2, empty, region 1']);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await reads(page, /olution/);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Regions', exact: true }).click();
  await drag(page, ['r3c1', 'r2c1']);
  await reads(page, /^The regions are not complete: region 1 has 3 cells, region 2 has 3, region 3 has 5; 4 are needed/);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Kind', exact: true }).selectOption('queens');
  await page.getByRole('button', { name: 'Create' }).click();
  await cells(page, 64);
});

test('the empty board has the size and the regions of the board before', async () => {
  const page = await site.open({ path: '/#queens=7' });
  await page.getByRole('tab', { name: 'Edit' }).click();
  const jigsaw = { n: 7, regions: Array(7).fill([0, 1, 2, 3, 4, 5, 6]), givens: Array(7).fill([5, ...Array(6).fill(null)]) };
  const kakuro = { rows: 3, cols: 7, runs: [{ sum: 3, cells: [[1, 1], [1, 2]] }] };
  const boards = /** @type {[string, string, string][]} */ ([
    ['queens', '{"n":7,"queens":[[0,0]]}', 'r1c1, empty'],
    ['sudoku', JSON.stringify(jigsaw), 'r1c1, empty, region 1'],
    ['kakuro', JSON.stringify(kakuro), 'r1c1, black'],
    ['minesweeper', '{"rows":3,"cols":7,"mines":2,"board":["1??????","???????","???????"]}', 'r1c1, hidden'],
  ]);
  for (const [kind, text, first] of boards) {
    await page.goto(`/#${kind}=~${Buffer.from(text).toString('base64url')}`);
    await page.getByRole('tab', { name: kind, selected: true }).waitFor();
    const number = kind === 'queens' || kind === 'sudoku' ? 49 : 21;
    await cells(page, number);
    await page.getByRole('button', { name: 'Empty board' }).click();
    await reads(page, number === 49 ? /7×7/ : /3×7/);
    assert.equal(await label(page, 'r1c1'), first);
    await cells(page, number);
  }
});

test('a thermometer is drawn by dragging and can be removed', async () => {
  const page = await site.open();
  await cells(page, 81);
  await page.getByRole('tab', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Thermometer', exact: true }).click();
  await drag(page, ['r1c1', 'r2c2', 'r3c2']);
  assert.match(await label(page, 'r2c2'), /Thermometer r1c1 r2c2 r3c2/);
  await until(page, () => document.querySelector('svg.board .thermo') !== null);
  await drag(page, ['r5c1', 'r5c2']);
  await page.getByRole('button', { name: 'Remove Thermometer r1c1 r2c2 r3c2' }).focus();
  assert.deepEqual(await lit(page, 'rule'), ['r1c1', 'r2c2', 'r3c2'], 'the keyboard lights cells as the pointer does');
  await page.keyboard.press('Enter');
  assert.equal(await label(page, 'r2c2'), 'r2c2, empty');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Remove Thermometer r5c1 r5c2');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'rules');
});

test('a clue that the engine would refuse is never entered, and the page says why', async () => {
  const page = await site.open({ allowed: [/400/] });
  await cells(page, 81);
  await page.getByRole('tab', { name: 'Edit' }).click();
  for (const group of ['Outside the grid', 'Cells']) await page.getByText(group, { exact: true }).click();
  const tool = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click();
  const number = page.getByRole('textbox', { name: /Number|Values|Modulus/ });
  const removals = page.getByRole('button', { name: /^Remove / });
  await tool('Sandwich');
  for (const wrong of ['abc', '-3', '12345678901234567890', '']) {
    await number.fill(wrong);
    assert.match((await page.locator('#panel-edit').getByRole('alert').textContent()) ?? '', /^Number: /);
    await drag(page, ['r1c1', 'r1c2']);
    await reads(page, /^Number: /);
    assert.equal(await removals.count(), 0);
  }
  await tool('Quadruple');
  await drag(page, ['r1c1', 'r1c2']);
  await reads(page, /Take a square of four cells/);
  await tool('Odd');
  await drag(page, ['r1c1', 'r1c2']);
  await drag(page, ['r1c2', 'r1c3']);
  assert.equal(await label(page, 'r1c2'), 'r1c2, empty, Odd r1c1 r1c2');
  assert.equal(await label(page, 'r1c3'), 'r1c3, empty, Odd r1c3');
  await drag(page, ['r1c1', 'r1c2', 'r1c3']);
  assert.equal(await removals.count(), 0, 'again removes it');
  // What only the engine knows is taken back.
  await tool('Modular line');
  await number.fill('0');
  await drag(page, ['r1c1', 'r1c2']);
  await reads(page, /^This change was taken back: Constraint 1: modular: expected a number from 1/);
  assert.equal(await removals.count(), 0);
  assert.ok(await page.getByRole('button', { name: 'Redo' }).isDisabled());
});

test('tools are applied with Enter to the cells that were selected, in their order', async () => {
  const page = await site.open();
  await cells(page, 81);
  await page.getByRole('tab', { name: 'Edit' }).click();
  const choose = async (/** @type {string} */ name) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const keys = async (/** @type {string[]} */ ...all) => {
    for (const key of all) await page.keyboard.press(key);
  };
  await choose('Thermometer');
  await keys('ArrowRight', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+PageDown', 'Enter');
  assert.match(await label(page, 'r2c2'), /Thermometer r1c2 r1c1 r2c2/);
  await choose('Regions');
  await keys('ArrowDown', 'ArrowRight', 'Shift+ArrowRight', 'Enter');
  await reads(page, /region 1 has 10 cells, region 2 has 8/);
  await page.getByRole('tab', { name: 'Futoshiki' }).click();
  await cells(page, 25);
  await choose('Signs');
  await keys('ArrowUp', 'ArrowDown', 'Shift+ArrowRight', 'Enter');
  assert.equal(await page.getByRole('button', { name: /^Remove .* < / }).count(), 1);
  await page.getByRole('tab', { name: 'Kakuro' }).click();
  await clickCell(page, 'r2c2');
  await choose('Black squares');
  await keys('ArrowRight', 'ArrowLeft', 'Enter');
  assert.equal(await label(page, 'r2c2'), 'r2c2, black');
  await choose('Total of a run');
  await page.getByRole('textbox', { name: 'Total' }).fill('12');
  await page.locator('[data-cell=r2c2]').focus();
  await keys('ArrowDown', 'Shift+ArrowRight', 'Enter');
  assert.match(await label(page, 'r3c3'), /run across 12/);
});

test('the page can be used with the keyboard alone', async () => {
  const page = await site.open();
  await cells(page, 81);
  const tabTo = async (/** @type {string} */ selector) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    assert.fail(`Tab never reaches ${selector}`);
  };
  await tabTo('#kinds [aria-selected=true]');
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight');
  await cells(page, 64);
  await tabTo('[role=gridcell]');
  await page.keyboard.press('q');
  assert.match(await label(page, 'r1c1'), /given queen/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  assert.match(await label(page, 'r2c1'), /given blocked/);
  await tabTo('#panel-solve .primary');
  await page.keyboard.press('Enter');
  await reads(page, /solution/);
  assert.equal(await page.locator('.piece-queen').count(), 8);
});
