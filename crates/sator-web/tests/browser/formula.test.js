// The panel Formula: sizes, encodings, and the way between cells, rules and clauses.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ask } from '../server.js';
import { Site } from './fixture.js';
import { cells, clickCell, label, lit, paste, reads, until } from './person.js';

/** @import { Page } from 'playwright-core' */

const site = new Site();

const SUDOKU = '91..6.......9.....5.3....2...6..3..72......58..81........79.28.....5...9.6..1...4';

/**
 * Opens a puzzle with its formula.
 * @param {string} path
 * @param {number} number of cells
 */
async function openFormula(path, number) {
  const page = await site.open({ path });
  await cells(page, number);
  await page.getByRole('tab', { name: 'Formula' }).click();
  await says(page, /clauses/);
  return page;
}

/**
 * Waits for the sentence about the size.
 * @param {Page} page
 * @param {RegExp} expected
 */
async function says(page, expected) {
  const words = page.locator('.size-words');
  await until(
    page,
    ([source]) => new RegExp(source ?? '').test(document.querySelector('.size-words')?.textContent ?? ''),
    [expected.source],
    async () => `expected ${expected}, found ${await words.textContent()}`,
  );
}

/**
 * The formula as a file, in lines.
 * @param {string} puzzle
 * @param {string} input
 * @param {string} [encoding]
 * @returns {Promise<string[]>}
 */
async function dimacs(puzzle, input, encoding = 'auto') {
  const { answer } = await ask(site.url, 'generate', { puzzle, input, options: { to: 'dimacs', encoding } });
  return answer.text.split('\n');
}

/**
 * Points at a cell of the board.
 * @param {Page} page
 * @param {string} cell
 */
const pointAt = (page, cell) => page.locator(`[data-cell="${cell}"]`).hover();

test('the sizes are those of the file, in all and by family', async () => {
  const page = await openFormula(`/#sudoku=${SUDOKU}`, 81);
  await says(page, /^729 variables, 12,012 clauses, 26,268 literals\.$/);
  assert.ok((await dimacs('sudoku', SUDOKU)).includes('p cnf 729 12012'));
  const families = await page.locator('.sizes tbody tr').allInnerTexts();
  assert.deepEqual(
    families.map((row) => row.trim().split(/\s+/).join(' ')),
    ['cells 2,997', 'rows 2,997', 'columns 2,997', 'boxes 2,997', 'clues 24'],
  );
});

test('another encoding has another size, and the one before stays for comparison', async () => {
  const page = await openFormula(`/#sudoku=${SUDOKU}`, 81);
  await page.getByLabel('At most one').selectOption('two-product');
  await says(page, /8,124 clauses.* With auto: 12,012 clauses, now 32 % fewer/);
  assert.ok((await dimacs('sudoku', SUDOKU, 'two-product')).includes('p cnf 2673 8124'));
  const row = page.getByRole('row', { name: /^boxes/ });
  assert.deepEqual((await row.innerText()).trim().split(/\s+/), ['boxes', '2,025', '2,997']);
  const widths = await row.locator('rect').evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('width'))));
  assert.deepEqual(widths, [67.6, 100]);
});

test('a cell shows its variables and the clauses with them, and a clause its rule', async () => {
  const page = await openFormula(`/#sudoku=${SUDOKU}`, 81);
  await pointAt(page, 'r1c3');
  const variables = page.getByRole('list', { name: 'Variables' }).getByRole('listitem');
  assert.deepEqual(
    await variables.allInnerTexts(),
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => `=${value} ↔ ${18 + value}`),
  );
  assert.deepEqual(await lit(page, 'clause'), ['r1c3']);
  assert.equal((await lit(page, 'rule')).length, 21, 'the cell, and those that share a rule with it');
  await page.mouse.move(5, 5);
  await variables.first().waitFor({ state: 'hidden' });
  assert.deepEqual(await lit(page, 'rule'), []);

  await clickCell(page, 'r1c3');
  await page.mouse.move(5, 5);
  const clause = page.getByRole('option', { name: /^r1c3≠1 ∨ r1c3≠2/ });
  await clause.click();
  await page.getByRole('heading', { name: /^r1c3 has only one value: 36 clauses$/ }).waitFor();
});

