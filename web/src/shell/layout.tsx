import { Activity, useEffect, useMemo } from 'react';
import { Navigate, useLocation } from 'react-router';
import { device, watchDevice, closeSidebar } from '../kernel/device.ts';
import { later } from '../kernel/later.tsx';
import { locked } from '../kernel/lock.ts';
import { session } from '../kernel/session-store.ts';
import { loadSettings, settings } from '../kernel/settings.ts';
import { rootTarget } from '../kernel/start-page.ts';
import { useStore } from '../kernel/store.ts';
import { tabs } from '../kernel/tabs.ts';
import { findRoute, routeTable } from '../routes.tsx';
import type { Found, RouteTable } from '../routes.tsx';
import { Bars } from './bars.tsx';
import { Forbidden } from './forbidden.tsx';
import { KeptPages } from './kept-pages.tsx';
import { Redirect } from './redirect.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabRow } from './tab-row.tsx';
import { TopBar } from './top-bar.tsx';
import { useAutoLock } from './use-auto-lock.ts';
import { useRightsWatch } from './use-rights-watch.ts';
import { useTabs } from './use-tabs.ts';

const SettingsDrawer = later(() => import('./settings-drawer.tsx'));

/** The main layout: sidebar, top bar, tabs, content. While locked nothing of it is drawn, its state stays. */
export function Layout() {
  const routes = useStore(session, (state) => state.routes);
  const table = useMemo(() => routeTable(routes), [routes]);
  const isLocked = useStore(locked);
  const { mobile, sidebarOpen, still } = useStore(device);
  const { fixedHeader } = useStore(settings);
  const { pathname } = useLocation();
  useEffect(() => watchDevice(), []);
  useEffect(() => void loadSettings(), []);
  useEffect(() => {
    if (device.get().mobile) closeSidebar();
  }, [pathname]);
  useAutoLock();
  useRightsWatch(table);
  const state = [
    mobile ? 'mobile' : 'desktop',
    sidebarOpen ? 'open' : 'closed',
    still ? 'still' : '',
    fixedHeader ? '' : 'scrolling',
  ];
  return (
    <Activity mode={isLocked ? 'hidden' : 'visible'}>
      <div className={`shell ${state.filter(Boolean).join(' ')}`}>
        <Sidebar table={table} />
        {mobile && sidebarOpen && (
          <div className="backdrop" onClick={closeSidebar} aria-hidden="true" />
        )}
        <Content table={table} />
        <SettingsDrawerWhenOpen />
      </div>
    </Activity>
  );
}

function SettingsDrawerWhenOpen() {
  return useStore(settings, (state) => state.showSettings) ? <SettingsDrawer /> : null;
}

function Content({ table }: { table: RouteTable }) {
  const location = useLocation();
  const found = useMemo(() => findRoute(table, location.pathname), [table, location.pathname]);
  const active = useTabs(table, found, location);
  return (
    <div className="main">
      <TopBar route={found.kind === 'page' ? found.route : undefined} table={table} />
      <Bars />
      <TabRow active={active?.key} />
      <main className="content">
        <PageTitle active={active?.key} usual={active?.title ?? ''} />
        <Elsewhere table={table} found={found} path={location.pathname} />
        <KeptPages
          active={found.kind === 'page' ? active : undefined}
          route={found.kind === 'page' ? found.route : undefined}
          location={location}
        />
      </main>
    </div>
  );
}

/** The page's heading for screen readers; tab and breadcrumb show it to the others. */
function PageTitle({ active, usual }: { active: string | undefined; usual: string }) {
  const own = useStore(tabs, (open) => open.find((tab) => tab.key === active)?.title);
  const title = own ?? usual;
  return title === '' ? null : <h1 className="sr-only">{title}</h1>;
}

/** Addresses that are no page: the root, refreshes, unknown and forbidden ones. */
function Elsewhere({ table, found, path }: { table: RouteTable; found: Found; path: string }) {
  if (path === '/')
    return <Navigate to={rootTarget((page) => findRoute(table, page).kind === 'page')} replace />;
  if (path.startsWith('/redirect/')) return <Redirect />;
  if (found.kind === 'home') return <Navigate to="/home" replace />;
  if (found.kind === 'missing') return <Navigate to="/404" replace state={{ from: path }} />;
  return found.kind === 'forbidden' ? <Forbidden /> : null;
}
