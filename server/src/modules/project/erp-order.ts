import type { ListAnswer } from '@millwright/contract/kernel/query';
import { erpOrder } from '@millwright/contract/project/erp-order';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Context } from '../../kernel/context.ts';
import { listQueryOf } from '../../kernel/list-query.ts';
import { conditionsOf, where } from '../../kernel/store/filter.ts';

/** An order line as the project side suggests it; `code` and `name` repeat its order code and name. */
export interface ProjectOrder {
  id: string;
  orderCode: string;
  orderName: string;
  code: string;
  name: string;
  shortName: string;
  anotherName: string;
  customerName: string | null;
  machine: string;
  machineQty: number;
  contractDate: string | null;
  deliveryDate: string;
  status: string;
  /** No project has been made of any line in this release. */
  projectId: null;
}

export default behaviour(erpOrder, {
  routes: [
    {
      method: 'GET',
      path: '/erpProject/orderList',
      tag: 'session',
      module: erpOrder.label,
      handle: (context, { query }) => projectOrders(context, query),
    },
  ],
});

/** `GET /erpProject/orderList`: one row per order line of the site, newest first, 50 unless asked otherwise; none for customers. */
async function projectOrders(
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<ListAnswer<ProjectOrder>> {
  const asked = listQueryOf(erpOrder, { limit: '50', ...query });
  const isCustomer = context.session.identity === 3;
  const conditions = where([
    ...conditionsOf(erpOrder, context.session, asked.params),
    ...(isCustomer ? [sql<boolean>`false`] : []),
  ]);
  const [counted, found] = await Promise.all([
    sql<{
      total: string;
    }>`select count(*) as total from project_erp_order t ${conditions}`.execute(context.sql),
    sql<ProjectOrder>`
      select t.id, t.order_code as "orderCode", t.order_name as "orderName", t.order_code as code, t.order_name as name,
        t.short_name as "shortName", coalesce(t.another_name, t.short_name) as "anotherName",
        t.customer_name as "customerName", t.machine, t.machine_qty as "machineQty", t.contract_date as "contractDate",
        t.delivery_date as "deliveryDate", t.status, null as "projectId"
      from project_erp_order t ${conditions} order by t.create_time desc, t.id desc
      limit ${asked.limit} offset ${(asked.page - 1) * asked.limit}`.execute(context.sql),
  ]);
  const total = Number(counted.rows[0]?.total ?? 0);
  return { list: found.rows, total, page: asked.page, limit: asked.limit };
}
