// Results of runs: a table, bars for one puzzle, lines over N for queens.

import { button, download, element, pointed, select } from '../dom.js';
import { grouped } from '../words.js';
import { barChart, lineChart, signOf } from './charts.js';
import { FIGURES, agreementWords, countWords, csvOf, encodingWords, statusWords, takesClauses, timeWords, wayOf } from './runs.js';
import { scaleOf } from './scale.js';

/** @typedef {import('./runs.js').Run} Run
 *  @typedef {import('./charts.js').Line} Line */

/**
 * The results of one puzzle: bars of a figure that can be chosen, and the table.
 * @param {Run[]} runs
 * @param {string} verdict
 */
export function puzzleResults(runs, verdict) {
  const chart = element('div', {});
  const figure = select(
    FIGURES.map(({ id, title }) => [id, title]),
    { 'aria-label': 'Figure of the chart' },
  );
  const note = element('span', { class: 'note' });
  const draw = () => {
    const { made, logarithmic } = bars(runs, figure.value);
    chart.replaceChildren(made);
    note.textContent = logarithmic ? 'on a logarithmic scale' : '';
  };
  figure.addEventListener('change', draw);
  draw();
  return element(
    'div',
    { class: 'results' },
    element('p', { class: 'verdict' }, verdict),
    element('div', { class: 'row' }, figure, note),
    chart,
    tableOf(runs),
    saveButton(runs),
  );
}

/**
 * @param {Run[]} runs
 * @param {string} id
 */
function bars(runs, id) {
  const figure = FIGURES.find((other) => other.id === id) ?? FIGURES[0];
  if (!figure) throw new Error('there is no figure to draw');
  const backends = [...new Set(runs.map((run) => run.backend))];
  // A solver without clauses has no figures about them.
  const shown = runs.filter((run) => figure.id === 'seconds' || takesClauses(run));
  const list = shown.map((run) => {
    const value = run[figure.id] ?? 0;
    const isBound = figure.id === 'seconds' && run.at_least;
    return {
      label: wayOf(run),
      figure: value,
      text: `${isBound ? '> ' : ''}${figure.words(value)}`,
      atLeast: isBound,
      series: backends.indexOf(run.backend),
    };
  });
  const title = `${figure.title}: ${list.map((bar) => `${bar.label} ${bar.text}`).join('; ')}`;
  return { made: barChart(title, list, figure.axis), logarithmic: scaleOf(list.map((bar) => bar.figure)).logarithmic };
}

/**
 * The results over N: clauses of each encoding, and times of each way to solve.
 * @param {Run[]} runs
 * @param {string} verdict
 */
export function rangeResults(runs, verdict) {
  const encoded = [...new Map(runs.filter(takesClauses).map((run) => [`${run.n} ${run.encoding}`, run])).values()];
  const clauses = linesOf(encoded, encodingWords, (run) => run.clauses ?? 0, grouped);
  // The time of a run that was stopped is no figure of its size.
  const times = linesOf(
    runs.filter((run) => !run.at_least && run.status !== 'unknown'),
    wayOf,
    (run) => run.seconds ?? 0,
    timeWords,
  );
  return element(
    'div',
    { class: 'results' },
    element('p', { class: 'verdict' }, verdict),
    clauses.length > 0 && plot('Clauses over N', clauses, countWords),
    times.length > 0 && plot('Time over N', times, timeWords),
    element('details', {}, element('summary', {}, 'All figures'), tableOf(runs, true)),
    saveButton(runs),
  );
}

/**
 * @param {Run[]} runs
 * @param {(run: Run) => string} label
 * @param {(run: Run) => number} figure
 * @param {(figure: number) => string} words
 * @returns {Line[]}
 */
function linesOf(runs, label, figure, words) {
  const labels = [...new Set(runs.map(label))];
  return labels.map((name, series) => ({
    label: name,
    series,
    points: runs.filter((run) => label(run) === name).map((run) => ({ x: run.n ?? 0, y: figure(run), text: words(figure(run)) })),
  }));
}

/**
 * A chart with its legend; a name that is pointed at brings its line to the front.
 * @param {string} title
 * @param {Line[]} lines
 * @param {(figure: number) => string} format
 */
function plot(title, lines, format) {
  const chart = lineChart(`${title}: ${lines.map((line) => line.label).join('; ')}. The figures are in the table below.`, lines, format);
  const stress = (/** @type {number | null} */ series) => {
    chart.classList.toggle('stressed', series !== null);
    for (const group of chart.querySelectorAll('[data-series]'))
      group.classList.toggle('front', group.getAttribute('data-series') === String(series));
  };
  const legend = element(
    'ul',
    { class: 'legend' },
    ...lines.map(({ label, series }) =>
      element('li', { tabindex: 0, ...pointed(() => stress(series), () => stress(null)) }, signOf(series), label),
    ),
  );
  return element('figure', {}, element('figcaption', {}, title), chart, legend);
}

/**
 * @param {Run[]} runs
 * @param {boolean} [overN]
 */
function tableOf(runs, overN = false) {
  const heads = [...(overN ? ['N'] : []), 'Solver', 'Result', 'Variables', 'Clauses', 'Conflicts', 'Time'];
  const count = (/** @type {Run} */ run, /** @type {number | null} */ figure) =>
    takesClauses(run) && figure !== null ? grouped(figure) : '–';
  const two = (/** @type {string} */ above, /** @type {string} */ below) => [above, element('small', {}, below)];
  const rows = runs.map((run) => [
    ...(overN ? [[String(run.n)]] : []),
    two(run.backend, encodingWords(run)),
    two(statusWords(run), agreementWords(run)),
    [count(run, run.variables)],
    [count(run, run.clauses)],
    [count(run, run.conflicts)],
    [run.seconds === null ? '–' : `${run.at_least ? '> ' : ''}${timeWords(run.seconds)}`],
  ]);
  const isFigure = (/** @type {number} */ column) => column >= heads.length - 4 || heads[column] === 'N';
  return element(
    'div',
    { class: 'wide-table', tabindex: 0, role: 'region', 'aria-label': 'Figures of all runs' },
    element(
      'table',
      { class: 'runs' },
      element(
        'thead',
        {},
        element('tr', {}, ...heads.map((head, column) => element('th', { scope: 'col', class: isFigure(column) && 'figure' }, head))),
      ),
      element(
        'tbody',
        {},
        ...rows.map((row) =>
          element('tr', {}, ...row.map((content, column) => element('td', { class: isFigure(column) && 'figure' }, ...content))),
        ),
      ),
    ),
  );
}

/**
 * @param {Run[]} runs
 */
function saveButton(runs) {
  return element(
    'div',
    { class: 'row' },
    button('Save as CSV', () => download('sator-bench.csv', new Blob([csvOf(runs)], { type: 'text/csv' }))),
  );
}
