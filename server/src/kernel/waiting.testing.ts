import { expect } from 'vitest';
import type { TestApp } from './testing.ts';

/** Until a statement waits for what another transaction holds or has written. */
export async function someoneWaits({ database }: TestApp): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(async () => (await database.owner.query(waiting)).rowCount, { timeout: 60_000 })
    .toBeGreaterThan(0);
}
