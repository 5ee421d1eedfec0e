// Charts as SVG: bars for single figures, lines over N. Every series has a mark and a dash of its own
// besides its colour, and every bar its figure in words.

import { svg } from '../dom.js';
import { roundStep, scaleOf } from './scale.js';

/**
 * @typedef {object} Bar
 * @property {string} label
 * @property {number} figure
 * @property {string} text the figure for people
 * @property {boolean} [atLeast] the run was stopped: the figure is larger
 * @property {number} series the number of its colour, from 0
 *
 * @typedef {object} Point
 * @property {number} x
 * @property {number} y
 * @property {string} text
 *
 * @typedef {object} Line
 * @property {string} label
 * @property {number} series the number of its colour and mark, from 0
 * @property {Point[]} points
 */

/** Colours and marks that differ; further series use them again, with dashes. */
const STYLES = 8;

const WIDTH = 360;

/**
 * Horizontal bars, one below the other, each with its label above it.
 * @param {string} title for screen readers
 * @param {Bar[]} bars
 * @param {(figure: number) => string} format of the axis
 */
export function barChart(title, bars, format) {
  const scale = scaleOf(bars.map((bar) => bar.figure));
  const [left, right, pitch] = [2, 74, 32];
  const length = WIDTH - left - right;
  const bottom = bars.length * pitch + 4;
  const at = (/** @type {number} */ figure) => left + length * scale.place(figure);
  return svg(
    'svg',
    { class: 'chart bars', viewBox: `0 0 ${WIDTH} ${bottom + 20}`, role: 'img', 'aria-label': title },
    ...scale.ticks.flatMap((tick) => [
      svg('line', { class: 'grid', x1: at(tick), x2: at(tick), y1: 0, y2: bottom }),
      svg(
        'text',
        { class: 'tick', x: at(tick), y: bottom + 14, 'text-anchor': tick === scale.ticks[0] ? 'start' : 'middle' },
        format(tick),
      ),
    ]),
    ...bars.flatMap((bar, index) => {
      const y = index * pitch;
      const end = Math.max(at(bar.figure), left + 2);
      return [
        svg('text', { class: 'label', x: left, y: y + 13 }, bar.label),
        svg(
          'rect',
          {
            class: `bar series-${bar.series % STYLES} ${bar.atLeast ? 'at-least' : ''}`,
            x: left,
            y: y + 17,
            width: (end - left).toFixed(1),
            height: 10,
            rx: 2,
          },
          svg('title', {}, `${bar.label}: ${bar.text}`),
        ),
        svg('text', { class: 'figure', x: (end + 5).toFixed(1), y: y + 26 }, bar.text),
      ];
    }),
  );
}

/** The place of the plot in a chart of lines. */
const FRAME = { left: 48, right: 10, top: 8, bottom: 186, height: 212 };

/**
 * Lines over N.
 * @param {string} title for screen readers
 * @param {Line[]} lines
 * @param {(figure: number) => string} format of the vertical axis
 */
export function lineChart(title, lines, format) {
  const points = lines.flatMap((line) => line.points);
  const scale = scaleOf(points.map((point) => point.y));
  const [first, last] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const { left, right, top, bottom, height } = FRAME;
  const across = (/** @type {number} */ x) =>
    last === first ? (left + WIDTH - right) / 2 : left + 6 + ((WIDTH - left - right - 12) * (x - first)) / (last - first);
  const up = (/** @type {number} */ y) => bottom - (bottom - top - 6) * scale.place(y);
  return svg(
    'svg',
    { class: 'chart lines', viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': title },
    ...scale.ticks.flatMap((tick) => [
      svg('line', { class: 'grid', x1: left, x2: WIDTH - right, y1: up(tick).toFixed(1), y2: up(tick).toFixed(1) }),
      svg('text', { class: 'tick', x: left - 6, y: (up(tick) + 4).toFixed(1), 'text-anchor': 'end' }, format(tick)),
    ]),
    svg('line', { class: 'axis', x1: left, x2: WIDTH - right, y1: bottom, y2: bottom }),
    ...ticksOfN(first, last).map((n) =>
      svg(
        'text',
        { class: 'tick', x: across(n).toFixed(1), y: bottom + 16, 'text-anchor': 'middle' },
        n === first ? `N = ${n}` : String(n),
      ),
    ),
    ...lines.map((line) => lineOf(line, across, up)),
  );
}

/**
 * The sizes to write below a chart: the first, and round ones.
 * @param {number} first
 * @param {number} last
 */
function ticksOfN(first, last) {
  if (first === last) return [first];
  const step = Math.max(1, roundStep((last - first) / 6));
  const round = [];
  for (let n = Math.ceil(first / step) * step; n <= last; n += step) round.push(n);
  // The label of the first one is longer.
  return [first, ...round.filter((n) => n - first >= step * 0.9)];
}

/**
 * @param {Line} line
 * @param {(x: number) => number} across
 * @param {(y: number) => number} up
 */
function lineOf({ label, series, points }, across, up) {
  const style = `series series-${series % STYLES} ${series >= STYLES ? 'again' : ''}`;
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${across(x).toFixed(1)} ${up(y).toFixed(1)}`).join('');
  // Many marks would hide the line.
  const every = Math.ceil(points.length / 12);
  return svg(
    'g',
    { class: style, 'data-series': series },
    svg('path', { class: 'trace', d: path }),
    ...points
      .filter((_, index) => index % every === 0 || index === points.length - 1)
      .map(({ x, y }) =>
        svg('path', { class: 'mark', d: markPath(series), transform: `translate(${across(x).toFixed(1)} ${up(y).toFixed(1)})` }),
      ),
    ...points.map(({ x, y, text }) =>
      svg(
        'circle',
        { class: 'target', cx: across(x).toFixed(1), cy: up(y).toFixed(1), r: 7 },
        svg('title', {}, `${label}, N = ${x}: ${text}`),
      ),
    ),
  );
}

/** Marks of about the same area around the origin. */
const MARKS = [
  'M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
  'M-2.8-2.8h5.6v5.6h-5.6z',
  'M0-3.8L3.6 2.6h-7.2z',
  'M0-4L4 0L0 4L-4 0z',
  'M-3.2-3.2L3.2 3.2M-3.2 3.2L3.2-3.2',
  'M0-4V4M-4 0H4',
  'M0 3.8L3.6-2.6h-7.2z',
  'M-3.6 0H3.6M-1.8-3.2L1.8 3.2M1.8-3.2L-1.8 3.2',
];

/**
 * @param {number} series
 */
const markPath = (series) => MARKS[series % STYLES] ?? '';

/**
 * The sign of a series, for a legend.
 * @param {number} series
 */
export function signOf(series) {
  const style = `series series-${series % STYLES} ${series >= STYLES ? 'again' : ''}`;
  return svg(
    'svg',
    { class: 'chart sign', viewBox: '0 0 26 12', 'aria-hidden': 'true' },
    svg(
      'g',
      { class: style },
      svg('path', { class: 'trace', d: 'M1 6H25' }),
      svg('path', { class: 'mark', d: markPath(series), transform: 'translate(13 6)' }),
    ),
  );
}
