// What the board shows: clues, entries, answers and overlays, put together for each cell.

import { MOST_CELLS, cellOf, nameOf } from './cells.js';
import { wrongRegions } from './kinds/sudoku.js';
import { percent } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('./board.js').Content} Content
 * @typedef {import('./document.js').Value} Value
 *
 * What is shown besides the puzzle and the entries.
 * @typedef {object} Overlay
 * @property {Record<string, Value>} answer
 * @property {'' | 'candidates' | 'odds'} analysis what is shown of all solutions, as soon as it is known
 * @property {Record<string, Value[]> | null} candidates
 * @property {Record<string, Value[]>} undecided values of which a stopped analysis does not know whether a solution has them
 * @property {Record<string, Value[]>} struck values that a step excludes
 * @property {any} odds the analysis of a minesweeper board
 * @property {'mine' | 'safe'} oddsOf which chance is shown
 * @property {Record<string, string[]>} highlights cells that stand out: subject, rule, clause, reason, conflict, wrong, spare
 */

/** @returns {Overlay} */
export const noOverlay = () => ({ answer: {}, ...noAnalysis(), struck: {}, oddsOf: 'mine', highlights: {} });

/** The part of an overlay that shows neither candidates nor odds.
 * @returns {Pick<Overlay, 'analysis' | 'candidates' | 'undecided' | 'odds'>} */
export const noAnalysis = () => ({ analysis: '', candidates: null, undecided: {}, odds: null });

/** Signs of cells that stand out, for those who do not see colours. */
const TONE_WORDS = /** @type {Record<string, string>} */ ({
  subject: 'this step decides it',
  rule: 'part of the rule',
  clause: 'part of the clause',
  reason: 'a reason',
  conflict: 'part of the contradiction',
  wrong: 'wrong',
  spare: 'this clue can go',
  surplus: 'its region has too many cells',
  lacking: 'its region has too few cells',
});

/**
 * @param {App} app
 * @returns {Pick<import('./board.js').View, 'isLarge' | 'contents' | 'contentOf' | 'tones' | 'regions'>}
 */
export function viewOf(app) {
  const { draft } = app;
  const lit = highlightsOf(app.overlay);
  const highlights = Object.keys(lit).length === 0 && draft ? incompleteOf(draft.regions) : lit;
  const { rows, columns } = app.kind.size(app.document.puzzle);
  const isLarge = rows * columns > MOST_CELLS;
  const contents = contentsOf(app, highlights, isLarge);
  return {
    isLarge,
    contents,
    contentOf: (name) => emptyContent(app, name, highlights[name]),
    tones: Object.keys(highlights).length > 0 ? highlights : sameOf(app),
    regions: draft?.regions ?? null,
  };
}

/** The contents that were drawn last, for each overlay: a move of the cursor leaves them as they are.
 * @type {WeakMap<Overlay, { state: import('./document.js').State, contents: Record<string, Content> }>} */
const drawn = new WeakMap();

/**
 * The contents of all cells, or on a large board of those that can be seen.
 * @param {App} app
 * @param {Record<string, string>} highlights
 * @param {boolean} isLarge
 */
function contentsOf(app, highlights, isLarge) {
  const { kind, document, overlay } = app;
  const { state } = document;
  const known = drawn.get(overlay);
  if (known?.state === state) return known.contents;
  const { rows, columns } = kind.size(document.puzzle);
  const odds = oddsByCell(overlay, document.puzzle);
  /** @type {Record<string, Content>} */
  const contents = {};
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const name = nameOf(row, column);
      const content = contentOf(app, name, [row, column], highlights[name], odds[name]);
      if (!isLarge || isVisible(content)) contents[name] = content;
    }
  }
  drawn.set(overlay, { state, contents });
  return contents;
}

/**
 * The label of a cell that shows nothing. A board that became smaller has cells until its picture arrives.
 * @param {App} app
 * @param {string} name
 * @param {string | undefined} tone
 */
function emptyContent(app, name, tone) {
  const { rows, columns } = app.kind.size(app.document.puzzle);
  const [row, column] = cellOf(name);
  return row < rows && column < columns ? contentOf(app, name, [row, column], tone, undefined) : { label: name };
}

/**
 * @param {Content} content
 */
const isVisible = ({ text, piece, odds, grid, corner, centre }) => Boolean(text || piece || odds || grid || corner || centre);

/**
 * @param {App} app
 * @param {string} name
 * @param {import('./cells.js').Cell} cell
 * @param {string | undefined} tone
 * @param {any} odds
 * @returns {Content}
 */
