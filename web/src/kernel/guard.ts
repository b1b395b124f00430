import { publicPaths } from '@millwright/contract/constants';
import type { Phase } from './session-store.ts';

/** What the guard wants done with one navigation. */
export type Decision = { kind: 'pass' } | { kind: 'load' } | { kind: 'go'; to: string };

/** Where a person must go until the first password is changed. */
export const PASSWORD_PATH = '/user/profile?tab=password';

/** Judges one navigation, in the order of the guard: public, no token, known, still to be loaded. */
export function decide(
  at: { path: string; full: string; search: string },
  state: { phase: Phase; mustChange: boolean; fresh: boolean },
): Decision {
  const signedIn = state.phase !== 'none';
  if (isPublic(at.path)) {
    if (at.path !== '/login' || !signedIn) return { kind: 'pass' };
    return { kind: 'go', to: state.fresh ? redirectOf(at.search) : '/' };
  }
  if (!signedIn) return { kind: 'go', to: signInPath(at.full) };
  if (state.phase !== 'ready') return { kind: 'load' };
  if (state.mustChange && !onPasswordTab(at)) return { kind: 'go', to: PASSWORD_PATH };
  return { kind: 'pass' };
}

/** Whether a path needs no session. */
export function isPublic(path: string): boolean {
  return (publicPaths as readonly string[]).includes(path);
}

/** The sign-in page that leads back to a path. */
export function signInPath(full: string): string {
  return `/login?redirect=${encodeURIComponent(full).replaceAll('%2F', '/')}`;
}

/**
 * The `redirect` parameter when it is a path of this origin (one leading slash), else the root. Browsers leave out tabs
 * and line ends, so that a slash may stand behind them.
 */
export function redirectOf(search: string): string {
  const target = new URLSearchParams(search).get('redirect') ?? '/';
  return /^\/(?![/\\\s])/.test(target) && !target.startsWith('/login') ? target : '/';
}

function onPasswordTab(at: { path: string; search: string }): boolean {
  return at.path === '/user/profile' && new URLSearchParams(at.search).get('tab') === 'password';
}
