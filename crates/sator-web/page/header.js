// The commands at the top: examples, open, new, export, light and dark.

import { openDialog } from './dialogs/open.js';
import { exportDialog } from './dialogs/export.js';
import { newDialog } from './dialogs/new.js';
import { examplesMenu } from './dialogs/examples.js';
import { button } from './dom.js';
import { currentTheme, toggleTheme } from './theme.js';

/** @typedef {import('./app.js').App} App */

/**
 * @param {App} app
 */
export function commands(app) {
  const open = openDialog(app);
  const exporting = exportDialog(app);
  const creating = newDialog(app);
  const theme = button(
    '◐',
    () => {
      toggleTheme();
      theme.setAttribute('aria-pressed', String(currentTheme() === 'dark'));
    },
    { class: 'icon', 'aria-label': 'Dark mode', title: 'Light or dark', 'aria-pressed': currentTheme() === 'dark' },
  );
  return [
    ...examplesMenu(app),
    button('Open', () => open.show(), { title: 'Paste a text or a link, or choose a file' }),
    button('New', () => creating.show(), { title: 'Make a new puzzle' }),
    button('Export', () => exporting.show(), { title: 'Share, save or print' }),
    theme,
  ];
}
