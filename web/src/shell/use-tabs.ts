import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Location } from 'react-router';
import { titled } from '../kernel/language.tsx';
import { routeTitle } from '../kernel/menu-routes.ts';
import { matchPattern } from '../kernel/path-match.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { openTab, restoreTabs, tabOf, tabs } from '../kernel/tabs.ts';
import type { Tab } from '../kernel/tabs-model.ts';
import type { Found, RouteTable } from '../routes.tsx';
import { kernelText } from '../locales/kernel.ts';

/** Keeps the tabs of this person and site, opens the one of the current page, and sets the window's title. */
export function useTabs(table: RouteTable, found: Found, location: Location): Tab | undefined {
  const owner = useStore(
    session,
    (state) => `${state.user?.userId}:${state.user?.sysDepart?.departId}`,
  );
  // The tabs belong to the person and the site; when only rights change, the rights watch drops the gone ones.
  const restore = useEffectEvent(() => {
    const all = [...table.menu, ...table.fixed];
    const affixed = all
      .filter((route) => route.meta.affix)
      .map((route) => tabOf(route, route.path, ''));
    return restoreTabs(affixed, (path) => all.find((route) => matchPattern(route.path, path)));
  });
  useEffect(() => restore(), [owner]);
  const active = useMemo(
    () =>
      found.kind === 'page' ? tabOf(found.route, location.pathname, location.search) : undefined,
    [found, location.pathname, location.search],
  );
  useEffect(() => {
    if (active && active.path !== '/404') openTab(active);
  }, [active, owner]);
  const own = useStore(tabs, (open) => open.find((tab) => tab.key === active?.key)?.title);
  useWindowTitle(own ?? (found.kind === 'forbidden' ? routeTitle(found.route) : active?.title));
  return active;
}

function useWindowTitle(title: string | undefined): void {
  const config = useStore(session, (state) => state.user?.sysConfig);
  const product = titled(
    config?.productName ?? kernelText.productName.zh,
    config?.productNameEn ?? kernelText.productName.en,
  );
  useEffect(() => {
    document.title = title ? `${title} - ${product}` : product;
  }, [title, product]);
}
