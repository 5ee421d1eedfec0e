// Opening puzzles: pasted texts, links, files and examples; and texts that cannot be read.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Site } from './fixture.js';
import { cells, clickCell, digits, label, paste, reads, until } from './person.js';

/** @import { Page } from 'playwright-core' */

const site = new Site();

const example = (/** @type {string} */ name) => readFileSync(new URL(`../../../../examples/${name}`, import.meta.url), 'utf8');

/** A jigsaw of 7×7 as a link of f-puzzles. */
const LINK =
  'https://www.f-puzzles.com/?load=N4IgzglgXgpiBcB2ANCA5gJwgEwQbT1AxjQgHsA7BABgF9lQA3AQwBsBXOeAVlVMZhV4AFwydUxUpRr0iJckLoMQkhQgCMslfOnxNylhy4p0EAUNHjtUofrk2EAJloBdZIWtr4S+15+fdf1VdOwChAGYtYNsonSFnNw9DTic+M0EESxgJOJllaIQAFliHeGL83L0Sr0iK0tCC+AT3JjYUpDTzTLFssKKtZK4ANk6MkR6c0vLfXWm++FqZiOrdZwM2rkLRiwn55o9G7hWhOcbF+fPGoYGNhHDt7qsr46dXFvmjuq85waKH8aelU+rSMqVMXQBvTOL3g1y+ujhS1eiSRPBhwI+6JhiPmOOeLhctCAA';

test('a pasted killer is recognised and solved, and its cages are said not to repeat digits', async () => {
  const page = await site.open();
  await paste(page, example('killer/6x6.txt'));
  await cells(page, 36);
  assert.equal(await page.getByRole('tab', { name: 'Killer' }).getAttribute('aria-selected'), 'true');
  assert.match(await label(page, 'r1c1'), /cage 4/);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  assert.match(await reads(page, /Exactly one solution/), /Digits in a cage do not repeat/);
  assert.equal((await digits(page)).slice(0, 12), '312645564123');
});

test('a pasted link of f-puzzles opens with its regions', async () => {
  const page = await site.open();
  await paste(page, LINK);
  await cells(page, 49);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await reads(page, /Exactly one solution/);
  assert.match(await digits(page), /^[1-7]{49}$/);
});

test('a text that cannot be read is explained beside the box, and nothing is lost', async () => {
  const page = await site.open({ path: '/#sudoku=12343412........', allowed: [/400/] });
  await cells(page, 16);
  const wrong = '5 3 . . 7 . . . .\n6 . . 1 9 x . . .\n. 9 8 . . . . 6 .';
  await page.getByRole('button', { name: 'Open' }).click();
  const box = page.getByRole('textbox', { name: 'Puzzle' });
  await box.fill(wrong);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await until(page, () => document.querySelector('#open-error')?.textContent !== '');
  assert.match((await alert.textContent()) ?? '', /^This could not be read. Line 3: expected 9 rows, found 3\. The kind .* read as Sudoku/);
  assert.equal(await box.inputValue(), wrong);
  await page.getByRole('dialog').getByLabel('Kind').selectOption('queens');
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await until(page, () => /Line 1, column 1: expected/.test(document.querySelector('#open-error')?.textContent ?? ''));
  await page.keyboard.press('Escape');
  assert.equal(await digits(page), '12343412........');
});

test('a large board shows what is in its cells; where that is too much, the page says so', async () => {
  const page = await site.open({ path: '/#queens=100' });
  await cells(page, 1);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await reads(page, /More than one solution/);
  assert.equal(await page.locator('.piece-queen.found').count(), 100);
  const box = await page.locator('svg.board').boundingBox();
  await page.mouse.click((box?.x ?? 0) + 3, (box?.y ?? 0) + 3);
  assert.equal(await label(page, 'r1c1'), 'r1c1, given queen');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')), 'r1c2');
  const board = (/** @type {number} */ side, /** @type {number} */ numbers) =>
    `${side} ${side}\n${'1'.repeat(numbers)}${'?'.repeat(side - numbers)}\n${`${'?'.repeat(side)}\n`.repeat(side - 1)}`;
  await paste(page, board(70, 60));
  await until(page, () => document.querySelectorAll('.value.number1').length === 60);
  await paste(page, `150 150\n${`${'1'.repeat(150)}\n`.repeat(149)}${'?'.repeat(150)}\n`);
  await reads(page, /22,350 squares have contents, which are not drawn/);
});

