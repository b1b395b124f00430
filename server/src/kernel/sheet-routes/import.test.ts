import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';
import { importCalls, sheetOf } from './sheet-call-testing.ts';

const PRODUCTS = '/api/base/products';
const TAGS = [
  'base:product:list',
  'base:product:import',
  'base:product:export',
  'base:product:add',
  'base:product:edit',
];

let test: TestApp;
let site: TestSite;
let headers: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  headers = await test.as(TAGS, site);
});
afterAll(() => test.close());

const HEAD = ['产品类别', '物料编码', '产品名称', '标准节拍'];

async function countOf(where: string, ...values: unknown[]): Promise<number> {
  const { rows } = await test.database.owner.query<{ n: string }>(
    `select count(*) as n from base_product where ${where}`,
    values,
  );
  return Number(rows[0]?.n);
}

it('checks without writing, then adds rows, then finds them unchanged', async () => {
  const { run } = importCalls(test, PRODUCTS, headers);
  const file = await sheetOf([
    HEAD,
    ['锻造轮', 'A-1', '轮一', 145],
    ['wheel', 'A-2', '轮二', '1,200.5'],
  ]);
  const words = await test.database.owner.query<{ item_text: string; item_value: string }>(
    `select item_text, item_value from system_dict_item i join system_dict_type d on d.id = i.dict_id where dict_type = 'product_category' order by 2`,
  );
  expect(words.rows.map(({ item_value }) => item_value)).toContain('wheel');
  const sent = { file, fields: { again: '1' } };
  const checked = await run('check', sent);
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.data.rows.map(({ row }) => row)).toEqual([2, 3]);
  expect(await countOf(`material_code like 'A-%'`)).toBe(0);
  const good = {
    file: await sheetOf([HEAD, ['wheel', 'A-1', '轮一', 145], ['WHEEL', 'A-2', '轮二', '1,200.5']]),
  };
  const added = await run('insert', good);
  expect(added.data).toMatchObject({ total: 2, ok: 2, failed: 0 });
  expect(added.data.rows.map(({ verdict }) => verdict)).toEqual(['new', 'new']);
  expect(await countOf(`material_code like 'A-%' and site_id = $1`, site.id)).toBe(2);
  const again = await run('upsert', good, { again: '1' });
  expect(again.data.rows.map(({ verdict }) => verdict)).toEqual(['unchanged', 'unchanged']);
});

it('changes by the code, keeps what a blank cell leaves, and writes the history', async () => {
  const { run } = importCalls(test, PRODUCTS, headers);
  await run('insert', {
    file: await sheetOf([
      [...HEAD, '简称'],
      ['wheel', 'U-1', '旧名', 100, 'u1'],
      ['wheel', 'U-2', '二', 100, 'u2'],
    ]),
  });
  const answer = await run('upsert', {
    file: await sheetOf([
      [...HEAD, '简称'],
      ['wheel', 'u-1', '新名', 100, null],
      ['wheel', 'U-3', '三', 50, null],
    ]),
  });
  expect(answer.data.rows.map(({ verdict }) => verdict)).toEqual(['changed', 'new']);
  const { rows } = await test.database.owner.query(
    `select product_name, abbreviation, revision from base_product where material_code = 'U-1'`,
  );
  expect(rows).toEqual([{ product_name: '新名', abbreviation: 'u1', revision: 2 }]);
  const logged = await test.database.owner.query(
    `select changes from log_operate where entity = 'base/product' and changes->>'operation' in ('import', 'update') and changes->>'title' = '新名'`,
  );
  expect(logged.rows[0]?.changes.fields).toMatchObject([
    { field: 'productName', before: '旧名', after: '新名' },
  ]);
});

