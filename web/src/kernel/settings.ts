import { themeChoice } from '../theme-choice.ts';
import type { ThemeChoice } from '../theme-choice.ts';
import { readPreference, writePreference } from './preferences.ts';
import { createStore } from './store.ts';

export type Density = 'dense' | 'standard' | 'touch';

/** How the shell looks for one person; stored on the server, mirrored locally. */
export interface Settings {
  /** Whether the drawer of these settings is open. */
  readonly showSettings: boolean;
  readonly fixedHeader: boolean;
  readonly sidebarLogo: boolean;
  readonly density: Density;
  /** Name of a series colour token that takes the place of the primary one; empty = the product's. */
  readonly primary: '' | '--s4' | '--s6' | '--s7';
}

/** The settings of this page. */
export const settings = createStore<Settings>({ ...defaults(), ...mirrored() });

/** Changes one setting, applies it and stores it for the person. */
export function changeSetting<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings.set((old) => ({ ...old, [key]: value }));
  if (key === 'showSettings') return;
  apply(settings.get());
  keep();
}

/** Chooses the theme and stores it for the person. */
export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.set(choice);
  keep();
}

/** Brings the settings that the person made elsewhere. */
export async function loadSettings(): Promise<void> {
  const stored = await readPreference<Partial<Settings> & { theme?: ThemeChoice }>(KEY);
  if (stored) {
    const { theme, ...rest } = stored;
    settings.set((old) => ({ ...old, ...rest, showSettings: old.showSettings }));
    if (theme) themeChoice.set(theme);
    localStorage.setItem(KEY, JSON.stringify(rest));
  }
  apply(settings.get());
}

const KEY = 'shell';

function defaults(): Settings {
  return {
    showSettings: false,
    fixedHeader: true,
    sidebarLogo: true,
    density: 'dense',
    primary: '',
  };
}

function mirrored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem('shell') ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

function keep(): void {
  const { showSettings: _open, ...rest } = settings.get();
  localStorage.setItem(KEY, JSON.stringify(rest));
  void writePreference(KEY, { ...rest, theme: themeChoice.get() });
}

function apply(now: Settings): void {
  const root = document.documentElement;
  root.dataset['density'] = now.density;
  root.dataset['primary'] = now.primary.slice(2);
}
