// The keys of the page. Keys typed into fields and dialogs are left alone.

/** @typedef {import('./app.js').App} App
 *  @typedef {import('./editor.js').Mode} Mode */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** With Shift, for lines that go diagonally: where these directions are on a keypad.
 * @type {Record<string, [number, number]>} */
const DIAGONALS = { Home: [-1, -1], PageUp: [-1, 1], End: [1, -1], PageDown: [1, 1] };

/** @type {Record<string, Mode>} */
const MODES = { z: 'value', x: 'corner', c: 'centre', v: 'clue' };

/**
 * @param {App} app
 */
export function listen(app) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || elsewhere(event)) return;
    if (pressed(app, event)) event.preventDefault();
  });
}

/**
 * Whether the key belongs to a field, a dialog or a menu.
 * @param {KeyboardEvent} event
 */
function elsewhere(event) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('input:not([type=checkbox]):not([type=radio]), textarea, select, dialog, [popover]')) return true;
  if (event.key in ARROWS) return target.closest('[role=tab], [role=option], input') !== null;
  return target.closest('button, a, summary, input') !== null && ['Enter', ' '].includes(event.key);
}

/**
 * Acts on a key. Returns whether it meant anything.
 * @param {App} app
 * @param {KeyboardEvent} event
 */
function pressed(app, event) {
  const { editor } = app;
  const command = event.ctrlKey || event.metaKey;
  if (command) return commanded(app, event);
  if (event.altKey) return false;
  const arrow = ARROWS[event.key] ?? (event.shiftKey ? DIAGONALS[event.key] : undefined);
  if (arrow) {
    editor.moveCursor(arrow[0], arrow[1], event.shiftKey);
    app.board.focusCell(editor.cursor);
    return true;
  }
  if (app.play?.key(event.key)) return true;
  if (event.key === 'Enter' && editor.useTool()) return true;
  // Shift and a digit is a corner mark, whatever the mode is.
  const digit = /^Digit(\d)$/.exec(event.code);
  if (event.shiftKey && digit && editor.mode !== 'clue' && app.kind.marks.includes('corner')) return editor.type(digit[1], 'corner');
  if (editor.type(event.key)) return true;
  const mode = MODES[event.key.toLowerCase()];
  if (mode === 'clue' || (mode && app.kind.marks.includes(mode))) {
    editor.setMode(mode);
    return true;
  }
  return named(app, event.key);
}

/**
 * @param {App} app
 * @param {KeyboardEvent} event
 */
function commanded(app, event) {
  const key = event.key.toLowerCase();
  if (key === 'z' && event.shiftKey) app.editor.redo();
  else if (key === 'z') app.editor.undo();
  else if (key === 'y') app.editor.redo();
  else if (key === 'a' && app.board.focused) app.editor.selectAll();
  else return false;
  return true;
}

/**
 * @param {App} app
 * @param {string} key
 */
function named(app, key) {
  if (key === 'n') app.showNext(1);
  else if (key === 'p') app.showNext(-1);
  else if (key === 'Escape' && app.job) app.stop();
  else if (key === 'Escape' && app.editor.tool) app.editor.setTool(null);
  else if (key === 'Escape') return app.answers.hide();
  else return false;
  return true;
}
