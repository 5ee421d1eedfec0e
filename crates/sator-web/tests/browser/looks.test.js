// How the page looks: dark, narrow, without scrolling on a laptop, and for screen readers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Site } from './fixture.js';
import { cells, label, reads } from './person.js';

const site = new Site();
const KINDS = ['Sudoku', 'Killer', 'Minesweeper', 'Queens', 'Futoshiki', 'Kakuro'];
const PANELS = ['Edit', 'Solve', 'Explain', 'Formula', 'Lab', 'Play'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const background = (/** @type {import('playwright-core').Page} */ page) =>
  page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]));

test('dark mode follows the system, and the button overrides it for good', async () => {
  const page = await site.open({ colorScheme: 'dark' });
  assert.ok((await background(page)) < 60);
  const toggle = page.getByRole('button', { name: 'Dark mode' });
  await toggle.click();
  assert.ok((await background(page)) > 200);
  const paper = () =>
    page.evaluate(() =>
      getComputedStyle(document.querySelector('svg.board') ?? document.body)
        .getPropertyValue('--paper')
        .trim(),
    );
  assert.equal(await paper(), '#fff');
  await page.reload();
  await cells(page, 81);
  assert.ok((await background(page)) > 200);
  assert.equal(await paper(), '#fff');
  await toggle.click();
  assert.notEqual(await paper(), '#fff');
});

test('nothing scrolls on a laptop, and nothing scrolls sideways on a phone', async () => {
  const laptop = await site.open({ viewport: { width: 1280, height: 720 } });
  const phone = await site.open({ viewport: { width: 360, height: 740 }, hasTouch: true });
  for (const kind of KINDS) {
    for (const page of [laptop, phone]) await page.getByRole('tab', { name: kind }).click();
    for (const panel of PANELS) {
      await phone.getByRole('tab', { name: panel, exact: true }).click();
      const [wide, window] = await phone.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= window, `${kind}, ${panel}: ${wide} of ${window} pixels wide`);
      await laptop.getByRole('tab', { name: panel, exact: true }).click();
      const [tall, room] = await laptop.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
      assert.ok(tall <= room, `${kind}, ${panel}: ${tall} of ${room} pixels tall`);
    }
  }
});

test('the board takes most of the height of a laptop, and most of the width of a phone', async () => {
  for (const [viewport, share] of /** @type {const} */ ([
    [{ width: 1280, height: 720 }, 0.74],
    [{ width: 360, height: 740 }, 0.86],
  ])) {
    const page = await site.open({ viewport });
    await cells(page, 81);
    const box = await page.locator('svg.board').boundingBox();
    const side = Math.min(viewport.width, viewport.height);
    assert.ok(box && box.width >= share * side && Math.abs(box.width - box.height) < 1, `${box?.width}×${box?.height} of ${side}`);
  }
});

test('on a phone, a killer cage is entered with taps alone', async () => {
  const page = await site.open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.getByRole('tab', { name: 'Killer' }).tap();
  await cells(page, 81);
  await page.locator('[data-cell=r1c1] .shade').tap({ force: true });
  for (const digit of ['1', 'Zero'])
    await page.getByRole('group', { name: 'Digits' }).getByRole('button', { name: digit, exact: true }).tap();
  assert.equal(await label(page, 'r1c1'), 'r1c1, empty, cage 10');
});

/**
 * What axe finds serious or critical in the page as it is.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>}
 */
const findings = (page) =>
  page.evaluate(async () => {
    // @ts-expect-error: axe is added to the page by the test
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    const serious = violations.filter((/** @type {any} */ one) => ['serious', 'critical'].includes(one.impact));
    return serious.map((/** @type {any} */ one) => {
      const places = one.nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 160));
      return `${one.id}: ${places.join(' | ')}`;
    });
  });

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing serious, ${colorScheme}`, async () => {
    const page = await site.open({ colorScheme, bypassCSP: true });
    await page.addScriptTag({ content: axe });
    for (const kind of KINDS) {
      await page.getByRole('tab', { name: kind }).click();
      await page.getByRole('button', { name: 'Solve', exact: true }).click();
      await reads(page, /solution|layout/i);
      for (const panel of PANELS) {
        await page.getByRole('tab', { name: panel, exact: true }).click();
        assert.deepEqual(await findings(page), [], `${kind}, ${panel}`);
      }
      await page.getByRole('tab', { name: 'Solve', exact: true }).click();
    }
    for (const command of ['Examples', 'Open', 'New', 'Export']) {
      await page.getByRole('button', { name: command, exact: true }).click();
      await page.locator('dialog[open], #examples:popover-open button').first().waitFor();
      assert.deepEqual(await findings(page), [], command);
      await page.keyboard.press('Escape');
    }
  });
}
