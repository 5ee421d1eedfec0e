// What a panel on the right is.

/**
 * @typedef {import('../app.js').App} App
 *
 * A panel with its tab. Without `create` there is nothing to show, and the tab is left out.
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {(app: App) => HTMLElement} [create] builds the panel once; it listens to the events of
 *   the app (`kind`, `puzzle`, `entries`, `draw`, and `panel` with the id of the panel that is now
 *   shown) and asks the engine by `app.run`
 * @property {(app: App) => boolean} [fits] whether the kind that is shown has this panel
 */

export {};
