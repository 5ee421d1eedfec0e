// Processes that a test looks at from outside.

import { readFileSync, readdirSync } from 'node:fs';

/**
 * The processor time that a process and its children have used so far, in ticks of the system's clock.
 * Children that have ended are included.
 * @param {number} parent
 */
export function ticksOf(parent) {
  return [parent, ...childrenOf(parent)].map((process) => {
    const line = readFileSync(`/proc/${process}/stat`, 'utf8');
    // The name in parentheses may have spaces; the times are the fields 14 to 17.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  }).reduce((sum, ticks) => sum + ticks, 0);
}

/**
 * The processes that any thread of a process has started and that still run.
 * @param {number} parent
 */
export function childrenOf(parent) {
  return readdirSync(`/proc/${parent}/task`)
    .flatMap((thread) => readFileSync(`/proc/${parent}/task/${thread}/children`, 'utf8').trim().split(' '))
    .filter(Boolean);
}
