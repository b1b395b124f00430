import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWorkbook } from '../sheet/read-workbook.ts';
import { allRows, values } from '../sheet/sheet-testing.ts';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';
import { bookWith, importCalls } from './sheet-call-testing.ts';

const TAGS = ['base:product', 'base:line', 'base:equipment'].flatMap((tag) =>
  ['list', 'import', 'export', 'add', 'edit', 'query'].map((operation) => `${tag}:${operation}`),
);

let test: TestApp;
let site: TestSite;
let headers: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  headers = await test.as(TAGS, site);
});
afterAll(() => test.close());

async function exported(url: string, as = headers) {
  const { rawPayload } = await test.app.inject({
    method: 'GET',
    url,
    headers: { ...as, 'accept-language': 'zh-CN' },
  });
  const workbook = await readWorkbook(rawPayload);
  const found = await Promise.all(
    workbook.sheets.map(
      async ({ name }, index) => [name, values(await allRows(workbook.rows(index)))] as const,
    ),
  );
  return { file: rawPayload, sheets: new Map(found) };
}

it('imports dictionaries with their items; items that the sheet does not name stay', async () => {
  const own = await test.as([
    'system:dict:list',
    'system:dict:import',
    'system:dict:export',
    'system:dict:edit',
  ]);
  const { run } = importCalls(test, '/api/system/dict-types', own);
  const head = ['字典名称', '字典类型'];
  const items = ['字典类型', '标签', '英文标签', '值', '排序'];
  const file = await bookWith({
    字典类型: [head, ['班组', 'crew']],
    字典项: [items, ['crew', '甲班', 'A', 'a', 1], ['crew', '乙班', 'B', 'b', 2]],
  });
  expect((await run('insert', { file })).data).toMatchObject({ ok: 1, errors: [] });
  const less = await bookWith({
    字典类型: [head, ['班组', 'crew']],
    字典项: [items, ['crew', '乙组', null, 'b', null], ['crew', '丙班', null, 'c', 3]],
  });
  expect((await run('upsert', { file: less })).data.rows.map(({ verdict }) => verdict)).toEqual([
    'changed',
  ]);
  const { sheets, file: same } = await exported(
    '/api/system/dict-types/export?params[keyword]=crew',
    own,
  );
  expect(
    sheets
      .get('字典项')
      ?.slice(1)
      .map((row) => row.slice(0, 5)),
  ).toEqual([
    ['crew', '甲班', 'A', 'a', 1],
    ['crew', '乙组', 'B', 'b', 2],
    ['crew', '丙班', null, 'c', 3],
  ]);
  expect((await run('upsert', { file: same })).data.rows.map(({ verdict }) => verdict)).toEqual([
    'unchanged',
  ]);
  const fixed = await bookWith({
    字典类型: [head, ['状态', 'enable_status']],
    字典项: [items, ['enable_status', '待定', null, '9', 9]],
  });
  expect((await run('upsert', { file: fixed })).data.errors.map(({ key }) => key)).toContain(
    'dict.fixed',
  );
});
