// Sentences about answers of the engine.

/**
 * A duration for people.
 * @param {number} milliseconds
 */
function duration(milliseconds) {
  if (milliseconds < 1000) return `${Math.max(1, Math.round(milliseconds))} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return clockOf(milliseconds);
}

/**
 * A duration as a clock shows it: 3:07.
 * @param {number} milliseconds
 */
export function clockOf(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * A number with separators between thousands.
 * @param {string | number} number
 */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/**
 * A number of things: 1 mine, 2,000 mines.
 * @param {number} number
 * @param {string} thing
 * @param {string} [things]
 */
export const several = (number, thing, things = `${thing}s`) => `${grouped(number)} ${number === 1 ? thing : things}`;

/**
 * What `solve --unique` found.
 * @param {any} answer
 * @param {number} time
 * @returns {[string, 'plain' | 'good' | 'bad']}
 */
export function solveMessage(answer, time) {
  const took = duration(time);
  if (answer.status === 'sat') {
    if (answer.unique === true) return [`Exactly one solution, ${took}.`, 'good'];
    if (answer.unique !== true && answer.puzzle === 'minesweeper') return [layoutWords(answer.unique, took), 'plain'];
    if (answer.unique === false) return [`More than one solution; this is the first found, ${took}.`, 'plain'];
    return [`A solution, ${took}; stopped before it was known whether it is the only one.`, 'plain'];
  }
  if (answer.status === 'unsat') return [`No solution: ${noSolution(answer)}`, 'bad'];
  if (answer.status === 'invalid') return [sentence(answer.error ?? 'the puzzle is not valid'), 'bad'];
  return [`Stopped after ${took}; it is not known whether there is a solution.`, 'plain'];
}

/**
 * What is known of a minesweeper layout that is not proved to be the only one.
 * @param {boolean | undefined} unique
 * @param {string} took
 */
function layoutWords(unique, took) {
  const certain = 'Pale squares are only possible; Odds shows what is certain.';
  if (unique === false) return `One of several layouts, ${took}. ${certain}`;
  return `A layout, ${took}; stopped before it was known whether it is the only one. ${certain}`;
}

/**
 * Why there is no solution, in a sentence.
 * @param {any} answer
 */
export function noSolution(answer) {
  if (answer.reason) return `${answer.reason}.`;
  const clues = answer.conflict ?? [];
  if (clues.length === 0) return 'the rules leave no possibility.';
  // An explanation, which has steps, also names the rules.
  const what = answer.steps ? 'rules and clues' : 'clues';
  return clues.length === 1 ? `${clues[0]}.` : `these ${clues.length} ${what} contradict each other: ${shortened(clues).join('; ')}.`;
}

/**
 * The first clues, and how many others there are.
 * @param {string[]} clues
 */
const shortened = (clues) => (clues.length > 4 ? [...clues.slice(0, 3), `and ${clues.length - 3} more`] : clues);

/**
 * The rule that `check` found broken, in a sentence.
 * @param {{ reason: string }} answer
 */
export const brokenRule = ({ reason }) => `A rule is broken: ${reason}.`;

/**
 * What `count` found.
 * @param {any} answer
 * @param {number} time
 * @returns {[string, 'plain' | 'good' | 'bad']}
 */
export function countMessage(answer, time) {
  const took = duration(time);
  const isNone = answer.count === '0';
  const number = answer.count === '1' ? 'one solution' : `${grouped(answer.count)} solutions`;
  if (!answer.exact) return [isNone ? `Stopped after ${took} before any solution was found.` : `At least ${number} (stopped after ${took}).`, 'plain'];
  if (isNone) return [`No solution, ${took}.`, 'bad'];
  return [`Exactly ${number}, ${took}.`, 'good'];
}

/**
 * How far work has come. A count so far is a lower bound.
 * @param {string} activity
 * @param {import('./client.js').Progress} progress
 */
export function workWords(activity, { activity: reported, number = 0, share, text = '' }) {
  if (reported === 'Counting' && number > 0) {
    const done = typeof share === 'number' && share >= 0.001 ? `, ${percent(share)} of the search done` : '';
    return `At least ${several(number, 'solution')}, still counting${done} …`;
  }
  const agreed = text.replace(/(?<![\d,.])1 solutions/, '1 solution').replace(/, 0 a second/, '');
  return agreed === '' ? '' : `${activity}: ${agreed.replace(/(?<![\d.])\d{4,}(?![\d.])/g, grouped)} …`;
}

/**
 * A percentage that never rounds an open chance to certainty.
 * @param {number} chance
 */
export function percent(chance) {
  if (chance === 0 || chance === 1) return `${chance * 100} %`;
  const figure = chance * 100;
  return figure < 0.1 ? '<0.1 %' : figure > 99.9 ? '>99.9 %' : `${figure.toFixed(1)} %`;
}

/**
 * A clue to change, and what it could be instead; `complete` if it could be nothing else.
 * @typedef {{ clue: string, instead: (number | string)[], complete: boolean }} Change
 */

/**
 * What to do with a clue, in words.
 * @param {import('./kinds/kind.js').Kind} kind
 * @param {import('./document.js').Puzzle} puzzle
 * @param {Change} change
 */
export function changeWords(kind, puzzle, { clue, instead, complete }) {
  if (instead.length === 0) return `leave out “${clue}”`;
  const choices = instead.map((value) => choiceWords(kind, puzzle, clue, value));
  if (!complete) choices.push('another');
  return `“${clue}”: make it ${choices.length > 1 ? `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}` : choices[0]}`;
}

/**
 * What a clue could be. The value of a queen is its column.
 * @param {import('./kinds/kind.js').Kind} kind
 * @param {import('./document.js').Puzzle} puzzle
 * @param {string} clue
 * @param {number | string} value
 */
function choiceWords(kind, puzzle, clue, value) {
  const row = /^a queen stands on (r\d+)c/.exec(clue)?.[1];
  if (row) return `${row}c${value}`;
  return /^r\d+c\d+ is /.test(clue) ? kind.symbol(puzzle, value) : typeof value === 'string' ? `“${value}”` : String(value);
}

/**
 * How many clues are to be changed.
 * @param {Change[][]} repairs of the same number of changes
 */
export function repairHeading(repairs) {
  const number = repairs[0].length;
  if (repairs.length === 1) return number === 1 ? 'Change this clue' : `Change these ${number} clues together`;
  return number === 1 ? 'Change one of these clues' : `Change ${number} clues together, those of any line`;
}

/**
 * What is not said by the lines of a repair.
 * @param {Change[][]} repairs
 * @param {boolean} complete whether there are no others
 */
export function repairNote(repairs, complete) {
  const isChoice = repairs.some((changes) => changes.filter(({ instead }) => instead.length > 1).length > 1);
  const combined = isChoice ? ['Each value is part of a solution; a combination of them need not be.'] : [];
  return [...combined, ...(complete ? [] : ['There may be other repairs.'])].join(' ');
}

/**
 * The clues that can go, and a sentence about them.
 * @param {any} answer
 * @returns {[string, string[]]}
 */
export function spareClues({ clues, complete }) {
  const spare = clues.filter((/** @type {any} */ clue) => clue.needed === false).map((/** @type {any} */ { clue }) => clue);
  const stopped = complete ? '' : ' Stopped before all were tried.';
  if (spare.length > 0) return [`${spare.length} of ${several(clues.length, 'clue')} can go, each alone.${stopped}`, spare];
  return [complete ? `All ${clues.length} clues are needed.` : `No clue was found that can go.${stopped}`, spare];
}

/**
 * What went wrong, in a sentence.
 * @param {unknown} error
 */
export const failure = (error) => sentence(error instanceof Error ? error.message : String(error));

/**
 * What `rate` found about a puzzle with a solution.
 * @param {any} answer
 */
export function rateMessage({ solved, rating, word, step, largest }) {
  if (!solved) return 'Only a puzzle with exactly one solution has a difficulty; this one has more.';
  if (step === null) return 'Every cell is filled: nothing is difficult.';
  const hardest = step === 'rules' ? `takes ${several(largest, 'rule')}${largest === 1 ? '' : ' at once'}` : `is a ${step}`;
  return `Difficulty ${rating} (${word}); the hardest step ${hardest}.`;
}

/**
 * Why there is no further step.
 * @param {any} answer of `hint` or `explain`
 */
export function noStep(answer) {
  if (answer.solved) return 'Everything is settled: there is no further step.';
  if (answer.conflict) return `No solution: ${noSolution(answer)}`;
  return answer.stopped ? 'Stopped before a step was found.' : 'No further step was found.';
}

/**
 * With a capital letter, unless a cell's name comes first, and a full stop.
 * @param {string} text
 */
export function sentence(text) {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  const begin = /^r\d+c\d+/.test(trimmed) ? trimmed[0] : trimmed[0].toUpperCase();
  return begin + trimmed.slice(1) + (/[.!?…]$/.test(trimmed) ? '' : '.');
}
