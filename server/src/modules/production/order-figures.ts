import { order } from '@millwright/contract/production/order';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { listQueryOf } from '../../kernel/list-query.ts';
import { conditionsOf, where } from '../../kernel/store/filter.ts';

/** What explains the counters above the orders: days that the worst order will be late, pieces that wait for their start. */
export interface OrderFigures {
  worstLateDays: number;
  waitingQty: number;
}

/**
 * Over all orders that the session sees and that fit the filters of `params`, however many there are; days are those of
 * each order's site.
 */
export async function orderFigures(
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<OrderFigures> {
  const { session } = context;
  const { params } = listQueryOf(order, query);
  const found = await sql<OrderFigures>`
    select coalesce(max((t.forecast_time at time zone coalesce(s.time_zone, ${session.timeZone}))::date - t.due_date)
        filter (where t.risk = 'late' and t.state in ('running', 'paused', 'released')), 0)::int as "worstLateDays",
      coalesce(sum(t.quantity) filter (where t.state = 'released'), 0)::int as "waitingQty"
    from production_order t left join base_site s on s.id = t.site_id ${where(conditionsOf(order, session, params))}`.execute(
    context.sql,
  );
  return found.rows[0] ?? { worstLateDays: 0, waitingQty: 0 };
}
