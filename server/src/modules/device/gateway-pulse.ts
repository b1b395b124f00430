import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Gateway } from './gateway-row.ts';
import type { Judged } from './judge.ts';

/** What came in at once from a gateway. */
export interface Heard {
  readonly gateway: Gateway;
  readonly accepted: readonly Judged[];
  readonly duplicate: number;
  readonly rejected: number;
}

/**
 * Notes that gateways spoke: a row for each batch and, every few seconds, when each was last heard. Their clocks are
 * compared by heartbeats; for the others it is unknown how long they were on their way.
 */
export async function hear(trx: Trx, heard: readonly Heard[]): Promise<void> {
  const rows = JSON.stringify(heard.map(rowOf));
  await Promise.all([
    sql`insert into device_batch (gateway_id, site_id, accepted, timed, duplicate, rejected, delay_ms, ahead_ms)
      select gateway_id, site_id, accepted, timed, duplicate, rejected, delay_ms, ahead_ms
      from jsonb_populate_recordset(null::device_batch, ${rows}::jsonb)`.execute(trx),
    sql`update base_gateway g set last_heard_time = now(), connection = 'online', clock_drift = coalesce(n.drift, g.clock_drift)
      from (select g.id, r.drift from base_gateway g
        join jsonb_to_recordset(${rows}::jsonb) r(gateway_id bigint, drift numeric) on r.gateway_id = g.id
        where r.drift is not null or g.connection is distinct from 'online'
          or g.last_heard_time is null or g.last_heard_time < now() - interval '5 seconds'
        order by g.id for no key update of g) n
      where g.id = n.id`.execute(trx),
  ]);
}

function rowOf({ gateway, accepted, duplicate, rejected }: Heard): Record<string, unknown> {
  const timed = accepted.filter(({ timeSuspect }) => !timeSuspect);
  const sum = timed.reduce((total, { delayMs }) => total + Math.max(0, delayMs), 0);
  const pulse = accepted.findLast(({ message }) => message.type === 'heartbeat');
  return {
    gateway_id: gateway.id,
    site_id: gateway.siteId,
    accepted: accepted.length,
    timed: timed.length,
    duplicate,
    rejected,
    delay_ms: timed.length === 0 ? 0 : Math.round(sum / timed.length),
    ahead_ms: timed.reduce((most, { delayMs }) => Math.max(most, -delayMs), 0),
    drift: pulse ? String(-pulse.delayMs / 1000) : null,
  };
}

/** Notes that a gateway took its leave: it is silent from now on, not only when it was not heard for a while. */
export async function fallSilent(trx: Trx, gateway: Gateway): Promise<void> {
  await sql`update base_gateway set connection = 'silent' where id = ${gateway.id}`.execute(trx);
}
