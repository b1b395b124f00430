import { hasParameters } from './path-match.ts';
import { routeTitle } from './menu-routes.ts';
import type { FlatRoute } from './menu-routes.ts';
import { session } from './session-store.ts';
import { createStore } from './store.ts';
import { closeAll, retitle, visit } from './tabs-model.ts';
import type { Tab, Tabs } from './tabs-model.ts';

/** The open tabs of this window; they survive a reload, per person and site. */
export const tabs = createStore<Tabs>([]);

/** How often each tab was refreshed or reopened; part of its page's key, so that a new number is a new page. */
export const generations = createStore<ReadonlyMap<string, number>>(new Map());

/** The tab of a visited route. */
export function tabOf(route: FlatRoute, path: string, search: string): Tab {
  const query = Object.fromEntries(new URLSearchParams(search));
  return {
    key: tabKey(route, path),
    path,
    fullPath: path + search,
    name: route.name,
    meta: route.meta,
    query,
    title: routeTitle(route),
  };
}

/** List pages are one tab whatever their filters; parameter routes have one per address. */
export function tabKey(route: Pick<FlatRoute, 'path'>, path: string): string {
  return hasParameters(route.path) ? path : route.path;
}

/** Opens or refreshes the tab of a visited route. */
export function openTab(tab: Tab): void {
  tabs.set((old) => visit(old, tab));
}

/** Gives the tab with this key a title of its own (detail pages). */
export function setTabTitle(key: string, title: string): void {
  tabs.set((old) => retitle(old, key, title));
}

/** Forgets a page's state: its next showing starts fresh. */
export function renewPage(key: string): void {
  generations.set((old) => new Map(old).set(key, (old.get(key) ?? 0) + 1));
}

/** Closes every tab and forgets every page (site switch). */
export function closeEverything(): void {
  const open = tabs.get();
  tabs.set(closeAll(open));
  for (const tab of open) renewPage(tab.key);
}

/**
 * Reads the tabs of this person and site, fixed ones first, and writes every change from then on. What the menu says
 * today holds (rights and language may have changed); titles that detail pages gave themselves stay.
 */
export function restoreTabs(
  affixed: readonly Tab[],
  routeOf: (path: string) => FlatRoute | undefined,
): () => void {
  const key = storageKey();
  const kept = read(key).flatMap((tab) => {
    const route = routeOf(tab.path);
    if (!route || affixed.some((fixed) => fixed.key === tab.key)) return [];
    const title = hasParameters(route.path) ? tab.title : routeTitle(route);
    return [{ ...tab, meta: route.meta, title }];
  });
  tabs.set([...affixed, ...kept]);
  return tabs.subscribe(() => sessionStorage.setItem(key, JSON.stringify(tabs.get())));
}

function storageKey(): string {
  const { user } = session.get();
  return `tabs:${user?.userId ?? ''}:${user?.sysDepart?.departId ?? '*'}`;
}

function read(key: string): Tab[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? (kept as Tab[]) : [];
  } catch {
    return [];
  }
}
