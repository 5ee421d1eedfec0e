// <sator-board>: the picture of any puzzle. The engine draws the ground (lines, cages, marks); this
// component draws what is in the cells, and makes every cell reachable by pointer, keys and screen readers.

import { MOST_CELLS, cellOf, nameOf } from './cells.js';
import { svg } from './dom.js';
import { importPicture } from './picture.js';

/**
 * The picture of a puzzle as `render --json` describes it.
 * @typedef {object} Picture
 * @property {string} title
 * @property {number} rows
 * @property {number} columns
 * @property {[number, number, number, number]} view_box
 * @property {{ cell: string, row: number, column: number, x: number, y: number, size: number }[]} cells
 * @property {string[]} [notes]
 * @property {string} ground
 * @property {Record<string, string>} [pieces] drawings of what is no text, such as queens and mines
 *
 * What a cell shows.
 * @typedef {object} Content
 * @property {string} label for screen readers
 * @property {string} [text]
 * @property {string} [piece]
 * @property {boolean} [wide] whether all texts are as small as two digits
 * @property {boolean} [low] whether the total of a cage needs the room above the text
 * @property {string} [role] given, entry, found: how the text looks
 * @property {string[]} [corner]
 * @property {string[]} [centre]
 * @property {string[]} [candidates]
 * @property {{ places: number, at: number[], struck?: number[], undecided?: number[] }} [grid] small candidates at fixed places
 * @property {{ text: string, tone: string, strength: number, hue?: number }} [odds]
 *
 * @typedef {object} View
 * @property {boolean} isLarge whether `contents` has only what can be seen
 * @property {Record<string, Content>} contents
 * @property {(cell: string) => Content} contentOf
 * @property {Record<string, string>} tones classes of cells that stand out, by cell
 * @property {Set<string>} selection
 * @property {string} cursor
 * @property {string[]} path cells of a line being drawn
 * @property {number[][] | null} regions whose borders the picture does not have
 *
 * A place on the board, in cells: the first cell reaches from 0 to 1.
 * @typedef {{ row: number, column: number }} Place
 *
 * @typedef {object} Handler
 * @property {(cell: string, event: PointerEvent) => void} down
 * @property {(cell: string) => void} move
 * @property {() => void} up
 * @property {(cell: string, steps: number) => boolean} wheel
 * @property {(cell: string) => void} twice
 */

/** Cells with fewer pixels are not rounded down to whole pixels: the board would shrink too much. */
const FINE_CELL = 18;

/** The most cells of a large board that are drawn: more take seconds. */
const MOST_DRAWN = 20_000;

/** On a narrow window, a board with smaller cells scrolls in its box: fingers need the room. */
const SMALLEST_CELL = 24;

/** On a narrow window the page scrolls, and a board may be nearly as tall as the window. */
const TALLEST = 0.82;

/** A drag touches a cell when it comes so near its middle, in cells: a diagonal one leaves out the cells beside it. */
const NEAR_MIDDLE = 0.46;

/** The distance of the places at which a drag is looked at, in cells. A quick drag has few events. */
const DRAG_STEP = 0.1;

/** Corners first, then the sides, then the middle: the order in which corner marks are placed. */
const CORNERS = [
  [0.17, 0.25],
  [0.83, 0.25],
  [0.17, 0.86],
  [0.83, 0.86],
  [0.5, 0.25],
  [0.5, 0.86],
  [0.17, 0.56],
  [0.83, 0.56],
  [0.5, 0.56],
];

