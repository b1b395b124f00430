import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';
import { someoneWaits } from '../waiting.testing.ts';
import { importCalls, sheetOf } from './sheet-call-testing.ts';

const PRODUCTS = '/api/base/products';
const TAGS = ['base:product:list', 'base:product:import', 'base:product:add', 'base:product:edit'];
const COUNT = 12_000;

let test: TestApp;
let site: TestSite;
let headers: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  headers = await test.as(TAGS, site);
});
afterAll(() => test.close());

it(
  'names every row that somebody else has added meanwhile, however many',
  {
    timeout: 180_000,
  },
  async () => {
    const { run } = importCalls(test, PRODUCTS, headers);
    const rows = Array.from({ length: COUNT }, (_, n) => ['wheel', `R-${n}`, `轮${n}`, 145]);
    const file = await sheetOf([['产品类别', '物料编码', '产品名称', '标准节拍'], ...rows]);
    const other = await test.database.owner.connect();
    try {
      await other.query('begin');
      await other.query(
        `insert into base_product (site_id, category, material_code, product_name, standard_beat)
       select $1, 'wheel', 'R-' || n, '轮', 145 from generate_series(0, ${COUNT - 1}) n`,
        [site.id],
      );
      const running = run('insert', { file }, { onError: 'skip' });
      await someoneWaits(test);
      await other.query('commit');
      const answer = await running;
      expect(answer).toMatchObject({ code: 0, data: { total: COUNT, ok: 0, failed: COUNT } });
      expect(answer.data.errors[0]?.message).toBe('物料编码「R-0」已存在');
    } finally {
      other.release();
    }
  },
);

it('adds no row twice when a file is sent again before the first call has ended', async () => {
  const { run } = importCalls(test, PRODUCTS, headers);
  const file = await sheetOf([
    ['产品类别', '物料编码', '产品名称', '标准节拍'],
    ['wheel', 'A-1', '轮', 1],
  ]);
  const other = await test.database.owner.connect();
  try {
    await other.query('begin');
    await other.query('lock table base_product in exclusive mode');
    const first = run('upsert', { file });
    await someoneWaits(test);
    const second = run('upsert', { file });
    expect(await second).toMatchObject({ code: 409, data: { key: 'import.again' } });
    await other.query('commit');
    expect(await first).toMatchObject({ code: 0, data: { total: 1, ok: 1 } });
  } finally {
    other.release();
  }
  expect((await run('upsert', { file })).data).toMatchObject({ repeated: true, total: 0 });
});
