import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCalls, sheetOf } from '../sheet-routes/sheet-call-testing.ts';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';

const PROCEDURES = '/api/base/procedures';

interface Refused {
  key: string;
  errors: { field: string; key: string; message: string }[];
}

let test: TestApp;
let open: TestSite;
let closed: TestSite;
let director: Headers;

beforeAll(async () => {
  test = await testApp();
  [open, closed] = [await test.makeSite(), await test.makeSite()];
  director = await test.signIn('admin');
  for (const site of [open, closed]) expect(await add('OP10', site.id)).toMatchObject({ code: 0 });
  await test.database.owner.query(`update base_site set status = '0' where id = $1`, [closed.id]);
});
afterAll(() => test.close());

const add = (procedureCode: string, siteId: string, more: Headers = {}) =>
  test.call<Refused & { id: string; revision: number }>(
    'POST',
    PROCEDURES,
    { siteId, procedureCode, procedureName: procedureCode, procedureType: 'machine' },
    { ...director, ...more },
  );

it('takes nothing new into a disabled site, in both languages', async () => {
  expect((await add('OP20', closed.id)).data.errors).toEqual([
    {
      field: 'siteId',
      key: 'site.disabled',
      label: '厂区',
      message: `厂区「${closed.name}」已停用，不能新增数据`,
    },
  ]);
  const english = await add('OP20', closed.id, { 'accept-language': 'en-US' });
  expect(english.data.errors[0]?.message).toBe(
    `The site "${closed.name}" is disabled and takes no new records`,
  );
  expect(await add('OP20', open.id)).toMatchObject({ code: 0 });
});

it('takes no row of a plant into the company itself', async () => {
  expect((await add('OP30', test.companyId)).data.errors).toMatchObject([
    { field: 'siteId', key: 'site.required' },
  ]);
});

it.each([PROCEDURES, '/api/production/orders'])(
  'tells the missing site together with all else that a draft lacks: %s',
  async (path) => {
    const told = async (body: object) =>
      (await test.call<Refused>('POST', path, body, director)).data.errors.map(
        ({ field, key }) => `${field} ${key}`,
      );
    const bare = await told({});
    expect(bare.length).toBeGreaterThan(2);
    expect(bare[0]).toBe('siteId site.required');
    const unreadable = await told({ siteId: 'abc' });
    expect(unreadable.filter((one) => one.startsWith('siteId '))).toHaveLength(1);
    expect(unreadable.length).toBe(bare.length);
  },
);

it('shows what a disabled site has and lets it be changed', async () => {
  const { data } = await test.call<{ list: { id: string; revision: number }[] }>(
    'GET',
    `${PROCEDURES}?params[siteId]=${closed.id}`,
    undefined,
    director,
  );
  expect(data.list).toHaveLength(1);
  const [row] = data.list;
  const sent = { revision: row?.revision, procedureName: '新名称' };
  expect(await test.call('PUT', `${PROCEDURES}/${row?.id}`, sent, director)).toMatchObject({
    code: 0,
  });
});

it('says the same of the rows of a sheet, where old rows may be changed', async () => {
  const { run } = importCalls(test, PROCEDURES, director);
  const company = await test.database.owner.query<{ name: string }>(
    'select depart_name as name from base_site where id = $1',
    [test.companyId],
  );
  const file = await sheetOf([
    ['工序编号', '工序名称', '工序类型', '厂区'],
    ['OP10', '改名', 'machine', closed.name],
    ['OP40', '新增', 'machine', closed.name],
    ['OP40', '新增', 'machine', open.name],
    ['OP41', '新增', 'machine', company.rows[0]?.name ?? ''],
    ['OP42', '新增', 'machine', '没有的厂区'],
  ]);
  const { data } = await run('upsert', { file }, { onError: 'skip' });
  expect(data.rows.map(({ verdict }) => verdict)).toEqual([
    'changed',
    'error',
    'new',
    'error',
    'error',
  ]);
  expect(data.errors.map(({ row, key }) => `${row} ${key}`)).toEqual([
    '3 site.disabled',
    '5 site.required',
    '6 ref.missing',
  ]);
});

it('counts a row that is named twice once when it is removed', async () => {
  const { id } = (await add('OP90', open.id)).data;
  const removed = await test.call('DELETE', `${PROCEDURES}/${id},${id}`, undefined, director);
  expect(removed).toMatchObject({ code: 0, data: { removed: 1 } });
});
