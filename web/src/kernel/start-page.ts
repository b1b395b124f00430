import { session } from './session-store.ts';

/** Where the root leads: right after a sign-in to the person's start page, otherwise to Home. */
export function rootTarget(isKnown: (path: string) => boolean): string {
  const { fresh, user } = session.get();
  const chosen = user?.sysConfig.homePath;
  return fresh && chosen && isKnown(chosen) ? chosen : '/home';
}
