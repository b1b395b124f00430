import { order } from '@millwright/contract/production/order';
import { sql } from 'kysely';
import type { Context, RecordedChange } from '../../kernel/context.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
import { contextOn, systemSession } from '../../kernel/http/run.ts';
import { logSystemActs } from '../../kernel/log/system-log.ts';
import { refreshOutlook } from './order-outlook.ts';

/** Orders of which work began, each with the moment (milliseconds) of its first pieces or of its plan. */
export type Beginnings = ReadonlyMap<string, number>;

/** Sets the released ones among orders running; the others stay as they are. */
export async function startOrders(context: Context, beginnings: Beginnings): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from production_order
    where id = any(${[...beginnings.keys()]}::bigint[]) and state = 'released' order by id for update`.execute(
    context.sql,
  );
  if (rows.length === 0) return;
  for (const { id } of rows) {
    const actualStartTime = new Date(beginnings.get(id) ?? Date.now()).toISOString();
    await context.store(order).act('start', id, {}, { actualStartTime });
  }
  await refreshOutlook(
    context,
    rows.map(({ id }) => id),
  );
}

/** The same by the system itself, on an open transaction of a site; the history of the orders tells it. */
export async function startBySystem(
  trx: Trx,
  siteId: string,
  beginnings: Beginnings,
): Promise<void> {
  if (beginnings.size === 0) return;
  const records: RecordedChange[] = [];
  await startOrders(contextOn(systemSession('0', siteId), trx, [], records), beginnings);
  await logSystemActs(
    trx,
    records.map((change) => ({ ...change, siteId })),
  );
}
