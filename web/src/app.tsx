import { useEffect } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { QuestionBox } from './controls/question-box.tsx';
import { Toasts } from './controls/toasts.tsx';
import { decide, isPublic, signInPath } from './kernel/guard.ts';
import { hearOtherTabs } from './kernel/channel.ts';
import { t } from './kernel/language.tsx';
import { later } from './kernel/later.tsx';
import { hideLock, locked, showLock } from './kernel/lock.ts';
import { loadSession } from './kernel/session.ts';
import { resetSession, session } from './kernel/session-store.ts';
import { useStore } from './kernel/store.ts';
import { kernelText } from './locales/kernel.ts';
import { LockScreen } from './shell/lock-screen.tsx';
import { publicPage } from './public-pages.tsx';
import './app.css';

const Shell = later(() => import('./shell/shell.tsx'));

/** The guard on every navigation, and above all pages the toasts, the questions and the lock. */
export function App() {
  useOtherTabs();
  const isLocked = useStore(locked);
  return (
    <>
      <Guarded />
      {isLocked && <LockScreen />}
      <Toasts />
      <QuestionBox />
    </>
  );
}

function Guarded() {
  const { pathname, search } = useLocation();
  const phase = useStore(session, (state) => state.phase);
  const mustChange = useStore(session, (state) => state.user?.mustChangePassword ?? false);
  const fresh = useStore(session, (state) => state.fresh);
  const full = pathname + search;
  const decision = decide({ path: pathname, full, search }, { phase, mustChange, fresh });
  if (decision.kind === 'go') return <Navigate to={decision.to} replace />;
  if (decision.kind === 'load') return <Loading full={full} />;
  if (isPublic(pathname)) return publicPage(pathname);
  return <Shell />;
}

/** Loads the session, then the guard judges the same navigation again; a failure leads to the sign-in page. */
function Loading({ full }: { full: string }) {
  const navigate = useNavigate();
  const isLocked = useStore(locked);
  useEffect(() => {
    if (isLocked) return;
    void import('./shell/shell.tsx');
    loadSession().catch(() => {
      if (session.get().phase === 'none') void navigate(signInPath(full), { replace: true });
    });
  }, [full, isLocked, navigate]);
  return (
    <p className="app-loading" role="status">
      {t(kernelText.loading)}
    </p>
  );
}

/** What happens in one tab of the browser holds in all. */
function useOtherTabs() {
  useEffect(
    () =>
      hearOtherTabs((message) => {
        if (message.kind === 'locked') showLock();
        if (message.kind === 'unlocked') hideLock();
        if (message.kind === 'signedOut' && session.get().phase !== 'none') {
          resetSession();
          location.reload();
        }
      }),
    [],
  );
}
