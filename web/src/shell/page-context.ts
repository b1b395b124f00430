import { createContext, use } from 'react';
import { setTabTitle } from '../kernel/tabs.ts';
import type { FlatRoute } from '../kernel/menu-routes.ts';

/** What a page knows about the tab it stands in. */
export interface PageTab {
  readonly key: string;
  readonly fullPath: string;
  readonly route: FlatRoute;
  /** Gives the tab and the window a title of the page's own (`任务详情 · 装夹调试`). */
  setTitle(title: string): void;
}

export const PageContext = createContext<PageTab | null>(null);

/** The tab of the page that asks; throws outside the content area. */
export function usePage(): PageTab {
  const page = use(PageContext);
  if (!page) throw new Error('usePage stands outside a page');
  return page;
}

/** The tab as a page sees it. */
export function pageTab(key: string, fullPath: string, route: FlatRoute): PageTab {
  return { key, fullPath, route, setTitle: (title) => setTabTitle(key, title) };
}
