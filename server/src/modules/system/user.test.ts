import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Headers,
  PASSWORD,
  type TestApp,
  testApp,
  type TestSite,
} from '../../kernel/testing.ts';

let test: TestApp;
let site: TestSite;
let admin: Headers;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

const path = '/api/user/account/user';
let count = 0;

async function roleId(key: string): Promise<string> {
  const { rows } = await test.database.owner.query<{ id: string }>(
    'select id from system_role where role_key = $1',
    [key],
  );
  return rows[0]?.id ?? '';
}

async function draft(more: object = {}) {
  count += 1;
  return {
    username: `new.${count}`,
    realName: '新同事',
    homeSite: site.id,
    role: [await roleId('planner')],
    password: 'Kranich-71',
    ...more,
  };
}

type Row = {
  id: string;
  username: string;
  revision: number;
  userId: string;
  role: string[];
  status: string;
};

async function make(more: object = {}, headers = admin): Promise<Row> {
  const answer = await test.call<Row>('POST', path, await draft(more), headers);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data;
}

describe('accounts', () => {
  it('S3 S101 S228 S230 are made and listed with both names of a field', async () => {
    const other = await test.makeSite();
    const made = await make({ associatedSites: [other.id], phone: '13812340001' });
    const answer = await test.call<{ list: Row[]; total: number }>(
      'GET',
      `${path}?params[username]=${made.username}`,
      undefined,
      admin,
    );
    expect(answer.data.total).toBe(1);
    expect(answer.data.list[0]).toMatchObject({
      id: made.id,
      userId: made.id,
      account: made.username,
      affiliationDepartId: site.id,
      homeSite: site.id,
      associatedSites: [other.id],
      roleIds: made.role,
      creator: '系统管理员',
      siteCode: site.code,
      status: '1',
      departName: site.name,
      phone: '13812340001',
      mustChangePassword: true,
    });
    expect(JSON.stringify(answer.data)).not.toMatch(/argon2|password"/);
  });

  it('must change the first password before anything else', async () => {
    const made = await make();
    const signedIn = await test.call<{
      userTokenMsg: { access_token: string; sub: string; code: string };
      mustChangePassword: boolean;
    }>('POST', '/api/user/auth/login', { username: made.username, password: 'Kranich-71' });
    expect(signedIn.data.mustChangePassword).toBe(true);
    const { access_token: token, sub, code } = signedIn.data.userTokenMsg;
    const headers = { jwt_token: token, sub, code };
    expect(await test.call('GET', '/api/production/orders', undefined, headers)).toMatchObject({
      code: 1006,
      data: { key: 'signIn.mustChange' },
    });
    expect(
      (
        await test.call(
          'PUT',
          '/api/user/info/password',
          {
            passwordOld: 'Kranich-71',
            passwordNew: 'Nebel-im-Tal',
            passwordRepeat: 'Nebel-im-Tal',
          },
          headers,
        )
      ).code,
    ).toBe(0);
    expect((await test.call('GET', '/api/production/orders', undefined, headers)).code).toBe(0);
  });

  it('take no password with the name of the site', async () => {
    const password = `x-${site.name}`;
    expect(await test.call('POST', path, await draft({ password }), admin)).toMatchObject({
      code: 422,
      data: { errors: [{ key: 'password.common' }] },
    });
    const own = { passwordOld: PASSWORD, passwordNew: password, passwordRepeat: password };
    expect(
      await test.call('PUT', '/api/user/info/password', own, await test.as('planner', site)),
    ).toMatchObject({ code: 422, data: { errors: [{ key: 'password.common' }] } });
  });

  it('refuse a taken name without case, bad fields and unknown ones at once', async () => {
    const made = await make();
    expect(
      await test.call('POST', path, await draft({ username: made.username.toUpperCase() }), admin),
    ).toMatchObject({ code: 409, data: { key: 'row.duplicate' } });
    const bad = await test.call<{ errors: { field: string }[] }>(
      'POST',
      path,
      await draft({ username: 'a b', phone: '123', colour: 'red' }),
      admin,
    );
    expect(bad.data.errors.map(({ field }) => field).sort()).toEqual([
      'colour',
      'phone',
      'username',
    ]);
  });

  it('take nothing that the server owns', async () => {
    const made = await make({
      status: '0',
      lastLoginIp: '9.9.9.9',
      mustChangePassword: false,
      id: '1',
      passwordHash: undefined,
    });
    expect(made).toMatchObject({ status: '1', lastLoginIp: null, mustChangePassword: true });
    expect(made.id).not.toBe('1');
  });

  it('S231 are changed under their revision', async () => {
    const made = await make();
    const changed = await test.call<Row>(
      'PUT',
      path,
      { id: made.id, nickname: '小新', revision: made.revision },
      admin,
    );
    expect(changed.data).toMatchObject({ nickname: '小新', revision: made.revision + 1 });
    expect(
      await test.call('PUT', path, { id: made.id, nickname: 'x', revision: made.revision }, admin),
    ).toMatchObject({ code: 409, data: { key: 'row.stale' } });
  });

  it('S232 are deleted when id and name belong together, never oneself', async () => {
    const made = await make();
    expect(
      await test.call('DELETE', `${path}/${made.id}/somebody`, undefined, admin),
    ).toMatchObject({ code: 404, data: { key: 'row.missing' } });
    expect(
      (await test.call('DELETE', `${path}/${made.id}/${made.username}`, undefined, admin)).code,
    ).toBe(0);
    expect(
      (
        await test.call('POST', '/api/user/auth/login', {
          username: made.username,
          password: 'Kranich-71',
        })
      ).code,
    ).toBe(1001);
    const own = await test.call<{ id: string }>('GET', '/api/user/info', undefined, admin);
    expect(
      await test.call('DELETE', `${path}/${own.data.id}/admin`, undefined, admin),
    ).toMatchObject({ code: 409, data: { key: 'user.remove.self' } });
  });

  it('S234 lose their sessions at once when disabled', async () => {
    const person = await test.makeUser('planner', site);
    const headers = await test.signIn(person);
    const call = (status: string) =>
      test.call(
        'PUT',
        '/api/user/account/disable/enabled/user',
        { id: person.id, status, username: person.username },
        admin,
      );
    expect((await call('0')).code).toBe(0);
    expect(await test.call('GET', '/api/user/auth/getInfo', undefined, headers)).toMatchObject({
      code: 408,
      data: { reason: 'disabled' },
    });
    expect(
      await test.call('POST', '/api/user/auth/login', {
        username: person.username,
        password: PASSWORD,
      }),
    ).toMatchObject({ code: 1003, data: { key: 'signIn.disabled' } });
    await call('1');
    expect(
      (
        await test.call('POST', '/api/user/auth/login', {
          username: person.username,
          password: PASSWORD,
        })
      ).code,
    ).toBe(0);
  });

  it('S233 get another password, which ends their sessions', async () => {
    const person = await test.makeUser('planner', site);
    const headers = await test.signIn(person);
    const reset = await test.call(
      'PUT',
      '/api/user/account/reset/user',
      { userId: person.id, username: person.username, password: 'Nebel-im-Tal' },
      admin,
    );
    expect(reset.code).toBe(0);
    expect(await test.call('GET', '/api/user/auth/getInfo', undefined, headers)).toMatchObject({
      code: 408,
      data: { reason: 'password' },
    });
    expect(
      (
        await test.call('POST', '/api/user/auth/login', {
          username: person.username,
          password: 'Nebel-im-Tal',
        })
      ).data,
    ).toMatchObject({ mustChangePassword: true });
  });

  it('S229 S235 tell the roles that may be given and the terminals reached', async () => {
    const person = await test.makeUser('planner', site);
    const roles = await test.call<{ roleKey: string; checked: boolean }[]>(
      'GET',
      `/api/user/account/role?userId=${person.id}`,
      undefined,
      admin,
    );
    expect(roles.data.filter(({ checked }) => checked).map(({ roleKey }) => roleKey)).toEqual([
      'planner',
    ]);
    expect((await test.call('GET', '/api/user/account/syncTcu', undefined, admin)).data).toEqual({
      sent: 0,
      failed: [],
    });
  });
});

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

describe('the ceiling', () => {
  const tags = [
    'system:user:list',
    'system:user:query',
    'system:user:add',
    'system:user:edit',
    'system:user:remove',
    'system:user:reset',
    'system:user:enable',
  ];

  it('lets nobody give a role, site or identity that he does not hold', async () => {
    const keeper = await test.as(tags, site);
    const other = await test.makeSite();
    const ceiling = { code: 403, data: { key: 'grant.ceiling' } };
    expect(
      await test.call('POST', path, await draft({ role: [await roleId('super_admin')] }), keeper),
    ).toMatchObject(ceiling);
    expect(
      await test.call('POST', path, await draft({ role: [await roleId('planner')] }), keeper),
    ).toMatchObject(ceiling);
    const { rows } = await test.database.owner.query<{ id: string }>(
      `insert into system_role (role_key, role_name, menu_ids) values ('small', '小角色', '[]') returning id`,
    );
    const role = [rows[0]?.id];
    expect(
      await test.call('POST', path, await draft({ role, homeSite: other.id }), keeper),
    ).toMatchObject(ceiling);
    expect(
      await test.call('POST', path, await draft({ role, associatedSites: [other.id] }), keeper),
    ).toMatchObject(ceiling);
    expect(
      await test.call('POST', path, await draft({ role, userIdentity: '1' }), keeper),
    ).toMatchObject(ceiling);
    expect((await test.call('POST', path, await draft({ role }), keeper)).code).toBe(0);
  });

  it('keeps people above the caller from being changed', async () => {
    const keeper = await test.as(tags, site);
    const boss = await test.makeUser('plant_manager', site);
    const row = (await test.call<Row>('GET', `${path}/${boss.id}`, undefined, keeper)).data;
    expect(
      await test.call('PUT', path, { id: boss.id, realName: 'x', revision: row.revision }, keeper),
    ).toMatchObject({ code: 403, data: { key: 'grant.ceiling' } });
    expect(
      (
        await test.call(
          'PUT',
          '/api/user/account/reset/user',
          { userId: boss.id, username: boss.username, password: 'Nebel-im-Tal' },
          keeper,
        )
      ).code,
    ).toBe(403);
  });

  it('keeps one from changing the own roles', async () => {
    const person = await test.makeUser(tags, site);
    const headers = await test.signIn(person);
    const row = (await test.call<Row>('GET', `${path}/${person.id}`, undefined, headers)).data;
    const answer = await test.call(
      'PUT',
      path,
      { id: person.id, role: [await roleId('screen')], revision: row.revision },
      headers,
    );
    expect(answer).toMatchObject({ code: 403 });
  });

  it('hides people of other sites', async () => {
    const keeper = await test.as(tags, site);
    const stranger = await test.makeUser('planner', await test.makeSite());
    expect(await test.call('GET', `${path}/${stranger.id}`, undefined, keeper)).toMatchObject({
      code: 404,
      data: { key: 'row.missing' },
    });
    expect(
      (await test.call('DELETE', `${path}/${stranger.id}/${stranger.username}`, undefined, keeper))
        .code,
    ).toBe(404);
  });

  it('leaves one super administrator', async () => {
    const second = await test.makeUser('super_admin');
    const headers = await test.signIn(second);
    const first = (await test.call<{ id: string }>('GET', '/api/user/info', undefined, admin)).data
      .id;
    const disable = (id: string, status: string, as: Headers) =>
      test.call('PUT', '/api/user/account/disable/enabled/user', { id, status }, as);
    expect((await disable(second.id, '0', admin)).code).toBe(0);
    await disable(second.id, '1', admin);
    const again = await test.signIn(second);
    expect((await test.call('DELETE', `${path}/${first}/admin`, undefined, again)).code).toBe(0);
    await test.database.owner.query(
      `update "system_user" set deleted_at = null where username = 'admin'`,
    );
    await test.database.owner.query(
      `update "system_user" set status = '0' where username = 'admin'`,
    );
    expect(
      (
        await test.call(
          'PUT',
          path,
          { id: second.id, role: [await roleId('planner')], revision: 1 },
          again,
        )
      ).code,
    ).toBe(403);
    await test.database.owner.query(
      `update "system_user" set status = '1' where username = 'admin'`,
    );
    expect(headers.sub).toBe(again.sub);
    admin = await test.signIn('admin');
  });
});

describe('the last super administrators', () => {
  it('cannot disable each other at the same moment', async () => {
    const pair = [await test.makeUser('super_admin'), await test.makeUser('super_admin')] as const;
    const signedIn = [await test.signIn(pair[0]), await test.signIn(pair[1])] as const;
    await test.database.owner.query(
      `update "system_user" set status = '0' where id <> all($1::bigint[])`,
      [pair.map(({ id }) => id)],
    );
    const disable = (id: string, as: Headers) =>
      test.call('PUT', '/api/user/account/disable/enabled/user', { id, status: '0' }, as);
    const answers = await Promise.all([
      disable(pair[1].id, signedIn[0]),
      disable(pair[0].id, signedIn[1]),
    ]);
    const { rows } = await test.database.owner.query<{ status: string }>(
      'select status from "system_user" where id = any($1::bigint[]) order by status',
      [pair.map(({ id }) => id)],
    );
    expect(rows.map(({ status }) => status)).toEqual(['0', '1']);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    await test.database.owner.query(`update "system_user" set status = '1' where status = '0'`);
    admin = await test.signIn('admin');
  });
});

describe('rights', () => {
  it('act on the very next request', async () => {
    const person = await test.makeUser(['production:order:list'], site);
    const headers = await test.signIn(person);
    const orders = () => test.call('GET', '/api/production/orders', undefined, headers);
    expect((await orders()).code).toBe(0);
    const { rows } = await test.database.owner.query<{ role: string[] }>(
      'select role from "system_user" where id = $1',
      [person.id],
    );
    expect(
      (
        await test.call(
          'POST',
          `/api/system/roles/${rows[0]?.role[0]}/actions/disable`,
          { revision: 1 },
          admin,
        )
      ).code,
    ).toBe(0);
    expect(await orders()).toMatchObject({ code: 403, data: { key: 'permission.missing' } });
    expect(
      (
        await test.call('POST', '/api/user/auth/login', {
          username: person.username,
          password: PASSWORD,
        })
      ).code,
    ).toBe(1004);
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
