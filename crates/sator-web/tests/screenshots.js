// Screenshots for docs/page: each puzzle in light and dark, panels for students, and a phone.
// Run `npm run screenshots`, and look at the pictures before they are committed.

import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cells, clickCell, reads, until } from './browser/person.js';
import { launchChromium } from './chromium.js';
import { withPalette } from './palette.js';
import { startServer } from './server.js';

/**
 * @import { BrowserContextOptions, Page } from 'playwright-core'
 *
 * @typedef {object} Scene
 * @property {string} name of the file, without its theme
 * @property {(page: Page) => Promise<unknown>} act
 * @property {('light' | 'dark')[]} [themes] both, if left out
 * @property {BrowserContextOptions} [window]
 */

const FOLDER = fileURLToPath(new URL('../../../docs/page/', import.meta.url));

/** Pictures of more bytes would make the repository heavy. */
const MOST_BYTES = 60_000;

const LAPTOP = { viewport: { width: 1200, height: 700 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** @type {Scene[]} */
const SCENES = [
  {
    name: 'sudoku',
    async act(page) {
      await example(page, 'sudoku', 'Thermometers');
      await panel(page, 'Explain');
      await page.getByRole('button', { name: 'Step by step' }).click();
      await reads(page, /steps to the solution/);
      await page.locator('.steps button').nth(110).click();
    },
  },
  {
    name: 'killer',
    async act(page) {
      await example(page, 'killer', 'A wrong total: no answer');
      await page.getByRole('button', { name: 'Why not?' }).click();
      await reads(page, /No solution/);
    },
  },
  {
    name: 'minesweeper',
    async act(page) {
      await example(page, 'minesweeper', 'Expert');
      await page.getByRole('combobox', { name: 'Odds in per cent', exact: true }).selectOption('mine');
      await reads(page, /Best square/);
    },
  },
  {
    name: 'queens',
    async act(page) {
      await example(page, 'queens', 'Regions, 10×10');
      await page.getByRole('button', { name: 'Solve', exact: true }).click();
      await reads(page, /Exactly one/);
    },
  },
  {
    name: 'futoshiki',
    async act(page) {
      await example(page, 'futoshiki', '9×9');
      await page.getByRole('button', { name: 'Solve', exact: true }).click();
      await reads(page, /Exactly one/);
    },
  },
  {
    name: 'kakuro',
    async act(page) {
      await example(page, 'kakuro', 'Medium, 12×12');
      await page.getByRole('button', { name: 'Solve', exact: true }).click();
      await reads(page, /Exactly one/);
    },
  },
  {
    name: 'formula',
    themes: ['light'],
    async act(page) {
      await example(page, 'queens', '8 queens');
      await panel(page, 'Formula');
      await until(page, () => /clauses/.test(document.querySelector('.size-words')?.textContent ?? ''));
      await page.getByRole('searchbox').fill('row 3');
      await page.locator('.long-list:visible .line').first().hover();
    },
  },
  {
    name: 'lab',
    themes: ['dark'],
    async act(page) {
      await example(page, 'queens', '8 queens');
      await panel(page, 'Lab');
      await page.getByRole('group', { name: 'Solvers' }).getByRole('checkbox').first().waitFor();
      await page.getByRole('button', { name: 'Run over N' }).click();
      await reads(page, /runs ended/);
    },
  },
  {
    name: 'phone',
    window: PHONE,
    async act(page) {
      await example(page, 'killer', 'Easy');
      await page.getByRole('button', { name: 'Candidates' }).click();
      await reads(page, /have only one value/);
      await clickCell(page, 'r5c5');
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
];

/**
 * Opens an example by its menu.
 * @param {Page} page
 * @param {string} kind
 * @param {string} title
 */
async function example(page, kind, title) {
  await page.getByRole('tab', { name: kind, exact: false }).first().click();
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.locator('#examples section').first().getByRole('button', { name: title, exact: true }).click();
  await reads(page, new RegExp(`^${title}`));
}

/**
 * @param {Page} page
 * @param {string} name
 */
const panel = (page, name) => page.getByRole('tab', { name, exact: true }).click();

const server = await startServer();
const browser = await launchChromium();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, act, themes = /** @type {const} */ (['light', 'dark']), window = LAPTOP } of SCENES) {
    for (const colorScheme of themes) {
      const context = await browser.newContext({ ...window, colorScheme, reducedMotion: 'reduce', baseURL: server.url });
      const page = await context.newPage();
      await page.goto('/');
      await cells(page, 81);
      await act(page);
      // No button looks pointed at, and pictures of the engine have arrived.
      if (name !== 'formula') await page.mouse.move(2, 2);
      await page.waitForTimeout(300);
      const picture = withPalette(await page.screenshot());
      if (picture.length > MOST_BYTES) throw new Error(`${name}-${colorScheme} has ${picture.length} bytes`);
      writeFileSync(`${FOLDER}${name}-${colorScheme}.png`, picture);
      console.log(`${name}-${colorScheme}.png ${picture.length} bytes`);
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
