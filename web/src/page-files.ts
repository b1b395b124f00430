import type { FunctionComponent } from 'react';

/** The page files by their path below this folder; each is a chunk of its own. */
export const PAGE_FILES = import.meta.glob<{ default: FunctionComponent }>([
  './pages/**/*.tsx',
  // Part of the first file, since it is what most people see first.
  '!./pages/login.tsx',
]);

/** The page of entities without a file of their own. */
export const loadEntityPage = () => import('./entity/entity-page.tsx');

/**
 * Begins to load the code that an address will most likely need, before it is known who asks: what is shown is still
 * decided by the guard and the menu. Page files are spelled like their route.
 */
export function loadAhead(path: string): void {
  const file = PAGE_FILES[`./pages${path}.tsx`];
  const isList = path.split('/').length > 2;
  // A chunk that cannot be had now is asked for again, and complained of, when it is shown.
  file?.().catch(() => undefined);
  if (isList) loadEntityPage().catch(() => undefined);
}
