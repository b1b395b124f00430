import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { settle } from '../notice/tell.ts';
import { causesOf } from './alarm-notices.ts';
import type { Watch } from './watch.ts';
import { lockWhere, writeWatches } from './watch-row.ts';

/** Ends the notices of the alarm whose row of the log somebody acknowledges; it is not escalated any more. */
export async function endAcknowledged(
  trx: Trx,
  log: { readonly id: string; readonly siteId: string },
  userId: string,
): Promise<void> {
  const watches = await lockWhere(trx, sql`w.site_id = ${log.siteId} and w.log_id = ${log.id}`);
  for (const watch of watches)
    Object.assign(watch, { told: false, notifyAt: null, escalateAt: null });
  await settle(trx, watches.flatMap(causesOf), { userId });
  await writeWatches(trx, watches, []);
}

/** Alarms of some configurations, in one site or (null) in all. */
export interface Quieted {
  readonly configIds: readonly string[];
  readonly siteId: string | null;
}

/** Ends the notices of alarms shelved by a configuration; those that stand when the shelving ends are told then. */
export async function quietUntil(
  trx: Trx,
  quieted: Quieted & { readonly by: string },
  until: number,
): Promise<void> {
  const watches = await open(trx, quieted);
  for (const watch of watches) {
    const notifyAt = watch.endTime === null && (watch.told || watch.notifyAt) ? until : null;
    Object.assign(watch, { configId: quieted.by, told: false, notifyAt, escalateAt: null });
  }
  await settle(trx, watches.flatMap(causesOf));
  await writeWatches(trx, watches, []);
}

/** Tells at once what a shelving held back. */
export async function endQuiet(trx: Trx, configId: string, now = Date.now()): Promise<void> {
  const watches = await open(trx, { configIds: [configId], siteId: null });
  for (const watch of watches) if (watch.notifyAt !== null) watch.notifyAt = now;
  await writeWatches(trx, watches, []);
}

/** Ends the notices of alarms of which nobody shall be told any more. */
export async function quietForGood(trx: Trx, quieted: Quieted): Promise<void> {
  await end(trx, await open(trx, quieted));
}

/** Ends the notices of disabled machines: what they say is not taken any more, hence no going of their alarms either. */
export async function quietDisabled(trx: Trx): Promise<void> {
  const isDisabled = sql`exists (select from base_equipment e where e.id = w.equipment_id and e.status <> '1')`;
  await end(trx, await lockWhere(trx, isDisabled));
}

async function end(trx: Trx, watches: readonly Watch[]): Promise<void> {
  if (watches.length === 0) return;
  await settle(trx, watches.flatMap(causesOf));
  await writeWatches(trx, [], watches);
}

function open(trx: Trx, { configIds, siteId }: Quieted): Promise<Watch[]> {
  const site = siteId === null ? sql`` : sql`and w.site_id = ${siteId}`;
  return lockWhere(trx, sql`w.config_id = any(${configIds}::bigint[]) ${site}`);
}
