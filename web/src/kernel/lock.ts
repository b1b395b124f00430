import { createStore } from './store.ts';

/** Whether the server has locked this session (it answered 423, or this page locked it). */
export const locked = createStore(false);

/** Draws the lock over the page; the page below is no longer rendered. */
export function showLock(): void {
  locked.set(true);
}

/** Takes the lock away after the server has accepted the password. */
export function hideLock(): void {
  locked.set(false);
}
