import { useEffect } from 'react';
import { lockNow } from '../kernel/lock-calls.ts';
import { locked } from '../kernel/lock.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';

/** Locks the screen after the configured minutes without a key, click or touch in any tab of this browser. */
export function useAutoLock(): void {
  const minutes = useStore(session, (state) => state.user?.sysConfig.lockAfterMinutes ?? 0);
  useEffect(() => {
    if (minutes <= 0) return undefined;
    touch();
    let last = Date.now();
    const active = () => {
      if (Date.now() - last < 5_000) return;
      last = Date.now();
      touch();
    };
    const timer = setInterval(() => {
      const idle = Date.now() - Number(localStorage.getItem(KEY) ?? Date.now());
      if (!locked.get() && idle >= minutes * 60_000) void lockNow();
    }, 10_000);
    for (const name of EVENTS) addEventListener(name, active, { passive: true });
    return () => {
      clearInterval(timer);
      for (const name of EVENTS) removeEventListener(name, active);
    };
  }, [minutes]);
}

const KEY = 'lastActive';
const EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

function touch(): void {
  localStorage.setItem(KEY, String(Date.now()));
}
