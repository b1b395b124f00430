import { readPreference, writePreference } from './preferences.ts';
import { createStore } from './store.ts';

/** Paths of the starred menu entries, in the order they were starred; null until loaded. */
export const favourites = createStore<readonly string[] | null>(null);

/** Loads the person's stars. */
export async function loadFavourites(): Promise<void> {
  const stored = await readPreference<readonly string[]>(KEY, { background: true });
  favourites.set(Array.isArray(stored) ? stored : STARTERS);
}

/** Stars an entry or takes its star away. */
export function toggleFavourite(path: string): void {
  const old = favourites.get() ?? [];
  const next = old.includes(path) ? old.filter((known) => known !== path) : [...old, path];
  favourites.set(next);
  void writePreference(KEY, next);
}

const KEY = 'favourites';

/** Shown until the person stars something; those without the right are left out where they are drawn. */
const STARTERS: readonly string[] = [
  '/production/order',
  '/production/plan',
  '/production/workpieceTrace',
  '/inspection/chart',
];
