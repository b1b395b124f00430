import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCalls, sheetOf } from '../../kernel/sheet-routes/sheet-call-testing.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';
import type { ProjectOrder } from './erp-order.ts';

const PATH = '/api/project/erp-orders';
const TAGS = ['list', 'query', 'import', 'notForProjects'].map(
  (name) => `project:erpOrder:${name}`,
);
const HEAD = ['订单号', '订单名称', '客户简称', '客户全称', '机台', '台数', '签约日期', '合同交期'];
const LINES = [
  ['EC25-018', '锻造单元', '宁波', '宁波锻造厂', '上下料机器人R02', 1, '2025-06-10', '2027-01-15'],
  ['EC25-018', '锻造单元', '宁波', '宁波锻造厂', '上料线H01', 2, '2025-06-10', '2027-02-15'],
  ['EC25-031', 'MES二期', '常熟', null, 'MES二期', 1, null, '2027-03-01'],
];

let test: TestApp;
let site: TestSite;
let manager: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  manager = await test.as(TAGS, site);
  const { run } = importCalls(test, PATH, manager);
  const bad = ['EC25-099', '无交期', '罗勇', null, 'UT01', 1, '2025-06-10', null];
  const answer = await run(
    'upsert',
    { file: await sheetOf([HEAD, ...LINES, bad]) },
    { onError: 'skip' },
  );
  expect(answer.data).toMatchObject({ ok: 3, failed: 1 });
  expect(answer.data.errors).toMatchObject([{ row: 5, field: 'deliveryDate' }]);
});
afterAll(() => test.close());

const orderList = (query: string, headers: Headers) =>
  test.call<{ list: ProjectOrder[]; total: number; page: number; limit: number }>(
    'GET',
    `/erpProject/orderList${query}`,
    undefined,
    headers,
  );
const machines = async (query: string, headers = manager) =>
  (await orderList(query, headers)).data.list.map(({ machine }) => machine).sort();

it('S246 GET /erpProject/orderList answers the order lines of the ERP, one row a machine', async () => {
  const anybody = await test.as('operator', site);
  const { data } = await orderList('', anybody);
  expect(data).toMatchObject({ total: 3, page: 1, limit: 50 });
  expect(data.list.find(({ machine }) => machine === '上料线H01')).toEqual({
    id: expect.stringMatching(/^\d+$/),
    orderCode: 'EC25-018',
    orderName: '锻造单元',
    code: 'EC25-018',
    name: '锻造单元',
    shortName: '宁波',
    anotherName: '宁波',
    customerName: '宁波锻造厂',
    machine: '上料线H01',
    machineQty: 2,
    contractDate: '2025-06-10',
    deliveryDate: '2027-02-15',
    status: 'pending',
    projectId: null,
  });
  const paged = await orderList('?page=2&limit=2', anybody);
  expect(paged.data).toMatchObject({ total: 3, page: 2, limit: 2, list: [expect.anything()] });
});

it('S246 its query narrows by code, name, customer and machine, by customer, status and ids', async () => {
  for (const keyword of ['ec25-018', '锻造单元', '宁波锻造厂'])
    expect(await machines(`?params[keyword]=${keyword}`), keyword).toHaveLength(2);
  expect(await machines('?params[keyword]=R02')).toEqual(['上下料机器人R02']);
  expect(await machines('?params[shortName]=常熟')).toEqual(['MES二期']);
  const [first] = (await orderList('?params[keyword]=MES', manager)).data.list;
  expect(await machines(`?params[ids]=${first?.id}`)).toEqual(['MES二期']);
  expect((await orderList('?params[colour]=red', manager)).code).toBe(400);
});

it('keeps order lines to their site and from customers; without a session there are none', async () => {
  expect(await machines('', await test.as(TAGS, await test.makeSite()))).toEqual([]);
  const customer = await test.makeUser('customer_viewer', site, {
    identity: '3',
    customer: 'volt',
  });
  expect(await machines('', await test.signIn(customer))).toEqual([]);
  const wide = await test.signIn(await test.makeUser(TAGS, null, { identity: '1' }));
  expect(await machines(`?params[siteId]=${site.id}`, wide)).toHaveLength(3);
  expect((await orderList('', {})).code).toBe(402);
});

it('imports a line anew under its order, customer and machine, and is typed nowhere', async () => {
  const { run } = importCalls(test, PATH, manager);
  const later = [...(LINES[1] ?? []).slice(0, 7), '2027-04-01'];
  const answer = await run('upsert', { file: await sheetOf([HEAD, later]) });
  expect(answer.data.rows.map(({ verdict }) => verdict)).toEqual(['changed']);
  const { data } = await orderList('?params[keyword]=H01', manager);
  expect(data.list).toMatchObject([{ deliveryDate: '2027-04-01' }]);
  const sent = { orderCode: 'EC25-100' };
  expect((await test.call('POST', PATH, sent, manager)).status).toBe(404);
  expect((await test.call('PUT', `${PATH}/${data.list[0]?.id}`, sent, manager)).status).toBe(404);
  expect((await test.call('DELETE', `${PATH}/${data.list[0]?.id}`, {}, manager)).status).toBe(404);
});

it('takes lines out of those to start', async () => {
  const [line] = (await orderList('?params[keyword]=MES', manager)).data.list;
  const url = `${PATH}/actions/notForProjects`;
  const reader = await test.as(['project:erpOrder:list'], site);
  expect((await test.call('POST', url, { ids: [line?.id] }, reader)).code).toBe(403);
  const done = await test.call('POST', url, { ids: [line?.id] }, manager);
  expect(done.data).toMatchObject({ ok: 1, failed: 0 });
  expect(await machines('?params[status]=notForProjects')).toEqual(['MES二期']);
  expect(await machines('?params[status]=pending')).toHaveLength(2);
});
