import type { List } from './use-list.ts';

/** The site to which a list is narrowed, as a condition: what stands above the list is about that site alone. */
export function placeOf({ state }: Pick<List, 'state'>): { readonly siteId?: string } {
  const { siteId } = state.filters;
  return typeof siteId === 'string' && siteId !== '' ? { siteId } : {};
}
