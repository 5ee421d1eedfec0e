// Shapes that are no text: queens, mines, flags and crosses, in a square of 40 units.

/** @type {Record<string, { path: string, words: string }[]>} */
export const PIECES = {
  queen: [
    { words: 'piece', path: 'M12 27.6 7.9 14.8l6.2 5.3-.3-9.8 4.3 8.4L20 8.6l1.9 10.1 4.3-8.4-.3 9.8 6.2-5.3L28 27.6Z' },
    { words: 'pearls', path: 'M7.4 13.4h.01M13.6 9.2h.01M20 7.6h.01M26.4 9.2h.01M32.6 13.4h.01' },
    { words: 'piece', path: 'M12.2 29.4h15.6a1 1 0 0 1 1 .8l.5 2a1 1 0 0 1-1 1.2H11.7a1 1 0 0 1-1-1.2l.5-2a1 1 0 0 1 1-.8Z' },
  ],
  blocked: [{ words: 'cross', path: 'M12 12 28 28M28 12 12 28' }],
  mine: [
    { words: 'spikes', path: 'M20 8v24M8 20h24M11.5 11.5l17 17M28.5 11.5l-17 17' },
    { words: 'body', path: 'M20 12a8 8 0 1 1 0 16 8 8 0 0 1 0-16Z' },
    { words: 'shine', path: 'M17.2 15.2a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z' },
  ],
  flag: [
    { words: 'pole', path: 'M16 9v20M11.5 30.5h12' },
    { words: 'cloth', path: 'M17 9.5 29 15l-12 5.5Z' },
  ],
  safe: [{ words: 'tick', path: 'm12.5 20.5 5 5 10-11' }],
};
