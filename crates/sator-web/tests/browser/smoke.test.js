// The page opens, and nothing else is asked of it here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Site } from './fixture.js';
import { until } from './person.js';

const site = new Site();

test('the page opens without errors', async () => {
  const page = await site.open();
  assert.match(await page.title(), /Sator/);
});

test('the files of the page weigh less than 300 kB, compressed', async () => {
  /** @type {Promise<number>[]} */
  const sizes = [];
  const page = await site.open({ path: 'about:blank' });
  // A server that reads the page from a folder does not compress it.
  page.on('response', (response) => sizes.push(response.body().then((body) => gzipSync(body).length)));
  await page.goto('/', { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(sizes.length > 50, `${sizes.length} files`);
  assert.ok(bytes > 50_000 && bytes < 300_000, `${bytes} bytes`);
});

test('scripts that are not files of the page do not run', async () => {
  const page = await site.open({ allowed: [/Content Security Policy/] });
  await page.evaluate(() => {
    /** @type {string[]} */
    const refused = (/** @type {any} */ (globalThis).refused = []);
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.isHacked = true';
    document.body.append(script);
    const image = document.createElement('img');
    image.setAttribute('onerror', 'window.isHacked = true');
    image.src = 'data:image/png,nothing';
    document.body.append(image);
  });
  const both = ['script-src-attr', 'script-src-elem'];
  await until(page, (both) => both.every((it) => (/** @type {any} */ (globalThis).refused.includes(it))), both);
  assert.equal(await page.evaluate(() => 'isHacked' in window), false);
});
