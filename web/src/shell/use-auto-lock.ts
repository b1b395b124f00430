import { useEffect } from 'react';
import { idleTime, noteActivity } from '../kernel/idle.ts';
import { lockNow } from '../kernel/lock-calls.ts';
import { locked } from '../kernel/lock.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';

/**
 * Locks the screen after the configured minutes without a key, click or touch in any tab of this browser. The time counts
 * on while the page is closed or the machine sleeps, and is judged before the first touch renews it.
 */
export function useAutoLock(): void {
  const minutes = useStore(session, (state) => state.user?.sysConfig.lockAfterMinutes ?? 0);
  useEffect(() => {
    if (minutes <= 0) return undefined;
    const isOver = () => {
      const isTooLong = !locked.get() && idleTime() >= minutes * 60_000;
      if (isTooLong) void lockNow();
      return isTooLong;
    };
    let last = 0;
    const active = () => {
      if (Date.now() - last < 5_000 || isOver()) return;
      last = Date.now();
      noteActivity();
    };
    active();
    const timer = setInterval(isOver, 10_000);
    for (const name of EVENTS) addEventListener(name, active, { passive: true });
    return () => {
      clearInterval(timer);
      for (const name of EVENTS) removeEventListener(name, active);
    };
  }, [minutes]);
}

const EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