test('a rule shows its clauses, for people and as DIMACS, and lights its cells', async () => {
  const page = await openFormula(`/#sudoku=${SUDOKU}`, 81);
  await page.getByRole('searchbox').fill('row 3 has a 7');
  const rule = page.getByRole('option', { name: /^row 3 has a 7/ }).first();
  await rule.hover();
  const row = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((column) => `r3c${column}`);
  assert.deepEqual(await lit(page, 'rule'), row);
  assert.match(await label(page, 'r3c4'), /part of the rule/);
  await page
    .getByText(row.map((cell) => `${cell}=7`).join(' ∨ '))
    .first()
    .waitFor();

  await rule.click();
  const first = page.locator('.long-list:visible .line').first();
  const numbers = row.map((_, column) => 2 * 81 + column * 9 + 7);
  assert.equal(await first.innerText(), `${row.map((cell) => `${cell}=7`).join(' ∨ ')}\n${numbers.join(' ')} 0`);
  assert.ok((await dimacs('sudoku', SUDOKU)).includes(`${numbers.join(' ')} 0`), 'the file has this clause');
  const second = page.getByRole('option', { name: /^r3c1≠7 ∨ r3c2≠7/ });
  await second.hover();
  assert.deepEqual(await lit(page, 'clause'), ['r3c1', 'r3c2']);
  assert.match(await label(page, 'r3c1'), /part of the clause/);
});

test('a click keeps a cell for the panel and changes nothing', async () => {
  for (const [path, number] of /** @type {[string, number][]} */ ([
    ['/#queens=8', 64],
    [`/#minesweeper=~${Buffer.from('{"rows":3,"cols":3,"mines":1,"board":["1??","???","???"]}').toString('base64url')}`, 9],
  ])) {
    const page = await openFormula(path, number);
    const before = page.url();
    await clickCell(page, 'r2c3');
    await clickCell(page, 'r2c3', { button: 'right' });
    await page.mouse.wheel(0, -100);
    await page.mouse.move(5, 5);
    await page.getByRole('heading', { name: /^r2c3/ }).waitFor();
    assert.match(await label(page, 'r2c3'), /^r2c3, (empty|hidden)/);
    assert.equal(page.url(), before);
    await page.getByRole('tab', { name: 'Solve' }).click();
    await clickCell(page, 'r2c3');
    assert.match(await label(page, 'r2c3'), /given/);
  }
});

test('the cells of a rule are clearly visible in the dark', async () => {
  const page = await site.open({ path: '/#sudoku=................', colorScheme: 'dark' });
  await cells(page, 16);
  await page.getByRole('tab', { name: 'Formula' }).click();
  await page.locator('.long-list:visible .line').first().hover();
  await until(page, () => document.querySelector('.is-rule') !== null);
  const { fill, opacity, paper } = await page
    .locator('.is-rule .shade')
    .first()
    .evaluate((shade) => {
      const { fill, fillOpacity } = getComputedStyle(shade);
      const paper = document.querySelector('sator-board .paper') ?? shade;
      return { fill, opacity: Number(fillOpacity), paper: getComputedStyle(paper).fill };
    });
  const [above, below] = [fill, paper].map((colour) => (colour.match(/\d+/g) ?? []).map((part) => Number(part) / 255));
  // Blended by `screen`, as the style sheet says.
  const seen = below?.map((part, index) => part + opacity * (above?.[index] ?? 0) * (1 - part));
  const contrast = (luminance(seen) + 0.05) / (luminance(below) + 0.05);
  assert.ok(contrast > 2.5, `${fill} on ${paper}: ${contrast}`);
});

/**
 * The relative luminance of a colour, as WCAG defines it.
 * @param {number[]} [rgb] from 0 to 1
 */