export class Board extends HTMLElement {
  constructor() {
    super();
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Handler | null} */
    this.handler = null;
    /** The pieces of the picture, copied into cells.
     * @type {Record<string, Node[]>} */
    this.pieces = {};
    /** @type {Map<string, { group: SVGGElement, inner: SVGGElement, content: Content | null, drawn: string, tone: string }>} */
    this.cells = new Map();
    /** @type {Map<number, SVGGElement>} */
    this.lines = new Map();
    /** How many cells are not drawn, because they are too many. */
    this.undrawn = 0;
    this.ground = svg('g', { class: 'ground', 'aria-hidden': 'true' });
    this.rows = svg('g', { role: 'presentation' });
    this.path = svg('polyline', { class: 'path', 'aria-hidden': 'true' });
    this.borders = svg('path', { class: 'thick', 'aria-hidden': 'true' });
    this.root = svg('svg', { class: 'board', role: 'grid', 'aria-multiselectable': 'true' }, this.ground, this.rows, this.borders, this.path);
    /** The place of a drag, and the last cell that it touched.
     * @type {{ place: Place, cell: string } | null} */
    this.dragged = null;
    /** Whether the board is larger than its box. */
    this.scrolls = false;
    /** A finger that went down on a board that scrolls: a tap, unless the board moves.
     * @type {{ cell: string, event: PointerEvent } | null} */
    this.touched = null;
  }

  connectedCallback() {
    this.append(this.root);
    this.root.addEventListener('pointerdown', (event) => this.pointerDown(event));
    this.root.addEventListener('pointermove', (event) => this.pointerMove(event));
    this.root.addEventListener('pointerup', () => this.pointerUp());
    this.root.addEventListener('pointercancel', () => {
      this.touched = null;
      this.pointerUp();
    });
    this.root.addEventListener('contextmenu', (event) => event.preventDefault());
    this.root.addEventListener('dblclick', (event) => this.at(event, (cell) => this.handler?.twice(cell)));
    this.root.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.fit()).observe(this);
  }

  /** Makes the board as large as its place allows, with whole pixels for each cell, so that all lines look alike. */
  fit() {
    if (!this.picture) return;
    const [, , width, height] = this.picture.view_box;
    const isNarrow = getComputedStyle(this).getPropertyValue('--scrolls').trim() === '1';
    const room = isNarrow ? innerHeight * TALLEST : this.clientHeight;
    const { pitch } = this;
    const whole = Math.min(this.clientWidth / width, room / height);
    this.scrolls = isNarrow && whole * pitch < SMALLEST_CELL;
    this.classList.toggle('scrolls', this.scrolls);
    this.style.maxHeight = this.scrolls ? `${room}px` : '';
    const largest = this.scrolls ? SMALLEST_CELL / pitch : whole;
    const scale = largest * pitch < FINE_CELL ? largest : Math.floor(largest * pitch) / pitch;
    this.root.style.width = `${width * scale}px`;
    this.root.style.height = `${height * scale}px`;
  }

  /** The distance between neighbouring cells, in units of the picture. */
  get pitch() {
    const first = this.picture?.cells[0];
    const second = this.picture?.cells.find((cell) => cell.column !== first?.column);
    if (!first) return 1;
    return second ? (second.x - first.x) / (second.column - first.column) : first.size;
  }

  /**
   * Shows another puzzle. Cells that stay in place are kept, and with them the focus.
   * @param {Picture} picture
   */
  show(picture) {
    const same = this.picture?.rows === picture.rows && this.picture?.columns === picture.columns && this.cells.size > 0;
    const moved = !same || this.picture?.cells[0]?.x !== picture.cells[0]?.x || this.picture?.cells[0]?.y !== picture.cells[0]?.y;
    this.picture = picture;
    this.importPieces(picture.pieces ?? {});
    this.root.setAttribute('viewBox', picture.view_box.join(' '));
    this.root.setAttribute('aria-label', picture.title);
    this.root.setAttribute('aria-rowcount', String(picture.rows));
    this.root.setAttribute('aria-colcount', String(picture.columns));
    this.ground.replaceChildren(...importPicture(picture.ground));
    if (moved) this.layOut(picture);
    this.fit();
  }

  /** Empties the board while the picture of another puzzle is drawn. */
  clear() {
    this.picture = null;
    this.cells.clear();
    this.ground.replaceChildren();
    this.rows.replaceChildren();
  }

  /**
   * @param {Record<string, string>} pieces
   */
  importPieces(pieces) {
    const known = Object.keys(this.pieces).join();
    this.pieces = Object.fromEntries(
      Object.entries(pieces).map(([name, text]) => [name, importPicture(`<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`)]),
    );
    // Cells that were drawn without these pieces are drawn again.
    if (Object.keys(this.pieces).join() !== known) this.forgetContents();
  }

  /** All cells are drawn again. */
  forgetContents() {
    for (const cell of this.cells.values()) Object.assign(cell, { content: null, drawn: '' });
  }

  /** Whether the board is too large for an element in every cell. */
  get isLarge() {
    return (this.picture?.cells.length ?? 0) > MOST_CELLS;
  }

  /**
   * @param {Picture} picture
   */
  layOut(picture) {
    this.cells.clear();
    this.lines.clear();
    this.rows.replaceChildren();
    if (!this.isLarge) for (const { cell } of picture.cells) this.elementsOf(cell);
  }

  /**
   * The elements of a cell, which are made when they are needed.
   * @param {string} name
   */
  elementsOf(name) {
    const known = this.cells.get(name);
    if (known) return known;
    const [row, column] = cellOf(name);
    const size = this.picture?.cells[0]?.size ?? 40;
    const [x, y] = this.corner(row, column);
    const inner = svg('g', { class: 'content', 'aria-hidden': 'true' });
    const group = svg(
      'g',
      {
        role: 'gridcell',
        class: 'place',
        tabindex: -1,
        'data-cell': name,
        'aria-colindex': column + 1,
        transform: `translate(${x} ${y}) scale(${size / 40})`,
      },
      svg('rect', { class: 'shade', width: 40, height: 40 }),
      inner,
      svg('rect', { class: 'frame', x: 1.5, y: 1.5, width: 37, height: 37, rx: 2 }),
    );
    this.lineOf(row).append(group);
    const made = { group, inner, content: null, drawn: '', tone: '' };
    this.cells.set(name, made);
    return made;
  }

  /**
   * The element of a row.
   * @param {number} row
   */
  lineOf(row) {
    const known = this.lines.get(row);
    if (known) return known;
    const made = svg('g', { role: 'row', 'aria-rowindex': row + 1 });
    this.lines.set(row, made);
    this.rows.append(made);
    return made;
  }

  /**
   * The cells that have elements: all, or on a large board those that show something.
   * @param {View} view
   * @returns {Iterable<string>}
   */
  shown({ isLarge, contents, tones, selection, cursor }) {
    const names = isLarge ? new Set([cursor, ...Object.keys(contents), ...Object.keys(tones), ...selection]) : this.cells.keys();
    this.undrawn = names instanceof Set && names.size > MOST_DRAWN ? names.size : 0;
    // The picture of another size may not have arrived yet.
    if (isLarge !== this.isLarge) return this.cells.keys();
    return this.undrawn ? [cursor] : names;
  }

  /**
   * Removes the elements of all other cells.
   * @param {Set<string>} shown
   */
  keepOnly(shown) {
    for (const [name, { group }] of this.cells) {
      if (shown.has(name)) continue;
      group.remove();
      this.cells.delete(name);
    }
    for (const [row, line] of this.lines) {
      if (line.hasChildNodes()) continue;
      line.remove();
      this.lines.delete(row);
    }
  }

  /** What the board does not show, in words. */
  get remark() {
    const number = (/** @type {number} */ count) => count.toLocaleString('en');
    return this.undrawn > 0
      ? `${number(this.undrawn)} squares have contents, which are not drawn: the page draws at most ${number(MOST_DRAWN)}.`
      : '';
  }

  /**
   * @param {View} view
   */
  draw(view) {
    const shown = new Set(this.shown(view));
    if (this.isLarge) this.keepOnly(shown);
    for (const name of shown) {
      const cell = this.elementsOf(name);
      const content = view.contents[name] ?? view.contentOf(name);
      // Most contents are those of the last time; a text tells whether others differ.
      const drawn = content === cell.content ? cell.drawn : JSON.stringify(content);
      cell.content = content;
      if (drawn !== cell.drawn) {
        cell.drawn = drawn;
        cell.group.setAttribute('aria-label', content.label);
        cell.inner.replaceChildren(...contentsOf(content, this.pieces));
      }
      const selected = view.selection.has(name);
      const tones =
        [view.tones[name] ?? '', selected ? 'selected' : '', name === view.cursor ? 'cursor' : ''].join(' ').match(/\S+/g) ?? [];
      // The engine's style has classes of the same names, for whole shapes.
      const tone = ['place', ...tones.map((one) => `is-${one}`)].join(' ');
      if (tone !== cell.tone) {
        cell.tone = tone;
        cell.group.setAttribute('class', tone);
        cell.group.setAttribute('aria-selected', String(selected));
        cell.group.setAttribute('tabindex', name === view.cursor ? '0' : '-1');
      }
    }
    this.root.classList.toggle('is-draft', view.regions !== null);
    this.borders.setAttribute('d', view.regions ? this.bordersOf(view.regions) : '');
    this.path.setAttribute('points', view.path.length > 1 ? view.path.map((name) => this.middle(name).join(',')).join(' ') : '');
  }

  /**
   * The lines around regions, as the data of a path.
   * @param {number[][]} regions
   */
  bordersOf(regions) {
    const { pitch } = this;
    const [left, top] = this.corner(0, 0);
    const side = regions.length * pitch;
    const lines = regions
      .flatMap((line, row) =>
        line.map((region, column) => {
          const [x, y] = this.corner(row, column);
          const above = row > 0 && regions[row - 1][column] !== region;
          const before = column > 0 && line[column - 1] !== region;
          return (above ? `M${x} ${y}h${pitch}` : '') + (before ? `M${x} ${y}v${pitch}` : '');
        }),
      )
      .join('');
    return `M${left} ${top}h${side}v${side}h${-side}z${lines}`;
  }

  /**
   * @param {string} name
   */
  focusCell(name) {
    this.cells.get(name)?.group.focus({ preventScroll: true });
    if (this.scrolls) this.reveal(name);
  }

  /**
   * Scrolls the board in its box until a cell is in sight.
   * @param {string} name
   */
  reveal(name) {
    const cell = this.cells.get(name)?.group.getBoundingClientRect();
    if (!cell) return;
    const box = this.getBoundingClientRect();
    this.scrollBy({
      left: Math.min(0, cell.left - box.left) || Math.max(0, cell.right - box.left - this.clientWidth),
      top: Math.min(0, cell.top - box.top) || Math.max(0, cell.bottom - box.top - this.clientHeight),
    });
  }

  /** Whether a cell has the focus. */
  get focused() {
    return this.root.contains(document.activeElement);
  }

  /**
   * The upper left corner of a cell, in units of the picture.
   * @param {number} row from 0
   * @param {number} column from 0
   */
  corner(row, column) {
    const first = this.picture?.cells[0] ?? { x: 0, y: 0, row: 1, column: 1 };
    const { pitch } = this;
    return [first.x + (column + 1 - first.column) * pitch, first.y + (row + 1 - first.row) * pitch];
  }

  /**
   * @param {string} name
   */
  middle(name) {
    const half = (this.picture?.cells[0]?.size ?? 0) / 2;
    return this.corner(...cellOf(name)).map((side) => side + half);
  }

  /**
   * The place on the board at a place of the screen.
   * @param {MouseEvent} event
   * @returns {Place | null}
   */
  placeOf(event) {
    const matrix = this.root.getScreenCTM();
    const first = this.picture?.cells[0];
    if (!matrix || !first) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const { pitch } = this;
    return { row: (point.y - first.y) / pitch + first.row - 1, column: (point.x - first.x) / pitch + first.column - 1 };
  }

  /**
   * The cell at a place, if there is one.
   * @param {Place} place
   */
  cellAt({ row, column }) {
    const { rows = 0, columns = 0 } = this.picture ?? {};
    return row >= 0 && column >= 0 && row < rows && column < columns ? nameOf(Math.floor(row), Math.floor(column)) : null;
  }

  /**
   * Calls back with the cell at a place of the screen, if there is one.
   * @param {MouseEvent} event
   * @param {(cell: string) => void} then
   */
  at(event, then) {
    const place = this.placeOf(event);
    const cell = place && this.cellAt(place);
    if (cell) then(cell);
  }

  /**
   * @param {PointerEvent} event
   */
  pointerDown(event) {
    this.at(event, (cell) => {
      if (this.scrolls && event.pointerType === 'touch') {
        this.touched = { cell, event };
        return;
      }
      event.preventDefault();
      this.root.setPointerCapture(event.pointerId);
      this.dragged = { place: this.placeOf(event) ?? { row: 0, column: 0 }, cell };
      this.handler?.down(cell, event);
    });
  }

  /**
   * @param {PointerEvent} event
   */
  pointerMove(event) {
    if (!this.dragged) return;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const one of events.length > 0 ? events : [event]) {
      const place = this.placeOf(one);
      if (place) this.dragTo(place);
    }
  }

  /**
   * Touches the cells between the last place of a drag and this one.
   * @param {Place} to
   */
  dragTo(to) {
    if (!this.dragged) return;
    const from = this.dragged.place;
    this.dragged.place = to;
    const steps = Math.ceil(Math.hypot(to.row - from.row, to.column - from.column) / DRAG_STEP);
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps;
      const place = { row: from.row + (to.row - from.row) * share, column: from.column + (to.column - from.column) * share };
      const cell = this.cellAt(place);
      if (!cell || cell === this.dragged.cell || !isNearMiddle(place)) continue;
      this.dragged.cell = cell;
      this.handler?.move(cell);
    }
  }

  pointerUp() {
    const { touched } = this;
    this.touched = null;
    if (touched) {
      this.handler?.down(touched.cell, touched.event);
      this.handler?.up();
    }
    if (!this.dragged) return;
    this.dragged = null;
    this.handler?.up();
  }

  /**
   * @param {WheelEvent} event
   */
  wheel(event) {
    // Sideways the wheel scrolls, and with Ctrl it zooms.
    if (event.deltaY === 0 || event.ctrlKey) return;
    this.at(event, (cell) => {
      if (this.handler?.wheel(cell, event.deltaY < 0 ? 1 : -1)) event.preventDefault();
    });
  }
}

