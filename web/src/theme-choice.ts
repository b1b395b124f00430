import { createStore } from './kernel/store.ts';

/** Key in local storage; it stands first because the store below reads it at once. */
const KEY = 'theme';

export type ThemeChoice = 'light' | 'dark' | 'system';

/** The theme that the person chose; `system` follows the device. Mirrored in local storage. */
export const themeChoice = createStore<ThemeChoice>(readChoice());

/** Which of the two is drawn now. */
export const drawnTheme = createStore<'light' | 'dark'>('light');

/** Applies the choice to the document and keeps doing so when choice or device change. */
export function startTheme(): void {
  const device = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const choice = themeChoice.get();
    const drawn = choice === 'system' ? (device.matches ? 'dark' : 'light') : choice;
    document.documentElement.dataset['theme'] = drawn;
    drawnTheme.set(drawn);
  };
  device.addEventListener('change', apply);
  themeChoice.subscribe(() => {
    localStorage.setItem(KEY, themeChoice.get());
    apply();
  });
  apply();
}

function readChoice(): ThemeChoice {
  const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY);
  return kept === 'dark' || kept === 'system' ? kept : 'light';
}