it('tells all errors by cell, with an error file, and writes nothing with abort', async () => {
  const { run } = importCalls(test, PRODUCTS, headers);
  const file = await sheetOf([
    HEAD,
    ['nonsense', 'E-1', null, -5],
    ['wheel', 'E-2', '好', 10],
    ['wheel', 'E-2', '重复', 10],
    ['wheel', 'x'.repeat(41), '长', 'abc'],
  ]);
  const answer = await run('insert', { file });
  expect(answer.data).toMatchObject({ total: 4, ok: 0, failed: 4 });
  const found = answer.data.errors.map(({ row, column, key }) => [row, column, key]);
  expect(found).toEqual([
    [2, 'A', 'field.choice'],
    [2, 'C', 'field.required'],
    [2, 'D', 'field.above'],
    [3, 'B', 'import.repeated'],
    [4, 'B', 'import.repeated'],
    [5, 'B', 'field.maxLength'],
    [5, 'D', 'field.type'],
  ]);
  expect(answer.data.errors[0]).toMatchObject({ label: '产品类别', value: 'nonsense' });
  expect(await countOf(`material_code like 'E-%'`)).toBe(0);
  const errorFile = await test.app.inject({ method: 'GET', url: answer.data.errorFile ?? '' });
  expect(errorFile.statusCode).toBe(200);
  expect(errorFile.headers['content-disposition']).toContain('attachment');
  expect(errorFile.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

it('tells all that is wrong with a new row beside its taken code', async () => {
  const { run } = importCalls(test, PRODUCTS, headers);
  await run('insert', { file: await sheetOf([HEAD, ['wheel', 'T-1', '在', 10]]) });
  const answer = await run('insert', {
    file: await sheetOf([HEAD, ['nonsense', 't-1', null, -5]]),
  });
  expect(answer.data.errors.map(({ column, key }) => [column, key])).toEqual([
    ['A', 'field.choice'],
    ['B', 'row.duplicate'],
    ['C', 'field.required'],
    ['D', 'field.above'],
  ]);
});

it('writes the good rows with skip', async () => {
  const { run } = importCalls(test, PRODUCTS, headers);
  const file = await sheetOf([HEAD, ['wheel', 'S-1', '好', 10], ['wheel', null, '坏', 10]]);
  const answer = await run('insert', { file }, { onError: 'skip' });
  expect(answer.data).toMatchObject({ total: 2, ok: 1, failed: 1 });
  expect(await countOf(`material_code = 'S-1'`)).toBe(1);
  const taken = await run('insert', { file }, { onError: 'skip', again: '1' });
  expect(taken.data.errors.map(({ key }) => key)).toEqual(['row.duplicate', 'field.required']);
});

it('asks before the same file is written again within ten minutes', async () => {
  const { run } = importCalls(test, PRODUCTS, headers);
  const file = await sheetOf([HEAD, ['wheel', 'R-1', '一', 10]]);
  expect((await run('upsert', { file })).data.repeated).toBeUndefined();
  expect((await run('check', { file })).data).toMatchObject({ repeated: true, total: 1 });
  expect((await run('upsert', { file })).data).toMatchObject({ repeated: true, total: 0 });
  expect((await run('upsert', { file }, { again: '1' })).data).toMatchObject({
    repeated: true,
    total: 1,
  });
});

it('takes twenty thousand rows at once, and not one more', { timeout: 180_000 }, async () => {
  const { run } = importCalls(test, PRODUCTS, headers);
  const line = (index: number) => ['wheel', `V-${index}`, `轮${index}`, index + 1];
  const rows = Array.from({ length: 20_001 }, (_, index) => line(index));
  const answer = await run('insert', { file: await sheetOf([HEAD, ...rows.slice(1)]) });
  expect(answer.data).toMatchObject({ total: 20_000, ok: 20_000, failed: 0 });
  expect(await countOf(`material_code like 'V-%'`)).toBe(20_000);
  const tooMany = await run('check', { file: await sheetOf([HEAD, ...rows]) });
  expect(tooMany).toMatchObject({ code: 400, data: { key: 'sheet.tooManyRows' } });
});

it(
  'changes many orders at once by the rules of orders, telling the row that breaks one',
  { timeout: 180_000 },
  async () => {
    const own = await test.makeSite();
    const orders = importCalls(
      test,
      '/api/production/orders',
      await test.as(['production:order:import', 'production:order:edit'], own),
    );
    const count = Number(process.env.IMPORT_ROWS ?? 1500);
    const made = await test.database.owner.query<{ id: string }>(
      `insert into base_product (site_id, category, material_code, product_name, standard_beat, status) values ($1, 'wheel', 'M', '轮', 60, '1') returning id`,
      [own.id],
    );
    await test.database.owner.query(
      `insert into production_order (site_id, order_code, order_name, product_id, quantity, due_date, plan_start_time, plan_end_time, state, priority, good_qty)
     select $1, 'N-' || n, '订单' || n, $2, 100, '2026-12-01', '2026-10-01', '2026-11-01', case when n = 2 then 'closed' else 'draft' end, '2', case when n = 3 then 50 else 0 end from generate_series(1, $3::int) n`,
      [own.id, made.rows[0]?.id, count],
    );
    const file = await sheetOf([
      ['订单编号', '订单数量'],
      ...Array.from({ length: count }, (_, index) => [`N-${index + 1}`, 40 + (index % 5)]),
    ]);
    const checked = await orders.run('check', { file });
    expect(checked.data.errors.map(({ row, key }) => [row, key])).toEqual([
      [3, 'row.state'],
      [4, 'order.edit.quantityLow'],
    ]);
    expect(checked.data.unrehearsed).toBeUndefined();
    const started = performance.now();
    const { data } = await orders.run('upsert', { file }, { onError: 'skip' });
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(data).toMatchObject({ total: count, ok: count - 2, failed: 2 });
    expect(data.errors.map(({ row, key }) => [row, key])).toEqual([
      [3, 'row.state'],
      [4, 'order.edit.quantityLow'],
    ]);
    const { rows } = await test.database.owner.query(
      `select count(*)::int as n from production_order where site_id = $1 and revision = 2 and quantity < 100`,
      [own.id],
    );
    expect(rows).toEqual([{ n: count - 2 }]);
  },
);

it('says of how many rows a check has not heard what their module says', async () => {
  const codes = importCalls(
    test,
    '/api/base/reason-codes',
    await test.as(['base:reasonCode:import', 'base:reasonCode:add'], site),
  );
  const line = (n: number) => ['hold', `R${n}`, '原因', 'Reason'];
  const head = ['原因分类', '代码', '中文名称', '英文名称'];
  const unheard = async (count: number) => {
    const rows = Array.from({ length: count }, (_, index) => line(index));
    const { data } = await codes.run('check', { file: await sheetOf([head, ...rows]) });
    expect(data).toMatchObject({ total: count, failed: 0 });
    return data.unrehearsed;
  };
  expect(await unheard(500)).toBeUndefined();
  expect(await unheard(502)).toBe(2);
});

it('needs the permission', async () => {
  const nobody = importCalls(test, PRODUCTS, await test.as(['base:product:list'], site));
  expect((await nobody.run('check', { file: await sheetOf([HEAD]) })).code).toBe(403);
});
