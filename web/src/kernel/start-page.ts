import { session } from './session-store.ts';

/** Keeps a person's start page on this browser; the server keeps it too (run model). */
export function rememberStartPage(path: string): void {
  localStorage.setItem(keyOf(), path);
}

/** Where the root leads: right after a sign-in to the person's start page, otherwise to Home. */
export function rootTarget(isKnown: (path: string) => boolean): string {
  const { fresh } = session.get();
  const chosen = localStorage.getItem(keyOf());
  return fresh && chosen && isKnown(chosen) ? chosen : '/home';
}

function keyOf(): string {
  return `startPage:${session.get().user?.userId ?? ''}`;
}