/**
 * @param {Place} place
 */
const isNearMiddle = ({ row, column }) => Math.hypot((row % 1) - 0.5, (column % 1) - 0.5) < NEAR_MIDDLE;

/**
 * @param {Content} content
 * @param {Record<string, Node[]>} pieces
 * @returns {SVGElement[]}
 */
function contentsOf(content, pieces) {
  const parts = [];
  if (content.odds) parts.push(...oddsOf(content.odds));
  if (content.piece) parts.push(svg('g', { class: `piece piece-${content.piece} ${content.role ?? ''}` }, ...copies(pieces[content.piece])));
  if (content.text) parts.push(valueOf(content));
  if (content.grid) parts.push(...smallOf(content));
  content.corner?.forEach((mark, index) => {
    const [x, y] = CORNERS[index % CORNERS.length];
    // Below the total, there is room for three lines of smaller marks.
    const [height, size] = content.low ? [19 + (y - 0.25) * 23, 9] : [y * 40 - 3, 10.5];
    parts.push(text(x * 40, height, mark, 'mark', mark.length > 1 ? 8.5 : size));
  });
  const centre = content.centre?.join('') ?? '';
  if (centre) parts.push(text(20, 20, centre, 'mark', Math.min(11.5, 62 / centre.length)));
  return parts;
}

