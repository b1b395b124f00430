import { order } from '@millwright/contract/production/order';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';

let test: TestApp;
let site: TestSite;
let planner: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  planner = await test.as('planner', site);
  await addOrders(site, 30);
  await addOrders(await test.makeSite(), 5);
});
afterAll(() => test.close());

async function addOrders(at: TestSite, count: number): Promise<void> {
  await test.database.owner.query(
    `with made as (insert into base_product (site_id, category, material_code, product_name, standard_beat, status)
       values ($1, 'wheel', 'M', '轮', 60, '1') returning id)
     insert into production_order (site_id, order_code, order_name, product_id, quantity, due_date, plan_start_time, plan_end_time, state, good_qty, ng_qty)
     select $1, 'S-' || n, '订单' || n, made.id, 1000, '2999-12-01', '2026-10-01', '2026-11-01', case when n <= 10 then 'running' else 'draft' end,
       case when n <= 10 then 7 else 0 end, case when n = 1 then 2 else 0 end
     from made, generate_series(1, $2::int) n`,
    [at.id, count],
  );
}

interface Sums {
  list: unknown[];
  total: number;
  sums?: Record<string, string>;
}
const listed = async (query: string) =>
  (await test.call<Sums>('GET', `${order.path}?${query}`, undefined, planner)).data;

it('adds up the numbers of all rows of a list, not of the page alone', async () => {
  const all = await listed('page=2&limit=20');
  expect([all.list.length, all.total]).toEqual([10, 30]);
  expect(all.sums).toMatchObject({ quantity: '30000', goodQty: '70', ngQty: '2', packedQty: '0' });
});

it('adds up what the filter leaves, and nothing when it leaves nothing', async () => {
  const running = await listed('params[state]=running&limit=5');
  expect(running).toMatchObject({ total: 10, sums: { quantity: '10000', goodQty: '70' } });
  const none = await listed('params[orderCode]=nothing');
  expect(none).toMatchObject({ total: 0, sums: { quantity: '0', goodQty: '0' } });
});

it('gives no totals where no field asks for them', async () => {
  const { data } = await test.call<Sums>('GET', '/api/base/products', undefined, planner);
  expect(data.total).toBe(1);
  expect(data).not.toHaveProperty('sums');
});
