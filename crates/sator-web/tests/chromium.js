// The browser of all tests.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Debian's Chromium, or the one that `CHROMIUM` names. */
const executable =
  process.env['CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Nothing is fetched from elsewhere, and root needs no sandbox. Playwright makes a new profile. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium without a window. */
export async function launchChromium() {
  if (!executable) throw new Error('Chromium is missing: apt-get install chromium');
  return chromium.launch({ executablePath: executable, headless: true, args: flags });
}
