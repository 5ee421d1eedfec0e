// Light and dark: as the system says, or as the reader chose. Style sheets only ask for the system's
// preference; a choice rewrites these media queries, so that no colour is written twice.

const KEY = 'sator-theme';
const DARK = 'prefers-color-scheme: dark';

/** @type {Map<CSSMediaRule, string>} */
const rules = new Map();

/** @returns {'light' | 'dark'} */
export function currentTheme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia(`(${DARK})`).matches ? 'dark' : 'light';
}

/** Applies the reader's choice, if there is one. */
export function applyTheme() {
  for (const sheet of document.styleSheets) collect(sheet.cssRules);
  const chosen = localStorage.getItem(KEY);
  for (const [rule, original] of rules) rule.media.mediaText = chosen === null ? original : chosen === 'dark' ? 'screen' : 'not all';
  document.documentElement.style.colorScheme = chosen ?? '';
}

/** Changes between light and dark, and remembers the choice. */
export function toggleTheme() {
  localStorage.setItem(KEY, currentTheme() === 'dark' ? 'light' : 'dark');
  applyTheme();
}

/**
 * @param {CSSRuleList} list
 */
function collect(list) {
  for (const rule of list) {
    if (rule instanceof CSSMediaRule && !rules.has(rule) && rule.media.mediaText.includes(DARK)) rules.set(rule, rule.media.mediaText);
  }
}