function contentOf({ kind, document, overlay }, name, cell, tone, odds) {
  const { puzzle, entries } = document;
  const given = kind.given(puzzle, cell);
  const own = entries.values[name] ?? null;
  const found = overlay.answer[name] ?? null;
  const value = given ?? found ?? own;
  const words = [name];
  /** @type {Content} */
  const content = { label: '', ...(hasTotals(puzzle) && { low: true }) };
  if (value !== null) {
    // An own value that is right stays an own value.
    const role = given !== null ? 'given' : found !== null && found !== own ? 'found' : 'entry';
    Object.assign(content, shapeOf(kind, puzzle, value, role));
    words.push(`${role === 'found' ? 'answer' : role} ${kind.words(puzzle, value)}`);
  } else if (!kind.open(puzzle, cell)) {
    words.push('black');
  } else {
    words.push(kind.id === 'minesweeper' ? 'hidden' : 'empty');
    Object.assign(content, marksOf(kind, puzzle, name, entries, overlay));
    if (content.candidates) words.push(...candidateWords(kind, puzzle, content.candidates, overlay.undecided[name] ?? []));
    if (content.corner) words.push(`corner marks ${content.corner.join(' ')}`);
    if (content.centre) words.push(`centre marks ${content.centre.join(' ')}`);
  }
  if (odds && (value === null || own !== null)) {
    // A flag would cover the number.
    content.odds = value === null ? odds : { ...odds, text: '' };
    words.push(odds.words);
    if (odds.piece && value === null) content.piece = odds.piece;
  }
  const note = kind.cellNote?.(puzzle, cell);
  if (note && note !== 'black') words.push(note);
  for (const part of (tone ?? '').split(' ')) if (TONE_WORDS[part]) words.push(TONE_WORDS[part]);
  content.label = words.join(', ');
  return content;
}

/**
 * @param {App['kind']} kind
 * @param {any} puzzle
 * @param {string[]} shown
 * @param {Value[]} undecided
 */
function candidateWords(kind, puzzle, shown, undecided) {
  const open = undecided.map((value) => kind.symbol(puzzle, value));
  const possible = shown.filter((symbol) => !open.includes(symbol));
  return [...(possible.length > 0 ? [`possible ${possible.join(' ')}`] : []), ...(open.length > 0 ? [`undecided ${open.join(' ')}`] : [])];
}

/**
 * Whether cages have totals in corners of cells.
 * @param {any} puzzle
 */
const hasTotals = ({ cages, constraints }) =>
  cages !== undefined || (constraints ?? []).some((/** @type {any} */ rule) => rule.type === 'cage' && rule.sum !== undefined);

/**
 * @param {App['kind']} kind
 * @param {any} puzzle
 * @param {Value} value
 * @param {string} role
 * @returns {Partial<Content>}
 */
function shapeOf(kind, puzzle, value, role) {
  if (kind.id === 'minesweeper') {
    if (value === 'mine') return { piece: role === 'entry' || role === 'given' ? 'flag' : 'mine', role };
    if (value === 'safe') return { piece: 'safe', role };
    if (value === 'possible mine') return { piece: 'mine', role: `${role} possible` };
    if (value === 'possibly safe') return { piece: 'safe', role: `${role} possible` };
    return { text: value === 0 ? '' : String(value), role: `number${value}` };
  }
  if (kind.id === 'queens') return { piece: String(value), role };
  const wide = puzzle.n > 9 && !puzzle.alphabet;
  return { text: kind.symbol(puzzle, value), role, ...(wide && { wide }) };
}

/**
 * @param {App['kind']} kind
 * @param {any} puzzle
 * @param {string} name
 * @param {import('./document.js').Entries} entries
 * @param {Overlay} overlay
 * @returns {Partial<Content>}
 */
function marksOf(kind, puzzle, name, entries, overlay) {
  const struck = overlay.struck[name] ?? [];
  const undecided = overlay.undecided[name] ?? [];
  const possible = overlay.candidates?.[name] ?? (struck.length + undecided.length > 0 ? struck : null);
  if (possible && kind.id === 'queens') {
    if (struck.length > 0) return { piece: 'blocked', role: 'entry' };
    return { piece: 'queen', role: undecided.length > 0 ? 'possible undecided' : 'possible', candidates: [kind.symbol(puzzle, 'queen')] };
  }
  if (possible && kind.id !== 'minesweeper') {
    const values = kind.values(puzzle);
    if (possible.length === 1 && struck.length + undecided.length === 0) {
      return { ...shapeOf(kind, puzzle, possible[0], 'only'), candidates: [kind.symbol(puzzle, possible[0])] };
    }
    const shown = [...new Set([...possible, ...undecided, ...struck])].sort((a, b) => values.indexOf(a) - values.indexOf(b));
    return {
      candidates: shown.map((value) => kind.symbol(puzzle, value)),
      grid: {
        places: values.length,
        at: shown.map((value) => values.indexOf(value)),
        struck: struck.map((value) => values.indexOf(value)),
        ...(undecided.length > 0 && { undecided: undecided.map((value) => values.indexOf(value)) }),
      },
    };
  }
  const corner = entries.corner[name]?.map((value) => kind.symbol(puzzle, value));
  const centre = entries.centre[name]?.map((value) => kind.symbol(puzzle, value));
  return { ...(corner && { corner }), ...(centre && { centre }) };
}

