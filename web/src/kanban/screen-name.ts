import { uniqueKey } from '../kernel/unique-key.ts';
import { storageKey } from './board-storage.ts';

/** What this screen calls itself, so that each that shares the token is counted: for this window, also after a reload. */
export function screenName(): string {
  const known = sessionStorage.getItem(storageKey('screen'));
  if (known) return known;
  const made = uniqueKey();
  sessionStorage.setItem(storageKey('screen'), made);
  return made;
}

/**
 * Makes sure that no other window of this browser has the name of this one. A window that was duplicated or opened by a
 * board begins with a copy of what the other keeps: it takes a new name, and leaves to the other what waits for it.
 * Over plain http browsers have no locks, and a copied window counts as the same screen.
 */
export async function claimScreenName(): Promise<void> {
  if (!('locks' in navigator) || (await isHeld(screenName()))) return;
  sessionStorage.removeItem(storageKey('screen'));
  sessionStorage.removeItem(storageKey('reload'));
  await isHeld(screenName());
}

/** Holds a name as long as this window is there; false when another window has it and does not let go in time. */
function isHeld(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const patience = { signal: AbortSignal.timeout(LET_GO_MS) };
    const forGood = () => {
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    navigator.locks
      .request(storageKey(`screen.${name}`), patience, forGood)
      .catch(() => resolve(false));
  });
}

/** A page that is loaded again takes over from the one before it within this time. */
const LET_GO_MS = 1500;
