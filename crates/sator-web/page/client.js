// The way from the page to the engine: one function for every question, over HTTP.
// Another transport replaces this file alone.

/**
 * @typedef {object} Request
 * @property {string} [puzzle] the kind; recognised if it is left out
 * @property {string} [input] the puzzle's text
 * @property {Record<string, unknown>} [options] long options of the verb, without dashes
 * @property {string} [progress] a partly filled board
 * @property {string} [solution] a filled board
 *
 * @typedef {object} Progress
 * @property {string} [activity]
 * @property {number} [number]
 * @property {number | null} [share]
 * @property {string} [text]
 *
 * @typedef {object} Example
 * @property {string} kind
 * @property {string} name
 * @property {string} title
 * @property {string} text
 */

/** An answer of the engine that says why there is none: its place is a line and a column from 1. */
export class EngineError extends Error {
  /**
   * @param {string} message
   * @param {{ line?: number, column?: number, status?: number }} [place]
   */
  constructor(message, { line, column, status } = {}) {
    super(message);
    this.line = line;
    this.column = column;
    this.status = status;
  }
}

/** Work that was stopped before there was any result. */
export class Stopped extends Error {}

/**
 * Whether an error only says that work was abandoned: something else took its place.
 * @param {unknown} error
 */
export const isAbandoned = (error) => error instanceof DOMException && error.name === 'AbortError';

/** A question that is being answered. */
export class Job {
  /**
   * @param {string} verb
   * @param {Request} request
   * @param {(progress: Progress) => void} [onProgress]
   */
  constructor(verb, request, onProgress = () => {}) {
    this.onProgress = onProgress;
    /** @type {string | null} */
    this.id = null;
    this.stopping = false;
    this.connection = new AbortController();
    /** @type {Promise<any>} */
    this.result = this.run(verb, request).catch((error) => {
      // Stopped before the server had named the job: there is no answer to wait for.
      throw this.stopping && isAbandoned(error) ? new Stopped('cancelled') : error;
    });
  }

  /** Stops the solver. It answers with what is known so far, if anything is. */
  stop() {
    this.stopping = true;
    if (this.id === null) this.connection.abort();
    else fetch(`/api/jobs/${encodeURIComponent(this.id)}`, { method: 'DELETE' }).catch(() => this.connection.abort());
  }

  /** Ends the connection: the server stops the solver at once, and there is no answer. */
  abandon() {
    this.stopping = false;
    this.connection.abort();
  }

  /**
   * @param {string} verb
   * @param {Request} request
   */
  async run(verb, request) {
    const response = await reach(() =>
      fetch(`/api/${verb}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
        body: JSON.stringify(request),
        signal: this.connection.signal,
      }),
    );
    const type = response.headers.get('Content-Type') ?? '';
    if (!type.startsWith('text/event-stream')) return answerOf(response);
    for await (const event of events(response)) {
      const data = JSON.parse(event.data);
      if (event.name === 'job') this.id = data.id;
      else if (event.name === 'progress') this.onProgress(data);
      else if (event.name === 'result') return resultOf(data);
      else if (event.name === 'error') throw new EngineError(data.error, data);
    }
    throw new EngineError('the server ended the connection before the answer');
  }
}

/** The engine, behind HTTP. */
export class Client {
  /**
   * A short question.
   * @param {string} verb
   * @param {Request} request
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async ask(verb, request, signal) {
    const response = await reach(() =>
      fetch(`/api/${verb}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(request),
        signal,
      }),
    );
    return answerOf(response);
  }

  /**
   * A question that may take long: it reports progress and can be stopped.
   * @param {string} verb
   * @param {Request} request
   * @param {(progress: Progress) => void} [onProgress]
   */
  start(verb, request, onProgress) {
    return new Job(verb, request, onProgress);
  }

  /**
   * What the server offers: kinds, solvers, limits, and whether programs may be used.
   * @returns {Promise<{ external: boolean }>}
   */
  async description() {
    return answerOf(await reach(() => fetch('/api')));
  }

  /** @returns {Promise<Example[]>} */
  async examples() {
    return answerOf(await reach(() => fetch('/api/examples')));
  }
}

/**
 * @template T
 * @param {() => Promise<T>} request
 */
async function reach(request) {
  try {
    return await request();
  } catch (error) {
    if (isAbandoned(error)) throw error;
    throw new EngineError('the server does not answer; is `sator serve` still running?');
  }
}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function answerOf(response) {
  const text = await response.text();
  /** @type {any} */
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new EngineError(text.trim() || `the server answered ${response.status}`, { status: response.status });
  }
  if (!response.ok) throw new EngineError(answer.error ?? `the server answered ${response.status}`, { ...answer, status: response.status });
  return resultOf(answer);
}

/**
 * The answer, unless it only says that the work was stopped.
 * @param {any} answer
 */
function resultOf(answer) {
  if (answer?.status === 'unknown' && Object.keys(answer).every((key) => key === 'status' || key === 'reason'))
    throw new Stopped(answer.reason ?? 'stopped before there was a result');
  return answer;
}

/**
 * The server-sent events of a response.
 * @param {Response} response
 */
async function* events(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reach(() => reader.read());
    if (done) return;
    rest += value.replaceAll('\r', '');
    // Only a line end can complete an event; a formula of many megabytes comes in one line.
    if (!value.includes('\n')) continue;
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = { name: 'message', data: '' };
      for (const line of block.split('\n')) {
        if (line.startsWith('event:')) event.name = line.slice(6).trim();
        if (line.startsWith('data:')) event.data += line.slice(5).trim();
      }
      if (event.data !== '') yield event;
    }
  }
}
