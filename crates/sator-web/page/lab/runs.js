// Runs of `bench`: what they found, for people.

import { grouped, several } from '../words.js';

/**
 * A row of `bench --json`.
 * @typedef {object} Run
 * @property {string} puzzle
 * @property {number | null} n
 * @property {string} backend
 * @property {string} encoding `-` where a solver takes no clauses
 * @property {string} status
 * @property {boolean} [agrees] missing where there was nothing to compare
 * @property {number | null} variables
 * @property {number | null} clauses
 * @property {number | null} conflicts
 * @property {number | null} seconds
 * @property {boolean} at_least whether the time is only a lower bound
 */

/** @param {Run} run */
export const takesClauses = (run) => run.encoding !== '-';

/**
 * The encoding as it was chosen.
 * @param {Run} run
 */
export const encodingWords = (run) =>
  takesClauses(run) ? run.encoding.replaceAll(',', ' + ') : 'no clauses';

/** @param {Run} run */
export const wayOf = (run) => (takesClauses(run) ? `${run.backend}, ${encodingWords(run)}` : run.backend);

/**
 * A time in three digits at most.
 * @param {number} seconds
 */
export function timeWords(seconds) {
  if (seconds >= 1) return `${short(seconds)} s`;
  return seconds >= 0.001 ? `${short(seconds * 1000)} ms` : `${short(seconds * 1_000_000)} µs`;
}

/**
 * @param {number} figure
 */
const short = (figure) => (figure >= 99.5 ? grouped(Math.round(figure)) : String(Number(figure.toPrecision(2))));

/**
 * A figure on an axis: 20k, 3M.
 * @param {number} figure
 */
export function countWords(figure) {
  if (figure >= 1_000_000) return `${short(figure / 1_000_000)}M`;
  return figure >= 1000 ? `${short(figure / 1000)}k` : short(figure);
}

/** @type {Record<string, string>} */
const STATUSES = { sat: 'solution', unsat: 'no solution', unknown: 'stopped', invalid: 'not valid' };

/** @param {Run} run */
export const statusWords = (run) => STATUSES[run.status] ?? run.status;

/** @param {Run} run */
export function agreementWords({ agrees }) {
  if (agrees === undefined || agrees === null) return '';
  return agrees ? '✓ agrees' : '✗ disagrees';
}

/**
 * Figures that are compared in a chart.
 * @type {{ id: 'seconds' | 'clauses' | 'variables' | 'conflicts', title: string, words: (figure: number) => string, axis: (figure: number) => string }[]}
 */
export const FIGURES = [
  { id: 'seconds', title: 'Time', words: timeWords, axis: timeWords },
  { id: 'conflicts', title: 'Conflicts', words: grouped, axis: countWords },
  { id: 'clauses', title: 'Clauses', words: grouped, axis: countWords },
  { id: 'variables', title: 'Variables', words: grouped, axis: countWords },
];

/**
 * What all runs say together, in a sentence.
 * @param {Run[]} runs
 * @param {number} planned how many runs there are unless they are stopped
 * @returns {[string, import('../status.js').Tone]}
 */
export function verdict(runs, planned) {
  const late = runs.filter((run) => run.status === 'unknown').length;
  const disagree = runs.some((run) => run.agrees === false);
  if (disagree) return ['The solvers disagree: this is a fault, please report it.', 'bad'];
  const ended = runs.length - late;
  const compared = runs.some((run) => run.agrees === true);
  const isStopped = runs.length < planned;
  if (ended === 0) return [`No solver has an answer: ${late} of ${several(planned, 'run')} stopped.`, 'plain'];
  const words = `${isStopped ? 'Stopped: ' : ''}${ended} of ${several(planned, 'run')} ended${compared ? ', and all that ended agree' : ''}.`;
  return [late > 0 ? `${words} ${late} stopped before an answer.` : words, isStopped ? 'plain' : 'good'];
}

/**
 * The rows as a table for other programs.
 * @param {Run[]} runs
 */
export function csvOf(runs) {
  const names = /** @type {(keyof Run)[]} */ ([
    'puzzle',
    'n',
    'backend',
    'encoding',
    'status',
    'agrees',
    'variables',
    'clauses',
    'conflicts',
    'seconds',
    'at_least',
  ]);
  const line = (/** @type {unknown[]} */ fields) => fields.map((field) => quoted(String(field ?? ''))).join(',');
  return [line(names), ...runs.map((run) => line(names.map((name) => run[name])))].join('\n') + '\n';
}

/**
 * @param {string} text
 */
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
