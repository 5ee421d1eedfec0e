// The server under load: many requests at once of all kinds, and clients that go away. Prints the
// figures; fails if a request has no answer, if memory grows without bound, or if a child is left.
//
//     npm run load             200 requests
//     npm run load -- 40       fewer, for a quick look

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, ticksOf } from './processes.js';
import { ask, startServer } from './server.js';

const requests = Number(process.argv[2] ?? 200);
const example = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../../examples/${name}`, import.meta.url), 'utf8');

const sudoku = example('sudoku/9x9.txt');
const killer = example('killer/16x16.txt');

/** Requests of all kinds, taken in turn. @type {[string, object][]} */
const mix = [
  ['solve', { input: sudoku, options: { unique: true, timeout: 5 } }],
  ['solve', { puzzle: 'killer', input: killer, options: { timeout: 10 } }],
  ['count', { puzzle: 'queens', input: '12' }],
  ['convert', { input: sudoku, options: { to: 'json' } }],
  ['analyze', { input: example('minesweeper/expert.txt'), options: { timeout: 5 } }],
  ['explain', { puzzle: 'killer', input: killer, options: { timeout: 10 } }],
  ['hint', { input: sudoku, options: { timeout: 5 } }],
  ['rate', { input: sudoku, options: { timeout: 10 } }],
  ['create', { puzzle: 'sudoku', options: { timeout: 10 } }],
  ['generate', { input: '20' }],
  ['render', { input: sudoku, options: { timeout: 5 } }],
  ['count', { puzzle: 'queens', input: '20', options: { timeout: 10 } }],
  ['puzzles', {}],
  ['solve', { input: 'this is no puzzle' }],
];

/** The process ids of the children of a process that have not ended. */
const children = (/** @type {number} */ pid) => childrenOf(pid).map(Number).filter(isRunning);

function isRunning(/** @type {number} */ pid) {
  return field(pid, 'State')?.[0] !== 'Z' && field(pid, 'State') !== undefined;
}

/** A field of the status of a process, or nothing if it has ended. */
function field(/** @type {number} */ pid, /** @type {string} */ name) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1];
  } catch {
    return undefined;
  }
}

/** The resident memory of a process in megabytes. */
const resident = (/** @type {number} */ pid) => parseInt(field(pid, 'VmRSS') ?? '0') / 1024;

const server = await startServer(['--memory', '1024']);
const peak = { server: 0, children: 0, number: 0 };
const sampler = setInterval(() => {
  const running = children(server.pid);
  const sum = running.map(resident).reduce((sum, megabytes) => sum + megabytes, 0);
  peak.server = Math.max(peak.server, resident(server.pid));
  peak.children = Math.max(peak.children, sum);
  peak.number = Math.max(peak.number, running.length);
}, 50);

/** @type {Map<string, number>} */
const statuses = new Map();
const started = performance.now();
const all = Array.from({ length: requests }, async (_, number) => {
  const [verb, body] = mix[number % mix.length] ?? ['puzzles', {}];
  const { status, answer } = await ask(server.url, verb, body);
  assert.ok([200, 400, 429, 503].includes(status), `${verb}: ${status} ${JSON.stringify(answer)}`);
  if (status !== 200) assert.equal(typeof answer.error, 'string', `${verb}: a reason in words`);
  const key = `${verb} ${status}`;
  statuses.set(key, (statuses.get(key) ?? 0) + 1);
});
let slowest = 0;
let isOver = false;
const page = (async () => {
  while (!isOver) {
    const asked = performance.now();
    assert.equal((await fetch(`${server.url}/`)).status, 200);
    slowest = Math.max(slowest, performance.now() - asked);
    await sleep(100);
  }
})();
await Promise.all(all);
isOver = true;
await page;
const seconds = (performance.now() - started) / 1000;

// Clients that go away: their children end, and the server is idle.
const leaving = new AbortController();
const left = [0, 1, 2].map(() =>
  ask(server.url, 'count', { puzzle: 'queens', input: '24' }, { signal: leaving.signal }).catch(() => {}),
);
while (children(server.pid).length === 0) await sleep(20);
const working = children(server.pid).length;
const gone = performance.now();
leaving.abort();
await Promise.all(left);
while (children(server.pid).length > 0) await sleep(5);
const endedAfter = performance.now() - gone;
const before = ticksOf(server.pid);
await sleep(1000);
const idle = ticksOf(server.pid) - before;
clearInterval(sampler);

console.log(`${requests} requests at once on ${availableParallelism()} processors: ${seconds.toFixed(1)} s`);
for (const [key, number] of [...statuses].sort()) console.log(`  ${key}: ${number}`);
console.log(`slowest GET / meanwhile: ${slowest.toFixed(0)} ms`);
console.log(
  `peak memory: server ${peak.server.toFixed(0)} MB, at most ${peak.number} children, together ` +
    `${peak.children.toFixed(0)} MB`,
);
console.log(`clients that left: ${working} of their children ran, and ended after ${endedAfter.toFixed(0)} ms`);
console.log(`processor time of the server in the next second: ${idle * 10} ms`);
assert.ok(peak.server < 512, 'the memory of the server is bounded');
assert.ok(peak.children < 1024 * peak.number, 'the memory of children is bounded');
assert.ok(idle <= 10, 'the server is idle when nobody asks');
assert.equal(await server.stop(), 0);
