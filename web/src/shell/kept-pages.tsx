import { Activity, createElement, memo, useMemo, useState } from 'react';
import { Route, Routes } from 'react-router';
import type { Location } from 'react-router';
import { isDirty } from '../kernel/dirty.ts';
import type { FlatRoute } from '../kernel/menu-routes.ts';
import { useStore } from '../kernel/store.ts';
import { generations, tabs } from '../kernel/tabs.ts';
import { keepRecent } from '../kernel/tabs-model.ts';
import type { Tab } from '../kernel/tabs-model.ts';
import { pageOf } from '../routes.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageContext, pageTab } from './page-context.ts';

/** A page that stays mounted, with the address it had when it was last in front. */
interface Kept {
  readonly key: string;
  readonly name: string;
  readonly route: FlatRoute;
  readonly location: Location;
}

interface KeptPagesProps {
  readonly active: Tab | undefined;
  readonly route: FlatRoute | undefined;
  readonly location: Location;
}

/** The open pages: the active one visible, the others alive but inactive (least recently used ones dropped). */
export function KeptPages({ active, route, location }: KeptPagesProps) {
  const kept = useKept(active, route, location);
  const numbers = useStore(generations);
  return kept.map((page) => (
    <Activity
      key={`${page.key}#${numbers.get(page.key) ?? 0}`}
      mode={page.key === active?.key ? 'visible' : 'hidden'}
    >
      <Page page={page} />
    </Activity>
  ));
}

/** Most recently used first; pages of closed tabs and inactive `noCache` pages are not among them. */
function useKept(
  active: Tab | undefined,
  route: FlatRoute | undefined,
  location: Location,
): readonly Kept[] {
  const [kept, setKept] = useState<readonly Kept[]>([]);
  const open = useStore(tabs);
  const next = useMemo(() => {
    const isOpen = (page: Kept) =>
      page.key === active?.key || open.some((tab) => tab.key === page.key);
    const stays = kept.filter(
      (page) => page.key !== active?.key && isOpen(page) && !page.route.meta.noCache,
    );
    if (!active || !route) return stays;
    const front: Kept = { key: active.key, name: active.name, route, location };
    const byKey = new Map([front, ...stays].map((page) => [page.key, page]));
    const order = keepRecent(
      stays.map((page) => page.key),
      active.key,
      (key) => isDirty(byKey.get(key)?.location.pathname ?? ''),
    );
    return order.flatMap((key) => byKey.get(key) ?? []);
  }, [kept, open, active, route, location]);
  // Keeping what was drawn is how the next drawing knows the order of use.
  if (!same(kept, next)) setKept(next);
  return [...next].sort((a, b) => a.key.localeCompare(b.key));
}

function same(a: readonly Kept[], b: readonly Kept[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (page, index) =>
        page.key === b[index]?.key &&
        page.location === b[index]?.location &&
        page.route === b[index]?.route,
    )
  );
}

const Page = memo(function Page({ page }: { page: Kept }) {
  const { key, route, location } = page;
  const context = useMemo(
    () => pageTab(key, location.pathname, route),
    [key, location.pathname, route],
  );
  return (
    <div className="page" data-page={route.component}>
      <PageBoundary>
        <PageContext value={context}>
          <Routes location={location}>
            <Route
              path={route.path.replaceAll(/\([^/]*\)/g, '')}
              caseSensitive
              element={createElement(pageOf(route))}
            />
          </Routes>
        </PageContext>
      </PageBoundary>
    </div>
  );
});
