import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookOf, zipOf } from '../sheet/sheet-testing.ts';
import { testApp, type TestApp, type TestSite } from '../testing.ts';
import { importCalls, sheetOf } from './sheet-call-testing.ts';

const PRODUCTS = '/api/base/products';
const HEAD = ['产品类别', '物料编码', '产品名称', '标准节拍'];
const FIXTURES = new URL('../sheet/fixtures/', import.meta.url);

let test: TestApp;
let site: TestSite;
let calls: ReturnType<typeof importCalls>;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  calls = importCalls(test, PRODUCTS, await test.as(['base:product:import'], site));
});
afterAll(() => test.close());

async function rowCount(): Promise<number> {
  const { rows } = await test.database.owner.query<{ n: string }>(
    'select count(*) as n from base_product',
  );
  return Number(rows[0]?.n);
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const headXml = `<row r="1">${HEAD.map(text).join('')}</row>`;
const rowXml = (number: number, code: string, rest = '<c><v>10</v></c>') =>
  `<row r="${number}">${text('wheel')}${text(code)}${text('名')}${rest}</row>`;

it('answers files that cannot be read with a sentence, in reading and in importing, and writes nothing', async () => {
  const bomb = await bookOf(`${headXml}${'<!--x-->'.repeat(5e6)}`);
  const many = await sheetOf([
    Array.from({ length: 300 }, (_, index) => `列${index}`),
    Array.from({ length: 300 }, () => 'x'),
  ]);
  const files: [string, Buffer, string][] = [
    ['bomb', bomb, 'sheet.bomb'],
    ['300 columns', many, 'sheet.tooManyColumns'],
    ['corrupted', readFileSync(new URL('xlsx-corrupted.xlsx', FIXTURES)), 'sheet.broken'],
    [
      'doctype',
      await bookOf(headXml, {
        over: { 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "b">]><workbook/>' },
      }),
      'sheet.broken',
    ],
    ['web page', Buffer.from('<html><table><tr><td>1</td></tr></table></html>'), 'sheet.kind'],
    ['picture', Buffer.from('\u0089PNG\r\n\u001a\n\0\0', 'latin1'), 'sheet.kind'],
    ['zip of nothing', await zipOf({ 'a.txt': 'x' }), 'sheet.kind'],
    ['no rows', await bookOf(''), 'sheet.empty'],
    ['no bytes', Buffer.alloc(0), 'file.empty'],
    ['11 MB', Buffer.alloc(11 * 1024 * 1024, 'a,b\n'), 'file.tooLarge'],
    ['unclosed quote', Buffer.from('a,b\n"c'), 'sheet.broken'],
  ];
  for (const [name, file, key] of files) {
    const read = await calls.read({ file });
    const run = await calls.run('insert', { file });
    expect([
      name,
      read.status,
      (read.data as unknown as { key: string }).key,
      (run.data as unknown as { key: string }).key,
    ]).toEqual([name, 200, key, key]);
    expect([400, 422]).toContain(run.code);
  }
  expect(await rowCount()).toBe(0);
});

it('answers every odd but harmless workbook with rows or a sentence', async () => {
  for (const name of readdirSync(FIXTURES).filter((file) => file.endsWith('.xlsx'))) {
    const file = readFileSync(new URL(name, FIXTURES));
    const started = performance.now();
    const read = await calls.read({ file });
    const checked = await calls.run('check', { file });
    expect([name, read.status, checked.status]).toEqual([name, 200, 200]);
    expect([0, 400]).toContain(read.code);
    expect([0, 400]).toContain(checked.code);
    expect(performance.now() - started).toBeLessThan(20_000);
  }
  expect(await rowCount()).toBe(0);
});

it('never evaluates a formula: stored results count, others are errors, and texts like formulas stay texts', async () => {
  const file = await bookOf(
    `${headXml}${rowXml(2, 'K-1', '<c><f>5*2</f><v>10</v></c>')}${rowXml(3, 'K-2', '<c><f>HYPERLINK("http://x")</f></c>')}${rowXml(4, 'K-3', '<c t="e"><v>#N/A</v></c>')}${rowXml(5, '=cmd|calc')}`,
  );
  const { data } = await calls.run('insert', { file }, { onError: 'skip' });
  expect(data.errors.map(({ row, column, key }) => [row, column, key])).toEqual([
    [3, 'D', 'import.formula'],
    [4, 'D', 'import.formula'],
  ]);
  const { rows } = await test.database.owner.query(
    'select material_code, standard_beat from base_product order by id',
  );
  expect(rows).toEqual([
    { material_code: 'K-1', standard_beat: '10.00' },
    { material_code: '=cmd|calc', standard_beat: '10.00' },
  ]);
});

it('reads merged places, two sheets, wrong types, dates as texts and numbers as codes', async () => {
  const merged = await bookOf(
    `${headXml}<row r="2">${text('wheel')}${text('M-1')}${text('名')}<c><v>1</v></c></row><row r="3"><c/>${text('M-2')}${text('名')}<c><v>1</v></c></row>`,
    {
      after: '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
    },
  );
  expect((await calls.run('check', { file: merged })).data).toMatchObject({ total: 2, failed: 0 });
  const wrong = await sheetOf([
    HEAD,
    ['wheel', 7001, 45962, '2025-11-06'],
    ['wheel', 'T-2', 'x', '1,5'],
    ['wheel', 'T-3', 'x', '١٢'],
  ]);
  const { data } = await calls.run('check', { file: wrong });
  expect(data.rows[0]?.cells).toEqual(['wheel', '7001', '45962', '2025-11-06']);
  expect(data.errors.map(({ row, key }) => [row, key])).toEqual([
    [2, 'field.type'],
    [3, 'field.type'],
    [4, 'field.type'],
  ]);
});

it('reads dates in the usual writings, digits as a number too, and refuses those that mean two days or no day', async () => {
  const orders = importCalls(
    test,
    '/api/production/orders',
    await test.as(['production:order:import'], site),
  );
  const { rows } = await test.database.owner.query<{ id: string }>(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, status) values ($1, 'wheel', 'D-1', '轮', 1, '1') returning id`,
    [site.id],
  );
  expect(rows).toHaveLength(1);
  const head = ['订单名称', '产品', '订单数量', '计划开始', '计划结束', '交期'];
  const line = (due: string | number) => [
    '单',
    'D-1',
    5,
    '2026-01-02 08:00',
    '2026/1/3 下午2:30',
    due,
  ];
  const file = await sheetOf([
    head,
    line('2026年1月9日'),
    line('20260109'),
    line('09.01.2026'),
    line('03/04/2026'),
    line('soon'),
    line('30.02.2026'),
    line(20260110),
    line(46022),
  ]);
  const { data } = await orders.run('insert', { file }, { onError: 'skip' });
  expect(data.errors.map(({ row, column, key }) => [row, column, key])).toEqual([
    [5, 'F', 'import.day'],
    [6, 'F', 'import.day'],
    [7, 'F', 'import.day'],
    [9, 'F', 'import.day'],
  ]);
  expect(data.errors.at(-1)?.message).toBe('无法识别日期「46022」，请写成 2025-11-06 的形式');
  const written = await test.database.owner.query(
    `select due_date::text as due, plan_end_time as at, source, order_code is not null as numbered from production_order order by id`,
  );
  expect(written.rows).toHaveLength(4);
  expect(written.rows.at(-1)).toMatchObject({ due: '2026-01-10' });
  expect(written.rows[0]).toEqual({
    due: '2026-01-09',
    at: new Date('2026-01-03T06:30:00Z'),
    source: 'import',
    numbered: true,
  });
});

it('refuses calls that no dialog makes', async () => {
  const file = await sheetOf([HEAD, ['wheel', 'Z-1', '名', 1]]);
  const wrong: Record<string, string>[] = [
    { mode: 'delete' },
    { onError: 'ignore' },
    { sheet: 'nope' },
    { sheet: '99' },
    { headerRow: '0' },
    { headerRow: '77' },
    { headerRow: 'x' },
    { mapping: '{' },
    { mapping: '[{"field":"id","column":"A"}]' },
    { mapping: '[{"field":"siteId","value":"1"}]' },
    { mapping: '[{"field":"productName","column":"A1"}]' },
    { mapping: '[{"field":"productName","column":"A"},{"field":"productName","column":"B"}]' },
    { mapping: '[]' },
    { mapping: '[{"field":"revision","column":"A"}]' },
    { mapping: '[{"field":"__proto__","column":"A"}]' },
  ];
  for (const fields of wrong) {
    const answer = await calls.run(fields.mode ?? 'insert', { file, fields });
    expect([fields, answer.status, answer.code]).toEqual([fields, 200, 400]);
  }
});
