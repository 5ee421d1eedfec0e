// Broken rules, marked while a person types: after each change, clues and entries together are checked.

import { MOST_CELLS, cellsIn } from './cells.js';
import { brokenRule } from './words.js';

/** Changes within this time are checked once. In milliseconds. */
const DEBOUNCE_MS = 100;

/**
 * Checks every change of the board. What was opened is shown as it is.
 * @param {import('./app.js').App} app
 */
export function checkChanges(app) {
  let checking = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {import('./document.js').State | null} */
  let opened = null;
  const stop = () => {
    clearTimeout(timer);
    checking.abort();
  };

  const check = async () => {
    const { kind, document } = app;
    const { puzzle, entries } = document;
    if (app.job || app.draft || app.play?.holdsBoard) return;
    checking = new AbortController();
    const request = { puzzle: kind.id, input: kind.text(puzzle), options: { partial: true }, solution: kind.progress(puzzle, entries) };
    try {
      const answer = await app.client.ask('check', request, checking.signal);
      if (answer.correct !== false || app.job) return;
      app.setOverlay({ highlights: { conflict: cellsIn(answer.reason) } });
      app.status.say(brokenRule(answer), 'bad');
    } catch {
      // A board that the engine cannot check is not marked; questions say why.
    }
  };

  const changed = () => {
    stop();
    const { rows, columns } = app.kind.size(app.document.puzzle);
    if (app.document.state === opened || rows * columns > MOST_CELLS) return;
    opened = null;
    timer = setTimeout(() => void check(), DEBOUNCE_MS);
  };
  app.addEventListener('kind', () => (opened = app.document.state));
  app.addEventListener('puzzle', changed);
  app.addEventListener('entries', changed);
  app.addEventListener('ask', stop);
}
