import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Headers,
  PASSWORD,
  type TestApp,
  testApp,
  type TestSite,
} from '../../kernel/testing.ts';
import { accountsAt, path, type Row } from './accounts.testing.ts';

let test: TestApp;
let site: TestSite;
let admin: Headers;
type Accounts = ReturnType<typeof accountsAt>;
let roleId: Accounts['roleId'];
let draft: Accounts['draft'];
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
  ({ roleId, draft } = accountsAt(test, site, admin));
});
afterAll(() => test.close());

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
    expect(answer).toMatchObject({ code: 403, data: { key: 'grant.ceiling' } });
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
