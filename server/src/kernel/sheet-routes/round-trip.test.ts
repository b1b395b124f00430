import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportVerdict } from '@millwright/contract/kernel/sheet';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';
import { importCalls } from './sheet-call-testing.ts';

const ENTITIES = [
  ...['product', 'procedure', 'checkItem', 'reasonCode', 'line'].map((name) => `base:${name}`),
  'production:order',
];
const TAGS = ENTITIES.flatMap((entity) =>
  ['list', 'import', 'export', 'add', 'edit', 'query'].map((name) => `${entity}:${name}`),
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

const make = async (path: string, draft: object) => {
  const made = await test.call<{ id: string }>('POST', path, draft, headers);
  expect(made, JSON.stringify(made)).toMatchObject({ code: 0 });
  return made.data.id;
};

/** Sends the export of a list back as it is, and gives how many rows there are of each verdict. */
async function back(
  path: string,
  { as = headers, locale = 'zh-CN', query = '' } = {},
): Promise<Partial<Record<ImportVerdict, number>>> {
  const speaking = { ...as, 'accept-language': locale };
  const { rawPayload } = await test.app.inject({
    method: 'GET',
    url: `${path}/export${query}`,
    headers: speaking,
  });
  const { data } = await importCalls(test, path, speaking).run('check', { file: rawPayload });
  expect(data.errors).toEqual([]);
  const counts = Map.groupBy(data.rows, ({ verdict }) => verdict);
  return Object.fromEntries([...counts].map(([verdict, rows]) => [verdict, rows.length]));
}

const item = (more: object) => ({
  itemName: '孔径',
  category: 'dimension',
  valueType: 'passFail',
  ...more,
});

it('takes check items back, those of all products too, and finds them again by product and procedure', async () => {
  const procedure = await make('/api/base/procedures', {
    procedureCode: 'RT10',
    procedureName: '钻孔',
    procedureType: 'machine',
    sequence: 10,
  });
  const product = (code: string) =>
    make('/api/base/products', {
      category: 'wheel',
      materialCode: code,
      productName: `轮${code}`,
      standardBeat: 10,
    });
  const [one, other] = [await product('RT-1'), await product('RT-2')];
  const path = '/api/base/check-items';
  await make(path, item({ itemCode: 'HB', procedureId: procedure }));
  const ids = [
    await make(path, item({ itemCode: 'HB', procedureId: procedure, productId: one })),
    await make(path, item({ itemCode: 'HB', procedureId: procedure, productId: other })),
  ];
  expect(await back(path)).toEqual({ unchanged: 3 });

  // The name of a check item on the sheet of routes means that of the row's own product.
  for (const [index, productId] of [one, other].entries())
    await make('/api/base/routes', {
      productId,
      steps: [
        { sequence: 10, procedureId: procedure, standardBeat: 10, checkItemIds: [ids[index]] },
      ],
    });
  expect(await back('/api/base/products')).toEqual({ unchanged: 2 });
});

it('finds rows again by a key with a dictionary value in mixed case', async () => {
  const path = '/api/base/reason-codes';
  await make(path, { kind: 'planGap', code: 'P10', nameZh: '停机', nameEn: 'Stopped' });
  await make(path, { kind: 'repairCause', code: 'P10', nameZh: '磨损', nameEn: 'Wear' });
  expect(await back(path)).toEqual({ unchanged: 2 });
});

it('names products and lines in English for who reads English, and takes them back', async () => {
  const line = (code: string) => make('/api/base/lines', { code, name: `线${code}` });
  const lineIds = [await line('A1'), await line('B1')];
  const productId = await make('/api/base/products', {
    category: 'wheel',
    materialCode: 'RT-EN',
    productName: '轮毂',
    productNameEn: 'Wheel of the sheet',
    standardBeat: 10,
  });
  const path = '/api/production/orders';
  await make(path, {
    orderName: '英文导出',
    productId,
    quantity: 10,
    planStartTime: '2030-01-02T00:00:00.000Z',
    planEndTime: '2030-01-03T00:00:00.000Z',
    dueDate: '2030-01-04',
    lineIds,
  });
  const { body } = await test.app.inject({
    method: 'GET',
    url: `${path}/export?format=csv&columns=productId,lineIds`,
    headers: { ...headers, 'accept-language': 'en-US' },
  });
  expect(body).toContain('RT-EN Wheel of the sheet,"A1 线A1, B1 线B1"');
  expect(await back(path, { locale: 'en-US' })).toEqual({ unchanged: 1 });
});

it('finds what an English export names in English', async () => {
  const admin = await test.signIn('admin');
  await test.database.owner.query(
    `update base_site set depart_name_en = 'Round Trip Plant' where id = $1`,
    [site.id],
  );
  const counts = await back('/api/user/account/user', {
    as: admin,
    locale: 'en-US',
    query: `?params[homeSite]=${site.id}`,
  });
  expect(counts).toEqual({ unchanged: 1 });
});

it('sees no change in what a list leaves out, such as a structure', async () => {
  const admin = await test.signIn('admin');
  expect(Object.keys(await back('/api/system/dict-items', { as: admin }))).toEqual(['unchanged']);
});