/**
 * @param {Content} content
 */
function valueOf({ text: words = '', role = '', low, wide }) {
  const size = [0, wide ? 20 : 25, 20, 15, 12][Math.min(words.length, 4)];
  return low ? text(21, 23, words, `value ${role}`, size * 0.84) : text(20, 20, words, `value ${role}`, size);
}

/**
 * Candidates in a small square of three, four or five a side.
 * @param {Content} content
 */
function smallOf({ grid, candidates = [], low }) {
  if (!grid) return [];
  const side = Math.ceil(Math.sqrt(grid.places));
  const top = low ? 13 : 2;
  const pitch = 36 / side;
  const height = (38 - top) / side;
  const size = Math.min(pitch * 0.82, height * 1.1);
  return grid.at.map((place, index) => {
    const x = 2 + pitch * ((place % side) + 0.5);
    const y = top + height * (Math.floor(place / side) + 0.5);
    const look = grid.struck?.includes(place) ? 'mark struck' : grid.undecided?.includes(place) ? 'mark undecided' : 'mark';
    return text(x, y, candidates[index], look, size);
  });
}

/**
 * @param {{ text: string, tone: string, strength: number, hue?: number }} odds
 */
function oddsOf({ text: words, tone, strength, hue }) {
  const fill = hue === undefined ? undefined : `hsl(${hue.toFixed(0)} 70% 50%)`;
  return [
    svg('rect', { class: `odds odds-${tone}`, width: 40, height: 40, 'fill-opacity': strength.toFixed(2), fill }),
    text(20, 20, words, `odds-text odds-${tone}`, words.length > 2 ? 14 : 17),
  ];
}

/**
 * @param {Node[]} [nodes]
 */
function copies(nodes = []) {
  return nodes.map((node) => node.cloneNode(true));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} className
 * @param {number} size
 */
function text(x, y, words, className, size) {
  // Capital letters and digits reach 0.72 of the font size above their base line.
  return svg('text', { class: className, x, y: (y + size * 0.36).toFixed(1), 'font-size': size }, words);
}

customElements.define('sator-board', Board);
