import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';
import { someoneWaits } from '../waiting.testing.ts';

const PATH = '/api/production/orders';
let test: TestApp;
let site: TestSite;
let planner: Headers;
let productId = '';

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  planner = await test.as('planner', site);
  productId = await inserted(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat)
     values ($1, 'wheel', 'M', '轮', 60) returning id`,
    site.id,
  );
});
afterAll(() => test.close());

async function inserted(text: string, ...values: unknown[]): Promise<string> {
  const { rows } = await test.database.owner.query<{ id: string }>(text, values);
  return rows[0]?.id ?? '';
}

const line = (code: string) =>
  inserted(
    'insert into base_line (site_id, code, name) values ($1, $2, $2) returning id',
    site.id,
    code,
  );

interface Answer {
  readonly id: string;
  readonly revision: number;
  readonly lineIds: string[];
  readonly errors: { field: string; key: string }[];
}

const ORDER = {
  orderName: '订单',
  quantity: 5,
  dueDate: '2999-12-01',
  planStartTime: '2026-10-01T00:00:00.000Z',
  planEndTime: '2026-11-01T00:00:00.000Z',
};

const add = (orderCode: string, lineIds: string[]) =>
  test.call<Answer>('POST', PATH, { orderCode, productId, lineIds, ...ORDER }, planner);

const change = ({ id, revision }: Answer, lineIds: string[]) =>
  test.call<Answer>('PUT', `${PATH}/${id}`, { revision, lineIds }, planner);

it('keeps in a list what was disabled since, and takes nothing disabled anew', async () => {
  const [old, fresh, never] = [await line('L-1'), await line('L-2'), await line('L-3')];
  const { data: order } = await add('O-1', [old]);
  await test.database.owner.query(`update base_line set status = '0' where id = any($1)`, [
    [old, never],
  ]);
  const { data: kept } = await change(order, [old, fresh]);
  expect(kept.lineIds).toEqual([old, fresh]);
  const refused = await change(kept, [old, never]);
  expect(refused).toMatchObject({
    code: 422,
    data: { errors: [{ field: 'lineIds', key: 'ref.missing' }] },
  });
});

it('points at no row that somebody deletes at the same moment, in a list either', async () => {
  const id = await line('L-4');
  const other = await test.database.owner.connect();
  try {
    await other.query('begin');
    await other.query('delete from base_line where id = $1', [id]);
    const adding = add('O-2', [id]);
    await someoneWaits(test);
    await other.query('commit');
    expect(await adding).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'lineIds', key: 'ref.missing' }] },
    });
  } finally {
    other.release();
  }
});
