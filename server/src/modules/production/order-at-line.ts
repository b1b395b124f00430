import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** An order that was begun and has not ended. */
export interface OrderAtLine {
  readonly id: string;
  readonly orderCode: string | null;
  readonly state: 'running' | 'paused';
  readonly productId: string;
  readonly startTime: string | null;
}

/** Whether an order `o` is for a line: it names it, or none and so is for every line of its site. */
export function isForLine(lineId: string | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(o.line_ids @> array[${lineId}]::bigint[] or o.line_ids = '{}')`;
}

/** Whether an order `o` has begun and not ended. */
const IS_BEGUN = sql`o.state in ('running', 'paused')`;

/** Whether an order `o` had begun and not ended at a moment. */
function hadBegun(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`o.actual_start_time <= ${at} and (${IS_BEGUN} or o.actual_end_time > ${at})`;
}

const FIRST = sql`order by o.line_ids <> '{}' desc, o.state <> 'paused' desc, o.actual_start_time desc nulls last, o.id limit 1`;

/** The same as `orderAtLine` as a subquery with the columns of `production_order`; `at` a moment, without it now. */
export function orderRow(
  siteId: RawBuilder<unknown>,
  lineId: RawBuilder<unknown>,
  at?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select o.* from production_order o where o.site_id = ${siteId} and ${isForLine(lineId)}
    and ${at ? hadBegun(at) : IS_BEGUN} ${FIRST})`;
}

/**
 * The order at the stations of a line, as long as pieces do not tell theirs: of the orders begun those that name the
 * line come before those for any line of the site, running ones before paused ones, the one begun last before the
 * others. A line whose every order is paused therefore stands; one that goes on with another order does not.
 */
export async function orderAtLine(
  trx: Trx,
  siteId: string,
  lineId: string,
): Promise<OrderAtLine | null> {
  const { rows } = await sql<OrderAtLine>`
    select o.id, o.order_code as "orderCode", o.state, o.product_id as "productId", o.actual_start_time as "startTime"
    from production_order o
    where o.site_id = ${siteId} and ${IS_BEGUN} and ${isForLine(lineId)} ${FIRST}`.execute(trx);
  return rows[0] ?? null;
}
