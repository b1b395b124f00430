import { tabs as tabLimits } from '@millwright/contract/constants';
import type { RouteMeta } from './menu-routes.ts';

/** One open page. */
export interface Tab {
  /** What tells two tabs apart: the path, for parameter routes the full path. */
  readonly key: string;
  readonly path: string;
  readonly fullPath: string;
  readonly name: string;
  readonly meta: RouteMeta;
  readonly query: Readonly<Record<string, string>>;
  readonly title: string;
}

/** The open tabs, left to right. Affix tabs come first and stay. */
export type Tabs = readonly Tab[];

/** Opens a tab or, when its key is open, gives that tab the new address. A title that a page set itself is kept. */
export function visit(tabs: Tabs, tab: Tab): Tabs {
  const at = tabs.findIndex((open) => open.key === tab.key);
  const open = tabs[at];
  if (!open) return [...tabs, tab];
  if (open.fullPath === tab.fullPath && open.name === tab.name) return tabs;
  return tabs.with(at, { ...tab, title: open.path === tab.path ? open.title : tab.title });
}

/** Closes one tab; fixed tabs survive. */
export function close(tabs: Tabs, key: string): Tabs {
  return tabs.filter((tab) => tab.key !== key || tab.meta.affix);
}

/** Closes all but one and the fixed ones. */
export function closeOthers(tabs: Tabs, key: string): Tabs {
  return tabs.filter((tab) => tab.key === key || tab.meta.affix);
}

/** Closes all but the fixed ones. */
export function closeAll(tabs: Tabs): Tabs {
  return tabs.filter((tab) => tab.meta.affix);
}

/** Gives a tab the title that its page chose. */
export function retitle(tabs: Tabs, key: string, title: string): Tabs {
  return tabs.map((tab) => (tab.key === key && tab.title !== title ? { ...tab, title } : tab));
}

/**
 * Where to go after the active tab was closed: the last remaining tab, else the root;
 * when the dashboard itself was closed it is refreshed instead.
 */
export function afterClosing(left: Tabs, closed: Tab): string {
  const last = left.at(-1);
  if (last) return last.fullPath;
  return closed.path === '/home' ? `/redirect${closed.fullPath}` : '/';
}

/**
 * Which cached pages stay when `active` is shown: the most recently used first, at most `limit`;
 * the active one and those for which `pinned` holds (unsaved input) are never dropped.
 */
export function keepRecent(
  used: readonly string[],
  active: string,
  pinned: (key: string) => boolean,
  limit: number = tabLimits.maxCached,
): string[] {
  const order = [active, ...used.filter((key) => key !== active)];
  let places = limit;
  return order.filter((key, index) => {
    const stays = index === 0 || pinned(key) || places > 0;
    if (stays) places -= 1;
    return stays;
  });
}
