import { useEffect, useRef } from 'react';
import { reloadRights } from '../kernel/session.ts';
import { tabs } from '../kernel/tabs.ts';
import { watched } from '../kernel/watched-headers.ts';
import { findRoute, type RouteTable } from '../routes.tsx';

/** When the server says that the rights changed, loads them silently; only tabs whose route is gone are closed. */
export function useRightsWatch(table: RouteTable): void {
  const reloaded = useRef(false);
  useEffect(() => {
    let known = watched.get().rights;
    return watched.subscribe(() => {
      const now = watched.get().rights;
      if (now === known) return;
      const first = known === null;
      known = now;
      if (first) return;
      reloaded.current = true;
      reloadRights().catch(() => undefined);
    });
  }, []);
  useEffect(() => {
    if (!reloaded.current) return;
    tabs.set((open) =>
      open.filter((tab) => tab.meta.affix || findRoute(table, tab.path).kind === 'page'),
    );
  }, [table]);
}
