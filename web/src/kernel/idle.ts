/** Notes that somebody is here: signed in, unlocked, pressed, touched; for all tabs of this browser. */
export function noteActivity(): void {
  localStorage.setItem(KEY, String(Date.now()));
}

/** Milliseconds since somebody was last here; 0 in a browser that never noted it. */
export function idleTime(): number {
  return Date.now() - Number(localStorage.getItem(KEY) ?? Date.now());
}

const KEY = 'lastActive';
