import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';
import { importCalls, sheetOf } from './sheet-call-testing.ts';

const REASON = '客户加单';
let test: TestApp;
let site: TestSite;
let planner: Headers;
let productId = '';

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  planner = await test.as('planner', site);
  const made = await test.database.owner.query<{ id: string }>(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, status)
     values ($1, 'wheel', 'M', '轮', 60, '1') returning id`,
    [site.id],
  );
  productId = made.rows[0]?.id ?? '';
});
afterAll(() => test.close());

async function addOrders(prefix: string, count: number): Promise<void> {
  await test.database.owner.query(
    `insert into production_order (site_id, order_code, order_name, product_id, quantity, due_date, plan_start_time, plan_end_time, state)
     select $1, $2 || '-' || n, '订单' || n, $3, 100, '2999-12-01', '2026-10-01', '2026-11-01', case when n = 1 then 'draft' else 'released' end
     from generate_series(1, $4::int) n`,
    [site.id, prefix, productId, count],
  );
}

const orders = () => importCalls(test, '/api/production/orders', planner);
const changing = (prefix: string, count: number) =>
  sheetOf([
    ['订单编号', '订单数量'],
    ...Array.from({ length: count }, (_, n) => [`${prefix}-${n + 1}`, 150]),
  ]);

it('changes released orders with the reason that was given for the sheet, and keeps it', async () => {
  await addOrders('R', 3);
  const file = await changing('R', 3);
  const without = await orders().run('check', { file }, { onError: 'skip' });
  expect(without.data.errors.map(({ row, key }) => [row, key])).toEqual([
    [3, 'row.reason'],
    [4, 'row.reason'],
  ]);
  const checked = await orders().run('check', { file }, { onError: 'skip', reason: REASON });
  expect(checked.data).toMatchObject({ total: 3, failed: 0 });
  const written = await orders().run('upsert', { file }, { reason: ` ${REASON} ` });
  expect(written.data).toMatchObject({ total: 3, ok: 3, failed: 0 });
  const { rows } = await test.database.owner.query<{ id: string; quantity: number }>(
    `select id, quantity from production_order where order_code in ('R-2', 'R-3')`,
  );
  expect(rows.map(({ quantity }) => quantity)).toEqual([150, 150]);
  const history = await test.call<{ list: { operation: string; reason: string | null }[] }>(
    'GET',
    `/api/production/orders/${rows[0]?.id}/history`,
    undefined,
    planner,
  );
  expect(history.data.list[0]).toMatchObject({ operation: 'import', reason: REASON });
});

it('tells already while checking that many rows need a reason', async () => {
  await addOrders('L', 600);
  const file = await changing('L', 600);
  const checked = await orders().run('check', { file }, { onError: 'skip' });
  expect(checked.data).toMatchObject({ total: 600, ok: 1, failed: 599 });
  const given = await orders().run('check', { file }, { onError: 'skip', reason: REASON });
  expect(given.data).toMatchObject({ total: 600, failed: 0 });
});

it('changes the offset of a check item with it, which the versions of its limits keep', async () => {
  const engineer = await test.as('process_engineer', site);
  const procedure = await test.call<{ id: string }>(
    'POST',
    '/api/base/procedures',
    { procedureCode: 'OPR', procedureName: '精车', procedureType: 'machine' },
    engineer,
  );
  const item = { itemCode: 'HB9', itemName: '中心孔', procedureId: procedure.data.id };
  const made = await test.call<{ id: string }>(
    'POST',
    '/api/base/check-items',
    { ...item, category: 'dimension', standard: '66.5', upperLimit: '66.6' },
    engineer,
  );
  expect(made.code, made.msg).toBe(0);
  const items = importCalls(test, '/api/base/check-items', engineer);
  const file = await sheetOf([
    ['项目编码', '工序', '补偿值'],
    ['HB9', 'OPR', 0.02],
  ]);
  const without = await items.run('upsert', { file });
  expect(without.data.errors).toMatchObject([
    { key: 'row.reason', field: 'reason', label: '原因', message: '请填写原因' },
  ]);
  const written = await items.run('upsert', { file }, { reason: '更换测头' });
  expect(written.data).toMatchObject({ ok: 1, failed: 0 });
  const { rows } = await test.database.owner.query(
    `select reason from base_check_limit where check_item_id = $1 order by id desc limit 1`,
    [made.data.id],
  );
  expect(rows).toEqual([{ reason: '更换测头' }]);
});