test('an address without a puzzle that can be read says so, and the page works', async () => {
  const page = await site.open({ path: '/#sudoku=12x', allowed: [/400/] });
  await cells(page, 81);
  await reads(page, /^The address has no puzzle that can be read: /);
  await clickCell(page, 'r1c1');
  await page.keyboard.press('4');
  assert.equal(await label(page, 'r1c1'), 'r1c1, given 4');
});

test('a wrong paste outside the box opens the box with the text and the reason', async () => {
  const page = await site.open({ allowed: [/400/] });
  await cells(page, 81);
  await paste(page, 'nothing of a puzzle');
  await page.getByRole('dialog').waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Puzzle' }).inputValue(), 'nothing of a puzzle');
});

test('a dropped file is opened', async () => {
  const page = await site.open();
  await cells(page, 81);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'puzzle.txt'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, example('futoshiki/4x4.txt'));
  await cells(page, 16);
  assert.match(await label(page, 'r1c1'), /less than r1c2/);
});

/**
 * Does something that asks for a puzzle, and something else before the answer can come: the question must be dropped.
 * @param {Page} page
 * @param {() => Promise<unknown>} ask
 * @param {() => Promise<unknown>} change
 */
async function interrupt(page, ask, change) {
  const address = '**/api/convert';
  const asked = new Promise((resolve) => void page.route(address, resolve, { times: 1 }));
  await ask();
  await asked;
  const dropped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/convert'));
  await change();
  await dropped;
}

test('a text whose puzzle is not there yet gives way to whatever is done next', async () => {
  const page = await site.open({ path: '/#sudoku=1.....2.....3.....4.....5.....6.....' });
  await cells(page, 36);
  const ask = () => paste(page, '12343412........');
  await interrupt(page, ask, () => clickCell(page, 'r6c5').then(() => page.keyboard.press('4')));
  assert.equal(await label(page, 'r6c5'), 'r6c5, entry 4');
  await interrupt(page, ask, () => page.getByRole('tab', { name: 'Futoshiki' }).click());
  await cells(page, 25);
  await interrupt(page, ask, () => paste(page, '{"n":7}'));
  await cells(page, 49);
  assert.equal(await page.getByRole('dialog').count(), 0, 'nothing is said to be wrong');
});

test('a dialog that was closed while its text is read never brings it back', async () => {
  const page = await site.open();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const box = page.getByRole('textbox', { name: 'Puzzle' });
  await box.fill('1.....2.....3.....4.....5.....6..x..');
  const send = () => page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
  await interrupt(page, send, () => page.keyboard.press('Escape'));
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await box.fill('4');
  assert.equal(await box.inputValue(), '4');
  assert.equal(await page.locator('#open-error').textContent(), '');
});

test('Back and Forward before the puzzle is there end with the puzzle of the address', async () => {
  const page = await site.open({ path: '/#queens=5' });
  await cells(page, 25);
  await paste(page, '{"n":6}');
  await cells(page, 36);
  const go = (/** @type {number} */ steps) => page.evaluate((number) => history.go(number), steps);
  await interrupt(
    page,
    () => go(-1),
    () => go(1),
  );
  assert.ok(page.url().endsWith('#queens=6'), page.url());
  await go(-1);
  await cells(page, 25);
});

