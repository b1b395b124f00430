/**
 * Makes a call that somebody waits for at once. One of the background (counters, badges, choices made elsewhere) gives
 * way: it goes out when nothing of the others is under way, at the latest after a second. A browser has few connections.
 */
export async function inTurn<T>(isBackground: boolean, call: () => Promise<T>): Promise<T> {
  if (isBackground) {
    await whenQuiet();
    return call();
  }
  awaited += 1;
  try {
    return await call();
  } finally {
    awaited -= 1;
    if (awaited === 0) for (const go of behind) go();
  }
}

const LONGEST_MS = 1000;
const behind = new Set<() => void>();
let awaited = 0;

/** Calls of the same moment come first, wherever on the page they are made. */
function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(latest);
      behind.delete(go);
      resolve();
    };
    const latest = setTimeout(go, LONGEST_MS);
    behind.add(go);
    setTimeout(() => awaited === 0 && go());
  });
}
