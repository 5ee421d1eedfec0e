// What a person does with the page, and reads from it.

import assert from 'node:assert/strict';

/** @import { Page } from 'playwright-core' */

/**
 * Waits until something holds in the page. (Playwright's own `waitForFunction` needs `eval`, which the
 * page's security policy forbids.)
 * @template T
 * @param {Page} page
 * @param {(argument: T) => boolean} holds is run in the page
 * @param {T} [argument]
 * @param {() => string | Promise<string>} [complaint]
 */
export async function until(page, holds, argument, complaint = () => `never holds: ${holds}`) {
  const deadline = Date.now() + 15_000;
  while (!(await page.evaluate(/** @type {any} */ (holds), argument))) {
    if (Date.now() > deadline) assert.fail(await complaint());
    await page.waitForTimeout(25);
  }
}

/**
 * What can be read in the status line: how far work has come, or else what is known.
 * @param {Page} page
 */
async function statusLine(page) {
  const texts = await page.locator('sator-status .words').allTextContents();
  return texts.findLast((text) => text !== '') ?? '';
}

/**
 * The status line, when it says what is expected.
 * @param {Page} page
 * @param {RegExp} expected
 */
export async function reads(page, expected) {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const words = await statusLine(page);
    if (expected.test(words)) return words;
    if (Date.now() > deadline) assert.match(words, expected);
    await page.waitForTimeout(25);
  }
}

/**
 * The label of a cell, as a screen reader says it.
 * @param {Page} page
 * @param {string} cell
 */
export async function label(page, cell) {
  return (await page.locator(`[data-cell="${cell}"]`).getAttribute('aria-label')) ?? '';
}

/**
 * The digits of the board, row by row, a dot for an empty cell.
 * @param {Page} page
 */
export async function digits(page) {
  const texts = await page
    .locator('[role=row]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.querySelector('.value')?.textContent || '.').join(''),
      ),
    );
  return texts.join('');
}

/**
 * Clicks the middle of a cell.
 * @param {Page} page
 * @param {string} cell
 * @param {{ button?: 'left' | 'right', count?: number }} [options]
 */
export async function clickCell(page, cell, { button = 'left' } = {}) {
  const [x, y] = await middle(page, cell);
  await page.mouse.click(x, y, { button });
}

/**
 * Drags through cells. With one step, the pointer reports nothing between them.
 * @param {Page} page
 * @param {string[]} cells
 * @param {{ steps?: number }} [options]
 */
export async function drag(page, cells, { steps = 4 } = {}) {
  const places = [];
  for (const cell of cells) places.push(await middle(page, cell));
  const [first, ...rest] = places;
  await page.mouse.move(first?.[0] ?? 0, first?.[1] ?? 0);
  await page.mouse.down();
  for (const [x, y] of rest) await page.mouse.move(x, y, { steps });
  await page.mouse.up();
}

/**
 * @param {Page} page
 * @param {string} cell
 * @returns {Promise<[number, number]>}
 */
async function middle(page, cell) {
  const box = await page.locator(`[data-cell="${cell}"] .shade`).boundingBox();
  assert.ok(box, `${cell} is on the board`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * Pastes a text into the page, outside of any field.
 * @param {Page} page
 * @param {string} text
 */
export async function paste(page, text) {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/**
 * Waits until the board has so many cells.
 * @param {Page} page
 * @param {number} number
 */
export async function cells(page, number) {
  const count = () => page.locator('[role=gridcell]').count();
  await until(
    page,
    (wanted) => document.querySelectorAll('[role=gridcell]').length === wanted,
    number,
    async () => `${await count()} cells instead of ${number}`,
  );
}

/**
 * The cells with a class, in order.
 * @param {Page} page
 * @param {string} tone
 */
export async function lit(page, tone) {
  return page.locator(`.is-${tone}`).evaluateAll((all) => all.map((cell) => cell.getAttribute('data-cell') ?? ''));
}
