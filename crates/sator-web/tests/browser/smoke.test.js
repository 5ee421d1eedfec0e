// The page opens, and nothing else is asked of it here.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Site } from './fixture.js';

const site = new Site();

test('the page opens without errors', async () => {
  const page = await site.open();
  assert.match(await page.title(), /Sator/);
});

test('the page weighs less than 300 kB', async () => {
  let bytes = 0;
  const page = await site.open();
  page.on('requestfinished', async (request) => {
    bytes += (await request.sizes()).responseBodySize;
  });
  await page.reload({ waitUntil: 'networkidle' });
  assert.ok(bytes < 300_000, `${bytes} bytes`);
});

test('scripts that are not files of the page do not run', async () => {
  const page = await site.open({ allowed: [/Content Security Policy/] });
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.isHacked = true';
    document.body.append(script);
    const image = document.createElement('img');
    image.setAttribute('onerror', 'window.isHacked = true');
    image.src = 'data:image/png,nothing';
    document.body.append(image);
  });
  await page.waitForTimeout(200);
  assert.equal(await page.evaluate(() => 'isHacked' in window), false);
});
