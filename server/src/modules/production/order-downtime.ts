import { reasonCode } from '@millwright/contract/base/reason-code';
import { downtimeCategoryWord } from '@millwright/contract/equipment/downtime-word';
import type { OrderDowntime, OrderStop } from '@millwright/contract/production/order-downtime';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { labelOf } from '../../kernel/store/columns.ts';

/** Stops of machines while they had the order, newest first. */
export async function downtimeOf(
  { sql: trx, session }: Context,
  { id }: { readonly id: string },
): Promise<OrderDowntime> {
  const ofOrder = sql`from equipment_downtime t where t.order_id = ${id}`;
  const [all, newest] = await Promise.all([
    sql<{ total: number; minutes: string }>`
      select count(*)::int as total, coalesce(sum(t.minutes), 0)::text as minutes ${ofOrder}`.execute(
      trx,
    ),
    sql<Omit<OrderStop, 'category'> & { category: string }>`
      select t.id, t.equipment_number as "equipmentNumber", t.start_time as "startTime", t.end_time as "endTime",
        t.minutes::text as minutes, t.category,
        (select ${labelOf(reasonCode, 'r', session.locale)} from base_reason_code r where r.id = t.reason_id) as reason
      ${ofOrder} order by t.start_time desc, t.id desc limit ${MOST}`.execute(trx),
  ]);
  const { total = 0, minutes = '0' } = all.rows[0] ?? {};
  const list = newest.rows.map((stop) => ({
    ...stop,
    category: downtimeCategoryWord(stop.category),
  }));
  return { list, total, minutes };
}

/** As many as a drawer shows; the totals are of all. */
const MOST = 50;
