import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp, type TestSite } from './testing.ts';

const PATH = '/api/production/orders';
let test: TestApp;
let site: TestSite;
let planner: Headers;
const ids: string[] = [];
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  planner = await test.as('planner', site);
  const made = await test.database.owner.query<{ id: string }>(
    `with p as (insert into base_product (site_id, category, material_code, product_name, standard_beat, status)
       values ($1, 'wheel', 'M', '轮', 60, '1') returning id)
     insert into production_order (site_id, order_code, order_name, product_id, quantity, due_date, plan_start_time, plan_end_time, state)
     select $1, 'O-' || n, '订单', p.id, 100, '2999-12-01', '2026-10-01', '2026-11-01', (array['draft', 'released', 'running'])[n]
     from p, generate_series(1, 3) n order by n returning id`,
    [site.id],
  );
  ids.push(...made.rows.map(({ id }) => id));
});
afterAll(() => test.close());

interface Told {
  readonly key: string;
  readonly errors?: readonly { readonly field: string; readonly label: string }[];
}

const removed = (which: readonly string[], language = 'zh-CN') =>
  test.call<Told>('DELETE', `${PATH}/${which.join(',')}`, undefined, {
    ...planner,
    'accept-language': language,
  });

describe('what is done to all rows or to none', () => {
  it('names each row that stands against it', async () => {
    const [, released, running] = ids;
    const refused = await removed(ids);
    expect(refused).toMatchObject({ code: 409, data: { key: 'row.state' } });
    expect(refused.data.errors).toMatchObject([
      { field: released, label: 'O-2(订单)', message: 'O-2(订单)：当前状态「已下达」不允许删除' },
      { field: running, label: 'O-3(订单)', message: 'O-3(订单)：当前状态「生产中」不允许删除' },
    ]);
    expect((await removed(ids, 'en-US')).msg).toMatch(/^O-2\(订单\): Deleting .*; O-3\(订单\): /);
    const { rows } = await test.database.owner.query('select id from production_order');
    expect(rows).toHaveLength(ids.length);
  });

  it('needs no name where one row is meant, and tells nothing of rows that are not there', async () => {
    const one = await removed(ids.slice(1, 2));
    expect(one).toMatchObject({ code: 409, msg: '当前状态「已下达」不允许删除' });
    expect(one.data.errors).toBeUndefined();
    const unknown = await removed([...ids, '999999999']);
    expect(unknown).toMatchObject({ code: 404, data: { key: 'row.missing' } });
    expect(unknown.data.errors).toBeUndefined();
  });

  it('names roles that are delivered', async () => {
    const admin = await test.signIn('admin');
    const { rows } = await test.database.owner.query<{ id: string; name: string }>(
      `select id, role_name as name from system_role where built_in and role_key <> 'super_admin' order by id limit 2`,
    );
    const refused = await test.call<Told>(
      'DELETE',
      `/api/system/roles/${rows.map(({ id }) => id).join(',')}`,
      undefined,
      admin,
    );
    expect(refused.data.errors?.map(({ field }) => field)).toEqual(rows.map(({ id }) => id));
    for (const { name } of rows) expect(refused.msg).toContain(name);
  });
});

it('a refusal names every row that is in use, in the language of its reader', async () => {
  const { rows } = await test.database.owner.query<{ id: string }>(
    `with p as (insert into base_product (site_id, category, material_code, product_name, product_name_en, standard_beat, status)
       select $1, 'wheel', 'U' || n, '用过的轮', 'Used wheel', 60, '1' from generate_series(1, 2) n returning id)
     insert into production_order (site_id, order_code, order_name, product_id, quantity, due_date, plan_start_time, plan_end_time, state)
     select $1, 'U-' || id, '订单', id, 100, '2999-12-01', '2026-10-01', '2026-11-01', 'draft' from p returning product_id as id`,
    [site.id],
  );
  const path = `/api/base/products/${rows.map(({ id }) => id).join(',')}`;
  const engineer = await test.as('process_engineer', site);
  const refused = await test.call<Told>('DELETE', path, undefined, {
    ...engineer,
    'accept-language': 'en-US',
  });
  expect(refused).toMatchObject({ code: 409, data: { key: 'row.inUse' } });
  expect(refused.data.errors?.map(({ label }) => label).sort()).toEqual([
    'U1 Used wheel',
    'U2 Used wheel',
  ]);
  expect(refused.msg).toContain('"U2 Used wheel" is used by Production order (1)');
  const one = await test.call('DELETE', `/api/base/products/${rows[0]?.id}`, undefined, engineer);
  expect(one.msg).toContain('用过的轮」被生产订单(1)引用，不能删除，可改为停用');
});

it('a batch names the rows that were refused', async () => {
  const body = { ids: [...ids.slice(1), '999999999'] };
  const { data } = await test.call<{ rows: object[] }>(
    'POST',
    `${PATH}/actions/release`,
    body,
    planner,
  );
  expect(data).toMatchObject({ ok: 0, failed: 3 });
  expect(data.rows).toMatchObject([
    { id: ids[1], ok: false, key: 'row.state', name: 'O-2(订单)' },
    { id: ids[2], ok: false, key: 'row.state', name: 'O-3(订单)' },
    { id: '999999999', ok: false, key: 'row.missing' },
  ]);
  expect(data.rows[2]).not.toHaveProperty('name');
});

it('a batch tells no names of rows that are removed, or of another customer', async () => {
  const users = '/api/user/account/user';
  const keeper = await test.as('site_admin', site);
  const gone = await test.makeUser('planner', site);
  await test.database.owner.query('update "system_user" set deleted_at = now() where id = $1', [
    gone.id,
  ]);
  const customer = await test.signIn(
    await test.makeUser('planner', site, { identity: '3', customer: 'volt' }),
  );
  const told = [
    await test.call('POST', `${users}/actions/unlock`, { ids: [gone.id] }, keeper),
    await test.call('POST', `${PATH}/actions/release`, { ids: ids.slice(0, 1) }, customer),
  ];
  for (const { data } of told) {
    expect(data).toMatchObject({ ok: 0, rows: [{ ok: false, key: 'row.missing' }] });
    expect(data).not.toHaveProperty('rows.0.name');
  }
});
