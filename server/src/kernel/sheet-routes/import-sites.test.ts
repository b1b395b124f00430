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

it('keeps sites apart: rows land in the own site, and others neither see nor change them', async () => {
  const other = await test.makeSite();
  const there = importCalls(test, PRODUCTS, await test.as(TAGS, other));
  const file = await sheetOf([HEAD, ['wheel', 'X-1', '一', 10]]);
  await importCalls(test, PRODUCTS, headers).run('insert', { file });
  const answer = await there.run('upsert', { file });
  expect(answer.data.rows).toMatchObject([{ verdict: 'new' }]);
  expect(await countOf(`material_code = 'X-1'`)).toBe(2);
  const exported = await test.app.inject({
    method: 'GET',
    url: `${PRODUCTS}/export?format=csv`,
    headers: await test.as(TAGS, other),
  });
  expect(exported.body.split('\r\n').filter((line) => line.includes('X-1'))).toHaveLength(1);
  expect(exported.body).not.toContain('A-1');
});

it('lets company-wide people name the site of each row and demands one', async () => {
  const wide = importCalls(test, PRODUCTS, await test.as(TAGS));
  const file = await sheetOf([
    [...HEAD, '部门'],
    ['wheel', 'W-1', '一', 10, site.name],
    ['wheel', 'W-2', '二', 10, 'nowhere'],
    ['wheel', 'W-3', '三', 10, null],
  ]);
  const answer = await wide.run('insert', { file }, { onError: 'skip' });
  expect(answer.data.errors.map(({ row, key }) => [row, key])).toEqual([
    [3, 'ref.missing'],
    [4, 'site.required'],
  ]);
  expect(await countOf(`material_code = 'W-1' and site_id = $1`, site.id)).toBe(1);
});

it('asks those for the site of the rows who write in several, with the sites that take some', async () => {
  const closed = await test.makeSite();
  await test.database.owner.query(`update base_site set status = '0' where id = $1`, [closed.id]);
  const file = await sheetOf([HEAD, ['wheel', 'V-1', '一', 10]]);
  const fieldsOf = async (path: string, who: Headers) =>
    (await importCalls(test, path, who).read({ file })).data.fields;
  const [wide] = await fieldsOf(PRODUCTS, await test.as(TAGS));
  expect(wide).toMatchObject({ field: 'siteId', required: true });
  const codes = wide?.options?.map(({ value }) => value);
  expect(codes).toContain(site.code);
  expect(codes).not.toContain(closed.code);
  const own = await fieldsOf(PRODUCTS, headers);
  expect(own.map(({ field }) => field)).not.toContain('siteId');
  const alarms = await test.as(['alarm:config:list', 'alarm:config:import']);
  const [place] = await fieldsOf('/api/alarm/configs', alarms);
  expect(place).toMatchObject({ field: 'siteId', required: false });
});

it('changes rows only for people who may edit: the check says so row by row, the import is refused', async () => {
  const { run } = importCalls(
    test,
    PRODUCTS,
    await test.as(['base:product:list', 'base:product:import'], site),
  );
  expect(
    (await run('upsert', { file: await sheetOf([HEAD, ['wheel', 'P-1', '一', 10]]) })).data,
  ).toMatchObject({ ok: 1 });
  const file = await sheetOf([HEAD, ['wheel', 'P-1', '改', 10], ['wheel', 'P-2', '二', 10]]);
  const checked = await run('check', { file });
  expect(checked.data.rows.map(({ verdict }) => verdict)).toEqual(['error', 'new']);
  expect(checked.data.errors.map(({ row, key }) => [row, key])).toEqual([
    [2, 'permission.missing'],
  ]);
  for (const onError of ['abort', 'skip'])
    expect(await run('upsert', { file }, { onError })).toMatchObject({
      code: 403,
      data: { key: 'permission.missing' },
    });
  expect(await countOf(`material_code = 'P-2' or product_name = '改'`)).toBe(0);
});
