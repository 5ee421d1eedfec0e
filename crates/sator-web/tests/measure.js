// Measures what a person waits for: the first paint, the weight of the page, and the time from a
// click on Solve to the digits on the board. Run `SATOR_BIN=../../target/release/sator npm run measure`.

import { cells, reads } from './browser/person.js';
import { launchChromium } from './chromium.js';
import { startServer } from './server.js';

/** @import { Browser, Page } from 'playwright-core' */

const TIMES = 15;
const SUDOKU = '91..6.......9.....5.3....2...6..3..72......58..81........79.28.....5...9.6..1...4';

/**
 * Opens the page with an empty cache: the first paint and the painted board in milliseconds, and the
 * bytes and number of all answers.
 * @param {Browser} browser
 * @param {string} url
 */
async function opening(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  const sizes = /** @type {Promise<number>[]} */ ([]);
  page.on('requestfinished', (request) => {
    sizes.push(request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize));
  });
  await page.goto(`${url}/#sudoku=${SUDOKU}`, { waitUntil: 'networkidle' });
  await cells(page, 81);
  const paint = await page.evaluate(() => performance.getEntriesByName('first-paint')[0]?.startTime ?? NaN);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { paint, bytes, requests: sizes.length };
}

/**
 * The time from a click on Solve to the frame that shows all digits.
 * @param {Page} page
 */
async function clickToDigits(page) {
  const shown = page.evaluate(
    () =>
      /** @type {Promise<number>} */ (
        new Promise((resolve) => {
          let clicked = 0;
          addEventListener('click', (event) => (clicked = event.timeStamp), { capture: true, once: true });
          const board = document.querySelector('svg.board');
          const observer = new MutationObserver(() => {
            if (!board || board.querySelectorAll('.value').length < 81) return;
            observer.disconnect();
            // The frame is painted between the callback and the message that follows it.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => resolve(performance.now() - clicked);
              port2.postMessage(null);
            });
          });
          if (board) observer.observe(board, { subtree: true, childList: true });
        })
      ),
  );
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  const time = await shown;
  await reads(page, /Exactly one solution/);
  await page.getByRole('button', { name: 'Clear', exact: true }).first().click();
  return time;
}

/**
 * The best and the median.
 * @param {number[]} times
 */
function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const words = [sorted[0], sorted[Math.floor(sorted.length / 2)]].map((time) => `${time?.toFixed(0)} ms`);
  return `best ${words[0]}, median ${words[1]} of ${times.length}`;
}

const server = await startServer();
const browser = await launchChromium();
try {
  const opened = [];
  for (let time = 0; time < TIMES; time += 1) opened.push(await opening(browser, server.url));
  console.log(`first paint: ${summary(opened.map(({ paint }) => paint))}`);
  const [{ bytes, requests } = { bytes: NaN, requests: NaN }] = opened;
  console.log(`weight: ${bytes} bytes in ${requests} answers, with their headers`);

  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${server.url}/#sudoku=${SUDOKU}`);
  await cells(page, 81);
  const times = [];
  for (let time = 0; time < TIMES; time += 1) times.push(await clickToDigits(page));
  console.log(`click on Solve to digits, 9×9: ${summary(times)}`);
} finally {
  await browser.close();
  await server.stop();
}