/**
 * Classes of the cells that are highlighted.
 * @param {Overlay} overlay
 */
function highlightsOf({ highlights }) {
  /** @type {Record<string, string>} */
  const tones = {};
  for (const tone of ['rule', 'clause', 'reason', 'subject', 'conflict', 'wrong', 'spare']) {
    for (const name of highlights[tone] ?? []) tones[name] = tones[name] ? `${tones[name]} ${tone}` : tone;
  }
  return tones;
}

/**
 * Classes of the cells of regions that are too small or too large.
 * @param {number[][]} regions
 */
function incompleteOf(regions) {
  const wrong = wrongRegions({ n: regions.length, regions });
  /** @type {Record<string, string>} */
  const tones = {};
  regions.forEach((line, row) =>
    line.forEach((region, column) => {
      if (wrong.has(region)) tones[nameOf(row, column)] = (wrong.get(region) ?? 0) > regions.length ? 'surplus' : 'lacking';
    }),
  );
  return tones;
}

/**
 * Classes of the cells with the value of the cell at the cursor.
 * @param {App} app
 */
function sameOf({ overlay, editor, kind, document }) {
  /** @type {Record<string, string>} */
  const tones = {};
  if (!kind.marks.includes('corner') || editor.selection.size !== 1) return tones;
  const { rows, columns } = kind.size(document.puzzle);
  const valueAt = (/** @type {number} */ row, /** @type {number} */ column) =>
    kind.given(document.puzzle, [row, column]) ??
    overlay.answer[nameOf(row, column)] ??
    document.entries.values[nameOf(row, column)] ??
    null;
  const [row, column] = cellOf(editor.cursor);
  if (row >= rows || column >= columns) return tones;
  const wanted = valueAt(row, column);
  if (wanted === null) return tones;
  for (let r = 0; r < rows; r += 1) {
    for (let c = 0; c < columns; c += 1) if (valueAt(r, c) === wanted) tones[nameOf(r, c)] = 'same';
  }
  return tones;
}

/**
 * The odds of each hidden square, as they are drawn.
 * @param {Overlay} overlay
 * @param {any} puzzle
 */
function oddsByCell({ odds, oddsOf }, puzzle) {
  /** @type {Record<string, { text: string, tone: string, strength: number, hue?: number, words: string, piece?: string }>} */
  const byCell = {};
  for (const { row, column, state, probability } of odds?.cells ?? []) {
    const best = odds.best && odds.best.row === row && odds.best.column === column;
    const name = nameOf(row - 1, column - 1);
    if (state === 'safe') byCell[name] = { text: '✓', tone: 'safe', strength: 0.55, words: 'safe' };
    else if (state === 'mine') byCell[name] = { text: '', tone: 'mine', strength: 0.35, words: 'mine', piece: 'mine' };
    else if (probability === null || probability === undefined)
      byCell[name] = { text: '?', tone: 'unknown', strength: 0.3, words: 'no information' };
    else {
      const shown = oddsOf === 'mine' ? probability : 1 - probability;
      const known = best || touched(puzzle.board, row - 1, column - 1);
      byCell[name] = {
        text: `${best ? '★' : ''}${wholePercent(shown)}`,
        tone: best ? 'best' : known ? 'open' : 'unknown',
        strength: best ? 0.75 : known ? 0.4 : 0.12,
        // From green over yellow to red.
        ...(!best && known && { hue: 130 * (1 - probability) }),
        words: `mine with a chance of ${percent(probability)}${best ? ', the best guess' : known ? '' : ', no number touches it'}`,
      };
    }
  }
  return byCell;
}

/**
 * A chance in whole per cent that never rounds an open chance to certainty.
 * @param {number} chance
 */
function wholePercent(chance) {
  const figure = Math.round(chance * 100);
  if (figure === 0) return '<1';
  return figure === 100 ? '>99' : String(figure);
}

/**
 * Whether a number is beside a square.
 * @param {string[]} board
 * @param {number} row
 * @param {number} column
 */
function touched(board, row, column) {
  return board.slice(Math.max(0, row - 1), row + 2).some((line) => /\d/.test(line.slice(Math.max(0, column - 1), column + 2)));
}
