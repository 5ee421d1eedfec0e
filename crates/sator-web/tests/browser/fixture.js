// What every browser test needs: a server and Chromium for a file of tests, and pages that must not
// report errors.

import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { launchChromium } from '../chromium.js';
import { startServer } from '../server.js';

/**
 * @import { Browser, BrowserContextOptions, Page } from 'playwright-core'
 * @import { Server } from '../server.js'
 */

/** The site of a file of tests: a server and a browser, which run from the first test to the last. */
export class Site {
  /** @type {Server | undefined} */
  #server;
  /** @type {Browser | undefined} */
  #browser;
  /** @type {string[]} */
  #errors = [];

  /** @param {string[]} flags more arguments for `sator serve` */
  constructor(flags = []) {
    before(() => this.#start(flags));
    afterEach(() => this.#endTest());
    after(() => this.#stop());
  }

  /** The address of the server. */
  get url() {
    assert.ok(this.#server, 'the server runs while tests run');
    return this.#server.url;
  }

  /** The process id of the server. */
  get pid() {
    assert.ok(this.#server, 'the server runs while tests run');
    return this.#server.pid;
  }

  /**
   * Opens the page in a window of its own, without storage of earlier ones. Errors on its console,
   * exceptions and failed requests fail the test; `allowed` lists texts of errors that are expected.
   * @param {BrowserContextOptions & { path?: string, allowed?: RegExp[] }} options
   * @returns {Promise<Page>}
   */
  async open({ path = '/', allowed = [], ...options } = {}) {
    assert.ok(this.#browser, 'the browser runs while tests run');
    const viewport = { width: 1366, height: 768 };
    const context = await this.#browser.newContext({ viewport, baseURL: this.url, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const note = (/** @type {string} */ text) => {
      if (!allowed.some((pattern) => pattern.test(text))) this.#errors.push(text);
    };
    page.on('console', (message) => {
      if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => note(`exception: ${error.stack ?? error.message}`));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      const isOwn = origin === this.url || protocol === 'data:' || protocol === 'blob:';
      if (!isOwn) note(`request elsewhere: ${request.url()}`);
    });
    await page.goto(path);
    return page;
  }

  /** @param {string[]} serverFlags */
  async #start(serverFlags) {
    this.#server = await startServer(serverFlags);
    this.#browser = await launchChromium();
  }

  async #endTest() {
    for (const context of this.#browser?.contexts() ?? []) await context.close();
    const errors = this.#errors.splice(0);
    assert.deepEqual(errors, [], 'the page reports errors');
  }

  async #stop() {
    await this.#browser?.close();
    assert.equal(await this.#server?.stop(), 0, 'the server ends with status 0');
  }
}
