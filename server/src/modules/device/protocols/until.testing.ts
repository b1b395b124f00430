import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds; throws when it does not within `ms`. */
export async function until(test: () => Promise<boolean> | boolean, ms = 40_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) if (await test()) return;
  throw new Error('It did not come to pass.');
}
