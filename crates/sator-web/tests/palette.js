// Makes screenshots small: PNG files with at most 256 colours.

import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * A screenshot of Chromium with a palette of its most frequent colours; each rare colour becomes the
 * nearest of them.
 * @param {Buffer} png 8 bits a channel, without interlacing
 */
export function withPalette(png) {
  const { width, height, pixels } = decoded(png);
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 256).map(([colour]) => colour);
  const places = new Map(palette.map((colour, index) => [colour, index]));
  for (const colour of counts.keys()) if (!places.has(colour)) places.set(colour, nearest(palette, colour));
  const rows = Buffer.alloc((width + 1) * height);
  pixels.forEach((colour, index) => {
    const row = Math.floor(index / width);
    rows[row * (width + 1) + 1 + (index % width)] = places.get(colour) ?? 0;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits for each pixel, which are an index of the palette.
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * The size of a picture, and its colours row by row, as 0xRRGGBB.
 * @param {Buffer} png
 */
function decoded(png) {
  const parts = chunksOf(png);
  const head = parts.find(([name]) => name === 'IHDR')?.[1];
  if (!head || head[8] !== 8 || head[12] !== 0) throw new Error('expected 8 bits a channel, without interlacing');
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = head[9] === 6 ? 4 : 3;
  const bytes = inflateSync(Buffer.concat(parts.filter(([name]) => name === 'IDAT').map(([, data]) => data)));
  const stride = width * channels;
  const pixels = new Uint32Array(width * height);
  let above = Buffer.alloc(stride);
  for (let row = 0; row < height; row += 1) {
    const start = row * (stride + 1);
    const line = bytes.subarray(start + 1, start + 1 + stride);
    unfilter(bytes[start] ?? 0, line, above, channels);
    for (let column = 0; column < width; column += 1) {
      pixels[row * width + column] = line.readUIntBE(column * channels, 3);
    }
    above = line;
  }
  return { width, height, pixels };
}

/**
 * @param {Buffer} png
 * @returns {[string, Buffer][]}
 */
function chunksOf(png) {
  /** @type {[string, Buffer][]} */
  const found = [];
  for (let place = SIGNATURE.length; place < png.length; ) {
    const length = png.readUInt32BE(place);
    found.push([png.toString('latin1', place + 4, place + 8), png.subarray(place + 8, place + 8 + length)]);
    place += length + 12;
  }
  return found;
}

/**
 * Undoes a filter of the PNG format in place.
 * @param {number} filter
 * @param {Buffer} line
 * @param {Buffer} above
 * @param {number} channels
 */
function unfilter(filter, line, above, channels) {
  for (let index = 0; index < line.length; index += 1) {
    const left = line[index - channels] ?? 0;
    const up = above[index] ?? 0;
    const corner = above[index - channels] ?? 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    line[index] = ((line[index] ?? 0) + guess) & 255;
  }
}

/**
 * The predictor of Paeth, as the PNG format defines it.
 * @param {number} left
 * @param {number} up
 * @param {number} corner
 */
function paeth(left, up, corner) {
  const estimate = left + up - corner;
  const distances = [left, up, corner].map((one) => Math.abs(estimate - one));
  const least = Math.min(...distances);
  return [left, up, corner][distances.indexOf(least)] ?? 0;
}

/**
 * The index of the colour that is nearest to another.
 * @param {number[]} palette
 * @param {number} colour
 */
function nearest(palette, colour) {
  const distance = (/** @type {number} */ other) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((colour >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
  let best = 0;
  palette.forEach((other, index) => {
    if (distance(other) < distance(palette[best] ?? 0)) best = index;
  });
  return best;
}

/**
 * @param {string} name
 * @param {Buffer} data
 */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
