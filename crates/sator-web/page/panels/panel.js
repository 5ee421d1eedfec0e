// What a panel on the right is.

/**
 * @typedef {import('../app.js').App} App
 *
 * A panel with its tab.
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {(app: App) => HTMLElement} create builds the panel once; it listens to the events of
 *   the app (`kind`, `puzzle`, `entries`, `draw`, and `panel` with the id of the panel that is now
 *   shown) and asks the engine by `app.run`
 */

export {};
