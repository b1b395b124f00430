import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';
import { bookWith, importCalls, sheetOf } from './sheet-call-testing.ts';

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

it('understands headings of both languages, with units, marks and blanks, wherever the heading row stands', async () => {
  const { run, read } = importCalls(test, PRODUCTS, headers);
  const file = await sheetOf([
    ['Products of plant 7'],
    [],
    ['Category *', ' material code', 'Product name', 'Standard beat (s)'],
    ['wheel', 'H-1', 'One', 10],
  ]);
  const reading = await read({ file });
  expect(reading.data).toMatchObject({ headerRow: 3, sheet: 'S', key: ['materialCode'] });
  expect(reading.data.mapping.filter(({ column }) => column !== null)).toEqual([
    { field: 'category', column: 'A', value: null, source: 'label' },
    { field: 'materialCode', column: 'B', value: null, source: 'label' },
    { field: 'productName', column: 'C', value: null, source: 'label' },
    { field: 'standardBeat', column: 'D', value: null, source: 'label' },
  ]);
  expect((await run('insert', { file })).data).toMatchObject({ ok: 1 });
});

it('imports the items of a planner by a mapping with fixed values, and proposes it the next time', async () => {
  const { run, read } = importCalls(test, PRODUCTS, headers);
  const file = readFileSync(new URL('../sheet/fixtures/make-to-order.xlsx', import.meta.url));
  const reading = await read({ file, fields: { sheet: 'item' } });
  const guessed = reading.data.mapping
    .filter(({ source }) => source === 'guess')
    .map(({ field, column }) => [field, column]);
  expect(guessed).toEqual(
    expect.arrayContaining([
      ['materialCode', 'A'],
      ['productName', 'C'],
    ]),
  );
  const mapping = JSON.stringify([
    { field: 'materialCode', column: 'A' },
    { field: 'productName', column: 'A' },
    { field: 'category', value: 'wheel' },
    { field: 'standardBeat', value: '60' },
    { field: 'remark', column: 'C' },
  ]);
  const answer = await run('insert', { file, fields: { sheet: 'item', headerRow: '1', mapping } });
  expect(answer.data).toMatchObject({ total: 35, ok: 35, failed: 0, errors: [] });
  const next = await read({ file, fields: { sheet: 'item' } });
  expect(
    next.data.mapping
      .filter(({ source }) => source === 'earlier')
      .map(({ field }) => field)
      .sort(),
  ).toEqual(['category', 'materialCode', 'productName', 'remark', 'standardBeat']);
});

it('proposes the sheet whose headings fit the rows, not the first one full of words for others', async () => {
  const { read } = importCalls(test, PRODUCTS, headers);
  const makeToOrder = readFileSync(
    new URL('../sheet/fixtures/make-to-order.xlsx', import.meta.url),
  );
  expect((await read({ file: makeToOrder })).data.sheet).toBe('item');
  const file = await bookWith({
    订单: [
      ['订单号', '客户', '交货期', '数量', '料号', '备注'],
      ['1', '星驰', '2025-11-06', '5', 'A-1', '无'],
    ],
    货品: [
      ['料号', '品名', '类别', '节拍'],
      ['A-1', '轮', 'wheel', '10'],
    ],
  });
  expect((await read({ file })).data.sheet).toBe('货品');
});

it('takes a name alone for the headings of a sheet, not a value below it that is a word for a field', async () => {
  const { read } = importCalls(test, PRODUCTS, headers);
  const file = readFileSync(new URL('../sheet/fixtures/operation-routing.xlsx', import.meta.url));
  const reading = await read({ file });
  expect(reading.data).toMatchObject({ sheet: 'item', headerRow: 1 });
  expect(reading.data.mapping.filter(({ column }) => column !== null)).toMatchObject([
    { field: 'materialCode', column: 'A', source: 'guess' },
    { field: 'productName', column: 'A', source: 'guess' },
  ]);
});

it('imports the orders of a planner: item, due date and quantity are guessed, every problem is told by its cell', async () => {
  const orders = importCalls(
    test,
    '/api/production/orders',
    await test.as(['production:order:import'], site),
  );
  const file = readFileSync(new URL('../sheet/fixtures/make-to-order.xlsx', import.meta.url));
  const reading = await orders.read({ file });
  expect(reading.data).toMatchObject({ sheet: 'sales order', headerRow: 1 });
  const found = new Map(
    reading.data.mapping.map(({ field, column, source }) => [field, [column, source]]),
  );
  expect(
    ['orderName', 'productId', 'dueDate', 'quantity'].map((field) => found.get(field)),
  ).toEqual([
    ['A', 'guess'],
    ['C', 'guess'],
    ['F', 'guess'],
    ['H', 'label'],
  ]);
  const columns = [
    ['orderName', 'A'],
    ['productId', 'C'],
    ['dueDate', 'F'],
    ['quantity', 'H'],
  ].map(([field, column]) => ({ field, column }));
  const fixed = [
    ['planStartTime', '2020-01-06 08:00'],
    ['planEndTime', '2020-03-01 20:00'],
  ].map(([field, value]) => ({ field, value }));
  const fields = { sheet: 'sales order', mapping: JSON.stringify([...columns, ...fixed]) };
  const checked = await orders.run('check', { file, fields });
  expect(checked.data).toMatchObject({ total: 12, failed: 0 });
  expect((await orders.run('insert', { file, fields })).data).toMatchObject({ total: 12, ok: 12 });
  const { rows } = await test.database.owner.query<{ n: string }>(
    `select count(distinct order_code) as n from production_order where source = 'import' and site_id = $1`,
    [site.id],
  );
  expect(rows[0]?.n).toBe('12');
  const missing = await orders.run('check', {
    file,
    fields: { ...fields, mapping: JSON.stringify(columns) },
  });
  expect(missing.data.failed).toBe(12);
  expect(
    missing.data.errors.filter(({ row }) => row === 2).map(({ field, key }) => [field, key]),
  ).toEqual([
    ['planStartTime', 'field.required'],
    ['planEndTime', 'field.required'],
  ]);
});
