import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp } from '../../kernel/testing.ts';

// The forecast lies in the afternoon of the 22nd in New York and on the 23rd in Shanghai, where the company works.
const FORECAST = '2999-11-22T20:00:00Z';
const DUE = '2999-11-22';

let test: TestApp;
let admin: Headers;
let shanghai: string;
let newYork: string;
beforeAll(async () => {
  test = await testApp();
  admin = await test.signIn('admin');
  [shanghai, newYork] = [
    await runningOrder('Asia/Shanghai'),
    await runningOrder('America/New_York'),
  ];
});
afterAll(() => test.close());

/** Id of an order of a site of its own in a zone. */
async function runningOrder(zone: string): Promise<string> {
  const site = await test.makeSite();
  const { rows } = await test.database.owner.query<{ id: string }>(
    `with placed as (update base_site set time_zone = $2 where id = $1 returning id),
      wheel as (insert into base_product (site_id, category, material_code, product_name, standard_beat)
        select id, 'wheel', 'W1', '18寸锻造轮', 60 from placed returning id, site_id)
    insert into production_order (site_id, order_code, order_name, order_type, product_id, quantity, plan_start_time,
      plan_end_time, due_date, state, forecast_time, risk)
    select site_id, $2, $2, 'mass', id, 10, '2026-11-01', $3, $4, 'running', $3, 'late' from wheel returning id`,
    [site.id, zone, FORECAST, DUE],
  );
  return rows[0]?.id ?? '';
}

it('orders of several sites are judged by the days of each site', async () => {
  const path = '/api/production/orders';
  const list = await test.call<{ list: { id: string; risk: string }[] }>(
    'GET',
    `${path}?page=1&limit=20`,
    undefined,
    admin,
  );
  const risks = new Map(list.data.list.map(({ id, risk }) => [id, risk]));
  expect([risks.get(shanghai), risks.get(newYork)]).toEqual(['late', 'risk']);
  const one = await test.call<{ risk: string }>('GET', `${path}/${newYork}`, undefined, admin);
  expect(one.data.risk).toBe('risk');
  const file = await test.app.inject({
    method: 'GET',
    url: `${path}/export?format=csv&columns=orderCode,risk`,
    headers: admin,
  });
  const lines = file.body.split('\r\n');
  expect(lines.find((line) => line.includes('Asia/Shanghai'))).toContain('延误');
  expect(lines.find((line) => line.includes('America/New_York'))).toContain('风险');
});

it('the days by which the worst order is late are days of its site', async () => {
  const worst = async () =>
    (
      await test.call<{ worstLateDays: number }>(
        'GET',
        '/api/production/orders/figures',
        undefined,
        admin,
      )
    ).data.worstLateDays;
  expect(await worst()).toBe(1);
  await test.database.owner.query(
    `update production_order set due_date = '2999-11-20' where id = $1`,
    [newYork],
  );
  expect(await worst()).toBe(2);
});
