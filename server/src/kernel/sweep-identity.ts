import { sql } from 'kysely';
import type { Pool } from './database/pool.ts';
import { inScope } from './database/transaction.ts';

const HOUR_MS = 3_600_000;

/** Sweeps now, then hourly; returns what stops it. A first sweep that fails is thrown, later ones go to `onError`. */
export async function sweepIdentityHourly(
  pool: Pool,
  onError: (error: unknown) => void,
): Promise<() => void> {
  await sweepIdentity(pool);
  const hourly = setInterval(() => void sweepIdentity(pool).catch(onError), HOUR_MS);
  hourly.unref();
  return () => clearInterval(hourly);
}

/**
 * Removes what has served its time: answers of repeatable calls after a day, sessions 30 days after their end, old
 * counters of failed sign-ins; makes the log partitions of the months to come. The last session of each person stays:
 * it says at which site the next one begins.
 */
async function sweepIdentity(pool: Pool): Promise<void> {
  await inScope(pool, { site: '*', timeoutMs: 60_000 }, async (trx) => {
    await sql`delete from idempotency_key where create_time < now() - interval '24 hours'`.execute(
      trx,
    );
    await sql`delete from system_session s where not live and ended_at < now() - interval '30 days'
      and exists (select from system_session later
        where later.user_id = s.user_id and (later.last_seen_at, later.id) > (s.last_seen_at, s.id))`.execute(
      trx,
    );
    await sql`update system_session set live = false, ended_at = now(), end_reason = 'expired' where live and expires_at < now()`.execute(
      trx,
    );
    await sql`delete from sign_in_counter where last_failure < now() - interval '12 hours' and (blocked_until is null or blocked_until < now())`.execute(
      trx,
    );
    await sql`delete from sign_in_success where last_success < now() - interval '30 days'`.execute(
      trx,
    );
    await sql`select ensure_log_partitions(1, 2)`.execute(trx);
  });
}
