import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../kernel/api.ts';
import { ask } from '../kernel/confirm.ts';
import { bringsBack, dropKept, keptForms } from '../kernel/dirty.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { session } from '../kernel/session-store.ts';
import type { UserInfo } from '../kernel/session-store.ts';
import { watched } from '../kernel/watched-headers.ts';
import { shellText as text } from '../locales/shell.ts';
import './bars.css';

/** Lines below the top bar: no network, a new version, another site in another tab. */
export function Bars() {
  const offline = useOffline();
  const newer = useNewVersion();
  const site = useOtherSite();
  useKeptForms();
  const reload = () => location.reload();
  return (
    <>
      {offline && (
        <p className="bar bar-warn" role="status">
          {t(text.offline)}
        </p>
      )}
      {site !== undefined && (
        <button type="button" className="bar" onClick={reload}>
          {say(text.siteChanged, { site })}
        </button>
      )}
      {newer && (
        <button type="button" className="bar" onClick={reload}>
          {t(text.newVersion)}
        </button>
      )}
    </>
  );
}

function useOffline(): boolean {
  const [offline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    const look = () => setOffline(!navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return offline;
}

/** Looks at the build's mark every five minutes and whenever the window comes back. */
function useNewVersion(): boolean {
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    if (__BUILD_ID__ === 'development') return undefined;
    const look = async () => {
      if (document.hidden) return;
      const mark = await fetch('/build.json', { cache: 'no-store' }).then(
        (answer) => answer.json() as Promise<{ buildId?: string }>,
        (): { buildId?: string } => ({}),
      );
      if (mark.buildId && mark.buildId !== __BUILD_ID__) setNewer(true);
    };
    const safely = () => void look().catch(() => undefined);
    const timer = setInterval(safely, 300_000);
    document.addEventListener('visibilitychange', safely);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', safely);
    };
  }, []);
  return newer;
}

/** The name of the site to which another tab switched this session; undefined while both agree. */
function useOtherSite(): string | undefined {
  const [other, setOther] = useState<string | undefined>();
  useEffect(() => {
    let known = watched.get().site;
    return watched.subscribe(() => {
      const now = watched.get().site;
      if (now === known) return;
      // This page's own switch has already loaded the user anew; then nothing is to be said.
      setTimeout(() => void compare(now), 3_000);
      known = now;
    });
    async function compare(site: string | null) {
      const user = await api
        .get<UserInfo | null>('/api/user/auth/getInfo', undefined, { quiet: true })
        .catch(() => null);
      const here = session.get().user?.sysDepart?.departId ?? null;
      if (!user || (user.sysDepart?.departId ?? null) === here) return setOther(undefined);
      setOther(
        titled(user.sysDepart?.departName, user.sysDepart?.departNameEn) ||
          site ||
          t(text.allSites),
      );
    }
  }, []);
  return other;
}

/** After a new sign-in: what was typed before the session ended comes back in its form, or is thrown away. */
function useKeptForms(): void {
  const navigate = useNavigate();
  const offer = useEffectEvent(async () => {
    const [first] = keptForms();
    if (!first) return;
    const yes = await ask({
      title: t(text.restore),
      text: '',
      confirm: t(text.restoreYes),
      cancel: t(text.restoreNo),
    });
    if (!yes) return dropKept();
    bringsBack.set(true);
    if (location.pathname !== first.route) void navigate(first.route);
  });
  useEffect(() => void offer(), []);
}
