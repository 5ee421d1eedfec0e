// Processes that a test looks at from outside.

import { readFileSync, readdirSync } from 'node:fs';

/**
 * The processes that any thread of a process has started and that still run.
 * @param {number} parent
 */
export function childrenOf(parent) {
  return readdirSync(`/proc/${parent}/task`)
    .flatMap((thread) => readFileSync(`/proc/${parent}/task/${thread}/children`, 'utf8').trim().split(' '))
    .filter(Boolean);
}
