import { refusals, type Refusal } from '@millwright/contract/kernel/errors';
import { allows } from '@millwright/contract/kernel/permission';
import { allTags } from '@millwright/contract/menu';
import { signInRefusals } from '@millwright/contract/system/refusals';
import { refuse } from '../refuse.ts';
import type { Route } from './route.ts';
import type { LiveSession } from './session-row.ts';

/** Throws at start when a route's tag is one that nobody could be given, or a changing call is open to cookies. */
export function checkTags(routes: readonly Route[]): void {
  const known = new Set([...allTags(), ...OPEN]);
  const changing = routes.find((route) => route.opensInBrowser && route.method !== 'GET');
  if (changing) throw new Error(`${changing.method} ${changing.path} is no address of a browser.`);
  const wrong = routes.filter(({ tag }) => !known.has(tag));
  if (wrong.length === 0) return;
  const lines = wrong.map(({ method, path, tag }) => `  ${method} ${path}: ${tag}`);
  throw new Error(
    `These routes name a permission that the menu does not know:\n${lines.join('\n')}`,
  );
}

/** Throws what stands between a session and a route: the lock, the first password change, a missing permission. */
export function checkMay(session: LiveSession, route: Route): void {
  const obstacle = obstacleOf(session, route);
  if (obstacle) throw refuse(obstacle);
}

const OPEN = ['public', 'session'];

function obstacleOf(session: LiveSession, route: Route): Refusal | null {
  if (session.isLocked && !route.whenLocked) return refusals['session.locked'];
  if (session.mustChangePassword && !route.whenMustChange)
    return signInRefusals['signIn.mustChange'];
  if (route.tag === 'session' || allows(session.permissions, route.tag)) return null;
  return refusals['permission.missing'];
}
