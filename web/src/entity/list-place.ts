import { isCompanyWide } from '../kernel/permission.tsx';
import { workingSite } from '../kernel/session-store.ts';
import type { List } from './use-list.ts';

/** A site as a condition of a list, or none. */
export type Place = { readonly siteId?: string };

/** Company-wide people begin with the site that they switched to; they can take the condition away. */
export function usualPlace(): Place {
  const siteId = workingSite();
  return isCompanyWide() && siteId ? { siteId } : {};
}

/** The site to which a list is narrowed: what stands above the list is about that site alone. */
export function placeOf({ state }: Pick<List, 'state'>): Place {
  const { siteId } = state.filters;
  return typeof siteId === 'string' && siteId !== '' ? { siteId } : {};
}
