import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';
import { accountsAt, path, type Row } from './accounts.testing.ts';

let test: TestApp;
let site: TestSite;
let admin: Headers;
type Accounts = ReturnType<typeof accountsAt>;
let roleId: Accounts['roleId'];
let make: Accounts['make'];
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
  ({ roleId, make } = accountsAt(test, site, admin));
});
afterAll(() => test.close());

describe('phone numbers', () => {
  const phone = '13855550001';
  const listed = async (params: string, headers: Headers) =>
    (await test.call<{ list: Row[] }>('GET', `${path}?${params}`, undefined, headers)).data.list;

  it('stay hidden from those who may only list people: in the list, in sheets and from searches', async () => {
    const made = await make({ phone });
    const tags = ['system:user:list', 'system:user:export'];
    const lister = await test.as(tags, site);
    const reader = await test.as([...tags, 'system:user:query'], site);
    expect(await listed('params[phone]=1385555', lister)).toEqual([]);
    expect(await listed('params[keyword]=1385555', lister)).toEqual([]);
    expect(await listed(`params[phone]=${phone}`, lister)).toMatchObject([
      { id: made.id, phone: '138****0001' },
    ]);
    expect(await listed('params[phone]=1385555', reader)).toMatchObject([{ id: made.id, phone }]);
    const sheet = async (headers: Headers) =>
      (
        await test.app.inject({
          method: 'GET',
          url: `${path}/export?format=csv&columns=username,phone&params[phone]=${phone}`,
          headers,
        })
      ).body;
    expect(await sheet(lister)).toContain(`${made.username},138****0001`);
    expect(await sheet(reader)).toContain(`${made.username},${phone}`);
  });

  it('are found by the address of their last sign-in and by the day on which they were made', async () => {
    const found = async (query: string) =>
      (await test.call<{ total: number }>('GET', `${path}?${query}`, undefined, admin)).data.total;
    expect(await found('params[lastLoginIp]=127.0.0&sort=lastLoginIp&order=DESC')).toBeGreaterThan(
      0,
    );
    expect(await found('params[lastLoginIp]=10.9.8.7')).toBe(0);
    expect(await found('params[createTime][begin]=2020-01-01')).toBeGreaterThan(0);
    expect(await found('params[createTime][end]=2020-01-01')).toBe(0);
  });

  it('are kept in no log', async () => {
    await make({ phone: '13855550002' });
    await test.app.inject({
      method: 'GET',
      url: `${path}/export?format=csv&params[phone]=13855550002`,
      headers: admin,
    });
    await test.app.services.logs.flush();
    const { rows } = await test.database.owner.query<{ row: string }>(
      `select l::text as row from log_operate l where l::text like '%0002%' and l::text like '%138%'`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.filter(({ row }) => row.includes('13855550002'))).toEqual([]);
  });
});

it('the counter of limited sign-ins leads to all of them, also after an attack on everybody', async () => {
  const plant = await test.makeSite();
  await test.database.owner.query(
    `insert into "system_user" (site_id, username, account, real_name, home_site, user_identity, role)
     select $1, 'limited' || n, 'limited' || n, '受限' || n, $1, '2', array[$2::bigint] from generate_series(1, 260) n`,
    [plant.id, await roleId('planner')],
  );
  await test.database.owner.query(
    `insert into sign_in_counter (key, failures, window_start, blocked_until, last_failure)
     select 'account limited' || n, 20, now(), now() + interval '15 minutes', now() from generate_series(1, 260) n`,
  );
  const keeper = await test.as(['system:user:list'], plant);
  const { data } = await test.call<{ limited: number; limitedIds: string[] }>(
    'GET',
    `${path}/figures`,
    undefined,
    keeper,
  );
  expect(data.limited).toBe(260);
  const list = await test.call<{ total: number }>(
    'GET',
    `${path}?params[ids]=${data.limitedIds.join(',')}`,
    undefined,
    keeper,
  );
  expect(list.data.total).toBe(260);
});
