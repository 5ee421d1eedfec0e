// A server for tests: starts `sator serve` on a free port, and ends it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The program: `SATOR_BIN`, or the one that `cargo build` makes. */
export const program =
  process.env['SATOR_BIN'] ??
  fileURLToPath(new URL('../../../target/debug/sator', import.meta.url));

/**
 * A running server.
 * @typedef {object} Server
 * @property {string} url its address, without a slash at the end
 * @property {number} pid its process id
 * @property {() => Promise<number | null>} stop interrupts it as Ctrl-C does; the exit status
 */

/**
 * Starts a server and waits until it listens.
 * @param {string[]} flags more arguments for `sator serve`
 * @returns {Promise<Server>}
 */
export async function startServer(flags = []) {
  const server = spawn(program, ['serve', '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const url = await new Promise((resolve, reject) => {
    let text = '';
    server.stdout.setEncoding('utf8').on('data', (more) => {
      text += more;
      const found = /Listening on (http:\S+)\n/.exec(text);
      if (found) resolve(found[1]);
    });
    server.on('error', reject);
    server.on('exit', (status) => reject(new Error(`${program} serve ended with ${status}: ${text}`)));
  });
  const stop = async () => {
    server.kill('SIGINT');
    const [status] = await ended;
    return status;
  };
  return { url, pid: server.pid ?? 0, stop };
}

/**
 * Asks for a verb, and returns status and answer.
 * @param {string} url the server
 * @param {string} verb
 * @param {object} body
 * @param {RequestInit} options
 * @returns {Promise<{status: number, answer: any, headers: Headers}>}
 */
export async function ask(url, verb, body, options = {}) {
  const response = await fetch(`${url}/api/${verb}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...options,
  });
  return { status: response.status, answer: await response.json(), headers: response.headers };
}
