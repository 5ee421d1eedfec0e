// Scales of charts: from figures to places, and the figures to write on an axis.

/**
 * @typedef {object} Scale
 * @property {boolean} logarithmic
 * @property {(figure: number) => number} place from 0 to 1
 * @property {number[]} ticks
 */

/** Figures further apart than this share no linear scale on which both can be read. */
const WIDE = 30;

/**
 * A scale for figures: from 0 where they are close together, else by powers of ten.
 * @param {number[]} figures
 * @returns {Scale}
 */
export function scaleOf(figures) {
  const positive = figures.filter((figure) => figure > 0);
  const most = Math.max(...positive, Number.MIN_VALUE);
  const least = Math.min(...positive, most);
  if (positive.length === 0) return { logarithmic: false, place: () => 0, ticks: [0] };
  return most / least > WIDE ? byPowers(least, most) : fromZero(most);
}

/**
 * @param {number} least
 * @param {number} most
 * @returns {Scale}
 */
function byPowers(least, most) {
  // The smallest figure still gets a bar.
  const first = Math.floor(Math.log10(least * 0.8));
  const last = Math.max(first + 1, Math.log10(most));
  const step = Math.ceil((last - first) / 5);
  const ticks = [];
  for (let power = first; power <= last; power += step) ticks.push(10 ** power);
  return {
    logarithmic: true,
    place: (figure) => (figure <= 0 ? 0 : Math.max(0, (Math.log10(figure) - first) / (last - first))),
    ticks,
  };
}

/**
 * @param {number} most
 * @returns {Scale}
 */
function fromZero(most) {
  const step = roundStep(most / 4);
  const end = Math.max(most, step);
  const ticks = [];
  for (let index = 0; index * step <= end * 1.001; index += 1) ticks.push(index * step);
  return { logarithmic: false, place: (figure) => figure / end, ticks };
}

/**
 * The next step of 1, 2 or 5 times a power of ten.
 * @param {number} rough
 */
export function roundStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough * 0.999) ?? 10;
  return factor * power;
}