test('a kind that was chosen in the box is not for later pastes, and a file can be chosen again', async () => {
  const page = await site.open({ allowed: [/400/] });
  await cells(page, 81);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('dialog').getByLabel('Kind').selectOption('killer');
  await page.keyboard.press('Escape');
  await paste(page, '12343412........');
  await cells(page, 16);
  await page.getByRole('button', { name: 'Open' }).click();
  const files = page.getByRole('dialog').getByLabel('File');
  const file = (/** @type {string} */ text) => ({ name: 'puzzle.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await files.setInputFiles(file('nothing of a puzzle'));
  await until(page, () => document.querySelector('#open-error')?.textContent !== '');
  assert.equal(await files.inputValue(), '', 'the same file is a change again');
});

test('a puzzle that is opened is drawn once', async () => {
  const page = await site.open({ path: '/#sudoku=12343412........' });
  await cells(page, 16);
  let pictures = 0;
  page.on('request', (request) => (pictures += Number(request.url().endsWith('/api/render'))));
  await paste(page, '1.....2.....3.....4.....5.....6.....');
  await cells(page, 36);
  assert.equal(pictures, 1);
});

test('the picture of a board does not wait for long work', async () => {
  const page = await site.open({ path: '/#sudoku=12343412........' });
  await cells(page, 16);
  const drawing = page.waitForRequest('**/api/render');
  await paste(page, '{"n":6}');
  assert.deepEqual((await drawing).postDataJSON().options, { timeout: 5 });
  await cells(page, 36);
});

test('the stage is empty until the picture of another board is drawn', async () => {
  const page = await site.open({ path: '/#sudoku=12343412........' });
  await cells(page, 16);
  /** @type {() => void} */
  let release = () => {};
  const gate = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route('**/api/render', async (route) => {
    await gate;
    await route.continue();
  });
  await paste(page, '{"n":12}');
  await reads(page, /12×12/);
  assert.equal(await page.locator('sator-board svg.board > g > *').count(), 0);
  release();
  await cells(page, 144);
});

test('of several puzzles the first is opened, and the status line says so', async () => {
  const page = await site.open();
  await cells(page, 81);
  const texts = /** @type {[string, RegExp, number][]} */ ([
    [example('sudoku/many.sdm'), /^The first of 4 puzzles: Sudoku, 9×9\./, 81],
    [example('killer/many.jsonl'), /^The first of \d+ puzzles: Killer, 4×4\./, 16],
    ['12343412........\n'.repeat(95), /^The first of 95 puzzles: Sudoku, 4×4\./, 16],
  ]);
  for (const [text, words, number] of texts) {
    await paste(page, text);
    await reads(page, words);
    await cells(page, number);
  }
  assert.equal(await digits(page), '12343412........');
});

test('a dropped link is opened, and a file that is too large is refused in words', async () => {
  const page = await site.open();
  await cells(page, 81);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, LINK);
  await cells(page, 49);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['1'.repeat(5_000_000)], 'huge.txt'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page
    .getByRole('alert')
    .getByText(/huge\.txt has 5000000 bytes/)
    .waitFor();
});

test('the menu of examples shows all kinds on a small laptop, and Escape closes it', async () => {
  const page = await site.open({ viewport: { width: 1280, height: 720 } });
  await cells(page, 81);
  await page.getByRole('button', { name: 'Examples' }).click();
  const menu = page.locator('#examples');
  await menu.getByRole('button').first().waitFor();
  for (const choice of await menu.getByRole('button').all()) {
    const box = await choice.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 720, `${await choice.textContent()}`);
  }
  await page.keyboard.press('Escape');
  assert.ok(await menu.isHidden());
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Examples');
});

test('every example opens, and its board is drawn', async () => {
  const page = await site.open();
  await cells(page, 81);
  await page.getByRole('button', { name: 'Examples' }).click();
  const menu = page.locator('#examples');
  await menu.getByRole('button').first().waitFor();
  const sections = await menu.locator('section').evaluateAll((all) =>
    all.map((section) => ({
      kind: section.querySelector('h3')?.textContent ?? '',
      titles: [...section.querySelectorAll('button')].map((choice) => choice.textContent ?? ''),
    })),
  );
  assert.equal(sections.length, 6);
  for (const { kind, titles } of sections) {
    for (const [index, title] of titles.entries()) {
      // Another board first: what is seen afterwards is of the example.
      await page.getByRole('tab', { name: kind === 'Queens' ? 'Kakuro' : 'Queens' }).click();
      await reads(page, /^(An empty board|Queens|Kakuro), /);
      if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Examples' }).click();
      await menu.locator('section', { has: page.getByRole('heading', { name: kind, exact: true }) }).getByRole('button').nth(index).click();
      const words = await reads(page, new RegExp(`^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}: ${kind}, `));
      await page.getByRole('tab', { name: kind, selected: true }).waitFor();
      const [rows = 0, columns = 0] = (/, (\d+)×(\d+)\./.exec(words) ?? []).slice(1).map(Number);
      // A large board has elements only for cells that show something.
      if (rows * columns <= 4096) await cells(page, rows * columns);
      else await page.getByRole('gridcell').first().waitFor({ state: 'attached' });
    }
  }
});

test('a puzzle without a solution shows the contradiction on the board and how to repair it', async () => {
  const page = await site.open();
  await paste(page, example('killer/wikipedia-changed.txt'));
  // The empty board has as many cells, so their number does not tell that the puzzle is there.
  await page.getByRole('tab', { name: 'Killer', selected: true }).waitFor();
  await clickCell(page, 'r5c5');
  await page.getByRole('button', { name: 'Why not?' }).click();
  await reads(page, /No solution: the totals add up to 406/);
  assert.match(await label(page, 'r1c8'), /part of the contradiction/);
  await page.getByRole('button', { name: 'Repair' }).click();
  await reads(page, /^A repair: “the cage at r1c8 adds up to 17”: make it 16\.$/);
});

