import type { OrderDowntime } from '@millwright/contract/production/order-downtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp, type TestSite } from '../../kernel/testing.ts';

let test: TestApp;
let site: TestSite;
let planner: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  planner = await test.as('planner', site);
});
afterAll(() => test.close());

async function idOf(text: string, values: readonly unknown[]): Promise<string> {
  const { rows } = await test.database.owner.query<{ id: string }>(text, [...values]);
  return rows[0]?.id ?? '';
}

async function makeOrder(code: string): Promise<string> {
  return idOf(
    `with made as (insert into base_product (site_id, category, material_code, product_name, standard_beat, status)
       values ($1, 'wheel', $2, '轮', 60, '1') returning id)
     insert into production_order (site_id, order_code, order_name, product_id, quantity, due_date, plan_start_time, plan_end_time, state)
     select $1, $2, $2, made.id, 100, '2999-12-01', '2026-10-01', '2026-11-01', 'running' from made returning id`,
    [site.id, code],
  );
}

it('tells which machines stood while they had the order, newest first, and for how long in all', async () => {
  const [order, other] = [await makeOrder('D-1'), await makeOrder('D-2')];
  const machine = await idOf(
    `insert into base_equipment (site_id, number, nickname, equipment_kind) values ($1, 'CNC-1', '加工中心', 'machineTool') returning id`,
    [site.id],
  );
  const stop = (of: string, start: string, end: string | null, minutes: number, category: string) =>
    idOf(
      `insert into equipment_downtime (site_id, equipment_id, equipment_number, start_time, end_time, minutes, category, order_id, state)
       values ($1, $2, 'CNC-1', $3, $4, $5, $6, $7, 'unclassified') returning id`,
      [site.id, machine, start, end, minutes, category, of],
    );
  await stop(order, '2026-11-02T01:00:00Z', '2026-11-02T01:47:00Z', 47, 'breakdown');
  await stop(order, '2026-11-03T01:00:00Z', '2026-11-03T01:05:30Z', 5.5, 'unclassified');
  await stop(other, '2026-11-04T01:00:00Z', null, 0, 'unclassified');
  const path = `/api/production/orders/${order}/downtime`;
  const { data } = await test.call<OrderDowntime>('GET', path, undefined, planner);
  expect(data).toMatchObject({ total: 2, minutes: '52.50' });
  expect(data.list.map(({ startTime }) => startTime.slice(0, 10))).toEqual([
    '2026-11-03',
    '2026-11-02',
  ]);
  expect(data.list[1]).toMatchObject({ equipmentNumber: 'CNC-1', minutes: '47.00' });
  const elsewhere = await test.as('planner', await test.makeSite());
  expect((await test.call('GET', path, undefined, elsewhere)).code).toBe(404);
});
