import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Gateway } from './gateway-row.ts';
import type { Judged } from './judge.ts';

/** What came in at once. */
export interface Heard {
  readonly accepted: readonly Judged[];
  readonly duplicate: number;
  readonly rejected: number;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Notes that a gateway spoke: a row for the batch and, every few seconds, when it was last heard. Its clock is
 * compared by heartbeats; for the others it is unknown how long they were on their way.
 */
export async function hear(trx: Trx, gateway: Gateway, heard: Heard): Promise<void> {
  const delays = heard.accepted.map(({ delayMs }) => delayMs);
  const delay =
    delays.length === 0 ? 0 : Math.round(delays.reduce((sum, ms) => sum + ms, 0) / delays.length);
  const pulse = heard.accepted.findLast(({ message }) => message.type === 'heartbeat');
  const drift = pulse ? String(-pulse.delayMs / 1000) : null;
  await Promise.all([
    sql`insert into device_batch (gateway_id, site_id, accepted, duplicate, rejected, delay_ms)
      values (${gateway.id}, ${gateway.siteId}, ${heard.accepted.length}, ${heard.duplicate}, ${heard.rejected}, ${delay})`.execute(
      trx,
    ),
    sql`update base_gateway set last_heard_time = now(), connection = 'online', clock_drift = coalesce(${drift}::numeric, clock_drift)
      where id = ${gateway.id} and (${drift}::numeric is not null or connection is distinct from 'online'
        or last_heard_time is null or last_heard_time < now() - interval '5 seconds')`.execute(trx),
  ]);
}

/** Notes that a gateway took its leave: it is silent from now on, not only when it was not heard for a while. */
export async function fallSilent(trx: Trx, gateway: Gateway): Promise<void> {
  await sql`update base_gateway set connection = 'silent' where id = ${gateway.id} and not is_history`.execute(
    trx,
  );
}