test('the export has the link, the text and the formula', async () => {
  const page = await site.open({ path: '/#queens=8' });
  await cells(page, 64);
  await page.getByRole('button', { name: 'Export' }).click();
  const box = page.getByRole('textbox', { name: 'Exported text' });
  const shows = (/** @type {string} */ begin) =>
    until(page, (text) => /** @type {HTMLTextAreaElement} */ (document.querySelector('dialog[open] textarea')).value.includes(text), begin);
  await shows('#queens=8');
  await page.getByRole('button', { name: 'CNF (DIMACS)' }).click();
  await shows('p cnf 64 736');
  await page.getByRole('button', { name: 'SMT-LIB' }).click();
  await shows('(check-sat)');
  for (const form of ['SVG', 'PNG']) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: `${form} picture` }).click();
    assert.equal((await saved).suggestedFilename(), `queens.${form.toLowerCase()}`);
  }
  assert.ok(await box.isVisible());
});

test('exporting leaves work on the board alone, and a form that is replaced says nothing', async () => {
  const page = await site.open({ path: '/#sudoku=.................................................................................' });
  await cells(page, 81);
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await reads(page, /^(Counting|At least)/);
  await page.getByRole('button', { name: 'Export' }).click();
  const box = page.getByRole('textbox', { name: 'Exported text' });
  const dialog = page.getByRole('dialog');
  const asked = new Promise((resolve) => void page.route('**/api/generate', resolve, { times: 1 }));
  await dialog.getByRole('button', { name: 'OPB' }).click();
  await asked;
  assert.equal(await box.inputValue(), '', 'nothing of the form before');
  const dropped = page.waitForEvent('requestfailed');
  await dialog.getByRole('button', { name: 'JSON' }).click();
  await dropped;
  await until(page, () => /** @type {HTMLTextAreaElement} */ (document.querySelector('dialog[open] textarea')).value.startsWith('{'));
  assert.equal(await dialog.locator('[role=alert]').textContent(), '');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
  });
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByText('This browser allows copying only on https or localhost: select the text and press Ctrl+C.').waitFor();
  await page.keyboard.press('Escape');
  await reads(page, /^(Counting|At least)/);
  await page.locator('#status').getByRole('button', { name: 'Cancel' }).click();
  await reads(page, /stopped|Stopped/);
});

test('an exported f-puzzles link brings the same puzzle back', async () => {
  const puzzle = '91..6.......9.....5.3....2...6..3..72......58..81........79.28.....5...9.6..1...4';
  const page = await site.open({ path: `/#sudoku=${puzzle}` });
  await cells(page, 81);
  await page.getByRole('button', { name: 'Export' }).click();
  const box = page.getByRole('textbox', { name: 'Exported text' });
  for (const [form, begin] of /** @type {const} */ ([
    ['OPB', '* #variable='],
    ['f-puzzles link', 'https://'],
  ])) {
    await page.getByRole('button', { name: form }).click();
    await until(
      page,
      (text) => /** @type {HTMLTextAreaElement} */ (document.querySelector('dialog[open] textarea')).value.startsWith(text),
      begin,
    );
  }
  const link = (await box.inputValue()).trim();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Queens' }).click();
  await cells(page, 64);
  await paste(page, link);
  await cells(page, 81);
  assert.equal(await digits(page), puzzle);
});

test('on paper there is the board alone', async () => {
  const page = await site.open({ path: '/#sudoku=12343412........' });
  await cells(page, 16);
  await page.emulateMedia({ media: 'print' });
  for (const part of ['.top', '.side', '#status', '#toolbar']) assert.ok(await page.locator(part).isHidden(), part);
  const box = await page.locator('svg.board').boundingBox();
  assert.ok(box && box.width > 500 && Math.abs(box.width - box.height) < 2, `${box?.width}×${box?.height}`);
});

test('a new puzzle of a seed has one answer', async () => {
  const page = await site.open();
  await cells(page, 81);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('combobox', { name: 'Size', exact: true }).selectOption('6x6');
  await page.getByRole('textbox', { name: 'Seed' }).fill('7');
  await page.getByRole('button', { name: 'Create' }).click();
  await cells(page, 36);
  await reads(page, /seed 7/);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await reads(page, /Exactly one solution/);
});