function luminance([red = 0, green = 0, blue = 0] = []) {
  const linear = (/** @type {number} */ part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

test('a family lists its own rules', async () => {
  const page = await openFormula(`/#sudoku=${SUDOKU}`, 81);
  await page.getByRole('button', { name: 'clues', exact: true }).click();
  await page.getByRole('heading', { name: '24 rules of clues' }).waitFor();
  assert.equal(await page.locator('.long-list:visible .line').first().getAttribute('aria-setsize'), '24');
  await page.getByRole('button', { name: 'clues', exact: true }).click();
  await page.getByRole('heading', { name: /^429 rules$/ }).waitFor();
});

test('rules, clauses and cells are reached with the keyboard alone', async () => {
  const page = await openFormula('/#sudoku=1...............', 16);
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('column 2');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  const active = await page.getByRole('listbox', { name: 'Rules' }).getAttribute('aria-activedescendant');
  assert.match(await page.locator(`#${active}`).innerText(), /^column 2 has a 1/);
  assert.deepEqual(await lit(page, 'rule'), ['r1c2', 'r2c2', 'r3c2', 'r4c2']);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^column 2 has a 1.*7 clauses$/ }).waitFor();
  await page.getByRole('listbox', { name: 'Clauses' }).focus();
  await page.keyboard.press('End');
  assert.deepEqual(await lit(page, 'clause'), ['r3c2', 'r4c2']);

  await clickCell(page, 'r2c2');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('heading', { name: /^r2c3: 4 variables/ }).waitFor();
});

test('a square of queens has one variable', async () => {
  const page = await openFormula('/#queens=8', 64);
  await says(page, /^64 variables, 736 clauses/);
  await pointAt(page, 'r2c3');
  assert.deepEqual(await page.getByRole('list', { name: 'Variables' }).getByRole('listitem').allInnerTexts(), ['queen ↔ 11']);
  await page.mouse.move(5, 5);
  await page.getByRole('searchbox').fill('row 1 has only one');
  await page.locator('.long-list:visible .line').first().hover();
  await page.getByText('¬r1c1 ∨ ¬r1c2').first().waitFor();
});

test('the textbook form of a killer has 59,213 clauses, of which the first are listed', async () => {
  const page = await site.open();
  await cells(page, 81);
  await paste(page, readFileSync(new URL('../../../../examples/killer/wikipedia.txt', import.meta.url), 'utf8'));
  await page.getByRole('tab', { name: 'Killer', selected: true }).waitFor();
  await page.getByRole('tab', { name: 'Formula' }).click();
  await says(page, /clauses/);
  await page.getByLabel('Totals').selectOption('cage=literal');
  await says(page, /^729 variables, 59,213 clauses/);
  await page.getByRole('heading', { name: /of the first 20,000 clauses$/ }).waitFor();
});

test('a changed puzzle has a changed formula', async () => {
  const page = await openFormula('/#sudoku=1...............', 16);
  await says(page, /^64 variables, 449 clauses/);
  await clickCell(page, 'r2c3');
  await page.keyboard.press('v');
  await page.keyboard.press('2');
  await says(page, /^64 variables, 450 clauses/);
});

test('while another formula is read, nothing is shown of the one before, and reading can be cancelled', async () => {
  const page = await openFormula(`/#sudoku=${SUDOKU}`, 81);
  const asked = new Promise((resolve) => void page.route('**/api/generate', resolve, { times: 1 }));
  await paste(page, '12343412........');
  await cells(page, 16);
  await says(page, /^Reading the formula …$/);
  assert.equal(await page.locator('.sizes').count(), 0);
  assert.ok(await page.locator('.inspector').isHidden());
  await asked;
  await page.locator('#panel-formula').getByRole('button', { name: 'Cancel' }).click();
  await says(page, /^Cancelled\.$/);
  await page.getByRole('button', { name: 'Read again' }).click();
  await says(page, /^64 variables/);
  assert.ok(await page.getByRole('button', { name: 'Read again' }).isHidden());
});

test('the formula is saved as DIMACS', async () => {
  const page = await openFormula('/#queens=8', 64);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'DIMACS' }).click();
  const file = await (await saving).path();
  await reads(page, /saved as queens\.cnf/);
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('c'));
  assert.deepEqual(
    lines,
    (await dimacs('queens', '8')).filter((line) => !line.startsWith('c')),
  );
});
