// How the page looks: dark, narrow, without scrolling on a laptop, and for screen readers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Site } from './fixture.js';
import { cells, reads } from './person.js';

const site = new Site();
const KINDS = ['Sudoku', 'Killer', 'Minesweeper', 'Queens', 'Futoshiki', 'Kakuro'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const background = (/** @type {import('playwright-core').Page} */ page) =>
  page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]));

test('dark mode follows the system, and the button overrides it for good', async () => {
  const page = await site.open({ colorScheme: 'dark' });
  assert.ok((await background(page)) < 60);
  const toggle = page.getByRole('button', { name: 'Dark mode' });
  await toggle.click();
  assert.ok((await background(page)) > 200);
  const paper = () => page.evaluate(() => getComputedStyle(document.querySelector('svg.board') ?? document.body).getPropertyValue('--paper').trim());
  assert.equal(await paper(), '#fff');
  await page.reload();
  await cells(page, 81);
  assert.ok((await background(page)) > 200);
  assert.equal(await paper(), '#fff');
  await toggle.click();
  assert.notEqual(await paper(), '#fff');
});

test('nothing scrolls on a laptop, and nothing scrolls sideways on a phone', async () => {
  const laptop = await site.open();
  const phone = await site.open({ viewport: { width: 360, height: 740 }, hasTouch: true });
  for (const kind of KINDS) {
    for (const page of [laptop, phone]) await page.getByRole('tab', { name: kind }).click();
    for (const panel of ['Edit', 'Explain', 'Play', 'Solve']) {
      await phone.getByRole('tab', { name: panel, exact: true }).click();
      const [wide, window] = await phone.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= window, `${kind}, ${panel}: ${wide} of ${window} pixels wide`);
      await laptop.getByRole('tab', { name: panel, exact: true }).click();
      const [tall, room] = await laptop.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
      assert.ok(tall <= room, `${kind}, ${panel}: ${tall} of ${room} pixels tall`);
    }
  }
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing serious, ${colorScheme}`, async () => {
    const page = await site.open({ colorScheme, bypassCSP: true });
    await page.addScriptTag({ content: axe });
    for (const kind of KINDS) {
      await page.getByRole('tab', { name: kind }).click();
      await page.getByRole('button', { name: 'Solve', exact: true }).click();
      await reads(page, /solution/i);
      for (const panel of ['Edit', 'Explain', 'Play', 'Solve']) {
        await page.getByRole('tab', { name: panel, exact: true }).click();
        const found = await page.evaluate(async () => {
          // @ts-expect-error: axe is added to the page by the test
          const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
          return violations.filter((/** @type {any} */ one) => ['serious', 'critical'].includes(one.impact)).map((/** @type {any} */ one) => `${one.id}: ${one.nodes.slice(0, 3).map((/** @type {any} */ node) => node.html.slice(0, 160)).join(' | ')}`);
        });
        assert.deepEqual(found, [], `${kind}, ${panel}`);
      }
    }
  });
}
