import { callsOf } from '@millwright/contract/kernel/calls';
import { isWritable } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { operateLog } from '@millwright/contract/log/operate';
import { order } from '@millwright/contract/production/order';
import { entities } from '@millwright/contract/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp, type TestSite } from './kernel/testing.ts';
import { type Matrix, type MatrixRow, openMatrix } from './matrix.testing.ts';

/** From the registry: every field that is for company-wide people alone, asked for by somebody of a site. */
const kept = entities.flatMap((entity) =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.companyOnly)
    .map(([name]) => [entity.name, name, entity] as const),
);

const SECRET = 'ERP-4711';
let test: TestApp;
let matrix: Matrix;
let here: TestSite;
let worker: Headers;
let chief: Headers;

beforeAll(async () => {
  test = await testApp();
  matrix = openMatrix(test);
  here = await test.makeSite();
  worker = await test.as(['*:*:*'], here);
  chief = await test.signIn('admin');
  // What is written at the site stands in its operate log.
  await matrix.make(order, chief, here);
}, 60_000);
afterAll(() => test.close());

type Rows = { list: MatrixRow[]; total: number };
const listed = (entity: AnyEntity, query: string, headers: Headers) =>
  test.call<Rows>('GET', `${callsOf(entity).list.path}?${query}`, undefined, headers);

it('S199 the order has such a field', () => {
  expect(kept.map(([entity, name]) => `${entity}.${name}`)).toContain('production/order.orderNo');
});

describe.each(kept)('%s.%s', (_name, name, entity) => {
  const canWrite = () => matrix.has(entity, 'create') && isWritable(entity, name);

  it('S199 stands in no list of a site, neither filters nor sorts one', async () => {
    if (canWrite()) await matrix.make(entity, chief, here, { [name]: SECRET });
    const seen = await listed(entity, 'limit=200', worker);
    expect(seen.data.list.length).toBeGreaterThan(0);
    expect(seen.data.list.filter((row) => name in row)).toEqual([]);
    expect((await listed(entity, 'limit=200', chief)).data.list[0]).toHaveProperty(name);
    for (const query of [`params[${name}]=a`, `sort=${name}&order=ASC`]) {
      expect([query, (await listed(entity, query, worker)).code]).toEqual([query, 400]);
    }
    expect((await listed(entity, `params[${name}]=a`, chief)).code).toBe(0);
  });

  it('S199 is found by no word of a site', async () => {
    if (!canWrite()) return;
    const row = await matrix.make(entity, chief, here, { [name]: `${SECRET}-K` });
    const found = async (headers: Headers) =>
      (await listed(entity, `params[keyword]=${SECRET}-K`, headers)).data.list.map(({ id }) => id);
    expect(await found(chief)).toContain(row.id);
    expect(await found(worker)).toEqual([]);
  });

  it('S199 is told neither by a row nor by its history', async () => {
    if (!canWrite()) return;
    const made = await matrix.make(entity, chief, here, { [name]: SECRET });
    const changed = await matrix.call<MatrixRow>(entity, 'update', {
      headers: chief,
      row: made,
      body: { [name]: `${SECRET}-2`, remark: '改', revision: made.revision },
    });
    const told = (headers: Headers) => [
      matrix.call(entity, 'get', { headers, row: made }),
      matrix.call(entity, 'history', { headers, row: made }),
    ];
    for (const answer of await Promise.all(told(chief)))
      expect(JSON.stringify(answer.data)).toContain(`${SECRET}-2`);
    for (const answer of await Promise.all(told(worker))) {
      expect(answer.code).toBe(0);
      expect(JSON.stringify(answer.data)).not.toContain(SECRET);
    }
    const stale = await matrix.call(entity, 'update', {
      headers: worker,
      row: made,
      body: { remark: '旧', revision: changed.data.revision - 1 },
    });
    expect(JSON.stringify(stale.data)).not.toContain(SECRET);
  });

  it('S199 is not written by a site', async () => {
    if (!canWrite()) return;
    const nameOf = async (row: MatrixRow) =>
      (await matrix.call<MatrixRow>(entity, 'get', { headers: chief, row })).data[name];
    const own = await matrix.make(entity, worker, here, { [name]: SECRET });
    expect(await nameOf(own)).toBeNull();
    const made = await matrix.make(entity, chief, here, { [name]: SECRET });
    const body = { [name]: 'OTHER', remark: '改', revision: made.revision };
    expect((await matrix.call(entity, 'update', { headers: worker, row: made, body })).code).toBe(
      0,
    );
    expect(await nameOf(made)).toBe(SECRET);
  });
});

it('S199 the operate log tells a site neither what was sent nor what was answered of it', async () => {
  const made = await matrix.make(order, chief, here, { orderNo: `${SECRET}-L` });
  const about = async (headers: Headers) => {
    const { data } = await listed(operateLog, `params[entityId]=${made.id}`, headers);
    const [row] = data.list;
    if (!row) throw new Error('The creation is not in the log.');
    return JSON.stringify(await matrix.call(operateLog, 'get', { headers, row }));
  };
  expect(await about(chief)).toContain(`${SECRET}-L`);
  const seen = await about(worker);
  expect(seen).toContain(made.id);
  expect(seen).not.toContain(SECRET);
});

it('a part split off keeps the ERP number, also when a site splits', async () => {
  const made = await matrix.make(order, chief, here, { orderNo: SECRET, quantity: 10 });
  const path = `${order.path}/${made.id}/actions/split`;
  const body = { revision: made.revision, quantity: 4 };
  const part = await test.call<MatrixRow>('POST', path, body, worker);
  expect([part.code, part.data.orderNo]).toEqual([0, undefined]);
  const row = (await matrix.call<MatrixRow>(order, 'get', { headers: chief, row: part.data })).data;
  expect(row.orderNo).toBe(SECRET);
});
