import type { ListAnswer } from '@millwright/contract/kernel/query';
import { order } from '@millwright/contract/production/order';
import { orderLabel } from '@millwright/contract/production/order-label';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { listQueryOf } from '../../kernel/list-query.ts';
import { conditionsOf, where } from '../../kernel/store/filter.ts';

/** An order as suggestions show it. */
export interface SuggestedOrder {
  id: string;
  code: string;
  name: string;
  label: string;
  productId: string;
  state: string;
}

/** `GET /api/commons/orders`: the order list and, with `params[keyword]`, the order search; 50 unless asked otherwise. */
export async function ordersForAll(
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<ListAnswer<SuggestedOrder>> {
  const asked = listQueryOf(order, { limit: '50', ...query });
  const conditions = where(conditionsOf(order, context.session, asked.params));
  const [counted, found] = await Promise.all([
    sql<{ total: string }>`select count(*) as total from production_order t ${conditions}`.execute(
      context.sql,
    ),
    sql<Omit<SuggestedOrder, 'label'>>`
      select t.id, t.order_code as code, t.order_name as name, t.product_id as "productId", t.state
      from production_order t ${conditions} order by t.create_time desc, t.id desc
      limit ${asked.limit} offset ${(asked.page - 1) * asked.limit}`.execute(context.sql),
  ]);
  const list = found.rows.map(({ id, code, name, productId, state }) => ({
    id,
    code,
    name,
    label: orderLabel({ code, name }),
    productId,
    state,
  }));
  return { list, total: Number(counted.rows[0]?.total ?? 0), page: asked.page, limit: asked.limit };
}
