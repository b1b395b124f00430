import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';

let test: TestApp;
let site: TestSite;
let admin: Headers;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

type Row = Record<string, unknown> & { id: string; revision: number };
type List = { list: Row[]; total: number };

describe('roles', () => {
  const path = '/api/system/roles';
  const tick = async (...tags: string[]) => {
    const { rows } = await test.database.owner.query<{ id: string }>(
      'select id from system_menu where perms = any($1::text[])',
      [tags],
    );
    return rows.map(({ id }) => id);
  };

  it('S102 hold name, characters, status and permission menu', async () => {
    const menuIds = await tick('production:order:list', 'production:order:add');
    const made = await test.call<Row>(
      'POST',
      path,
      { roleName: '夜班班长', roleKey: 'night_lead', menuIds },
      admin,
    );
    expect(made.data).toMatchObject({
      roleName: '夜班班长',
      roleKey: 'night_lead',
      status: '1',
      menuIds,
      userCount: 0,
      builtIn: false,
      summary: '编辑：生产管理',
    });
    const list = await test.call<List>('GET', `${path}?limit=100`, undefined, admin);
    expect(list.data.list.find(({ roleKey }) => roleKey === 'super_admin')).toMatchObject({
      builtIn: true,
      userCount: 1,
      summary: '全部权限',
    });
  });

  it('say their names in the language of the reader, one without an English name as it was typed', async () => {
    const menuIds = await tick('production:order:list');
    await test.call('POST', path, { roleName: '单名', roleKey: 'one_name', menuIds }, admin);
    const named = async (language: string) => {
      const headers = { ...admin, 'accept-language': language };
      const { data } = await test.call<Row[]>('GET', '/api/user/account/role', undefined, headers);
      return ['planner', 'one_name'].map(
        (key) => data.find(({ roleKey }) => roleKey === key)?.['roleName'],
      );
    };
    expect(await named('zh-CN')).toEqual(['生产计划员', '单名']);
    expect(await named('en-US')).toEqual(['Planner', '单名']);
  });

  it('are exported with a column per page of the menu', async () => {
    const menuIds = await tick('production:order:list', 'production:order:add');
    await test.call('POST', path, { roleName: '导出班长', roleKey: 'export_lead', menuIds }, admin);
    const response = await test.app.inject({
      method: 'GET',
      url: `${path}/export?format=csv&columns=roleKey&params[keyword]=_lead`,
      headers: { ...admin, 'accept-language': 'zh-CN' },
    });
    const [head = '', ...rows] = response.body.replace('\ufeff', '').trim().split('\r\n');
    const at = (title: string) => head.split(',').indexOf(title);
    const own = rows
      .map((row) => row.split(','))
      .find((cells) => cells[at('权限字符')] === 'export_lead');
    expect(own?.[at('生产订单')]).toMatch(/^✓ .*新增/);
    expect(own?.[at('用户管理')]).toBe('');
  });

  it('of the super administrator cannot be changed, built-in ones not deleted', async () => {
    const { data } = await test.call<List>('GET', `${path}?limit=100`, undefined, admin);
    const byKey = (key: string) => data.list.find(({ roleKey }) => roleKey === key) as Row;
    const superRole = byKey('super_admin');
    expect(
      await test.call(
        'PUT',
        `${path}/${superRole.id}`,
        { roleName: 'x', revision: superRole.revision },
        admin,
      ),
    ).toMatchObject({ code: 409, data: { key: 'role.builtIn' } });
    const planner = byKey('planner');
    expect(
      await test.call(
        'PUT',
        `${path}/${planner.id}`,
        { roleKey: 'planner_2', revision: planner.revision },
        admin,
      ),
    ).toMatchObject({ code: 409, data: { key: 'role.builtIn.key' } });
    expect(await test.call('DELETE', `${path}/${planner.id}`, undefined, admin)).toMatchObject({
      code: 409,
      data: { key: 'role.builtIn.remove' },
    });
  });

  it('are made by a site person for the site alone and within the ceiling', async () => {
    const keeper = await test.as(
      [
        'system:role:list',
        'system:role:query',
        'system:role:add',
        'system:role:edit',
        'production:order:list',
      ],
      site,
    );
    const menuIds = await tick('production:order:list');
    const made = await test.call<Row>(
      'POST',
      path,
      { roleName: '本厂', roleKey: 'own_site', menuIds, siteId: null },
      keeper,
    );
    expect(made.data).toMatchObject({ siteId: site.id });
    const above = await tick('production:order:release');
    expect(
      await test.call(
        'POST',
        path,
        { roleName: '越权', roleKey: 'too_much', menuIds: above },
        keeper,
      ),
    ).toMatchObject({ code: 403, data: { key: 'grant.ceiling' } });
    expect(
      (
        await test.call(
          'POST',
          path,
          { roleName: '全部', roleKey: 'all_data', dataScope: '1', menuIds: [] },
          keeper,
        )
      ).code,
    ).toBe(403);
    const shared = (
      await test.call<List>('GET', `${path}?params[roleKey]=operator`, undefined, keeper)
    ).data.list[0] as Row;
    expect(
      (
        await test.call(
          'PUT',
          `${path}/${shared.id}`,
          { roleSort: 1, revision: shared.revision },
          keeper,
        )
      ).code,
    ).toBe(403);
  });

  it('have a name of their own among those of all sites', async () => {
    const draft = { roleName: '全厂巡检', menuIds: [] };
    expect((await test.call('POST', path, { ...draft, roleKey: 'round_a' }, admin)).code).toBe(0);
    expect(await test.call('POST', path, { ...draft, roleKey: 'round_b' }, admin)).toMatchObject({
      code: 409,
      data: { key: 'row.duplicate' },
    });
  });

  it('make no editor of an auditor, by whatever way', async () => {
    const make = async (roleKey: string, ...tags: string[]) =>
      (
        await test.call<Row>(
          'POST',
          path,
          { roleName: roleKey, roleKey, menuIds: await tick(...tags) },
          admin,
        )
      ).data;
    const plain = await make('plain_reader', 'production:order:list');
    const editing = await make('session_ender', 'system:session:list', 'system:session:kick');
    await test.call('POST', `${path}/${editing.id}/actions/disable`, { revision: 1 }, admin);
    const auditor = (
      await test.call<List>('GET', `${path}?params[roleKey]=auditor`, undefined, admin)
    ).data.list[0] as Row;
    const person = await test.makeUser('auditor');
    await test.database.owner.query(
      'update "system_user" set role = role || $2::bigint[] where id = $1',
      [person.id, [plain.id]],
    );
    const refused = { code: 409, data: { key: 'role.separation' } };
    const change = async (row: Row, ...tags: string[]) =>
      test.call(
        'PUT',
        `${path}/${row.id}`,
        { menuIds: await tick(...tags), revision: row.revision },
        admin,
      );
    expect(await change(plain, 'system:session:kick')).toMatchObject(refused);
    expect(await change(plain, 'system:session:list')).toMatchObject({ code: 0 });
    expect(await change(auditor, 'system:user:list', 'system:user:unlock')).toMatchObject(refused);
    await test.database.owner.query(
      'update "system_user" set role = role || $2::bigint[] where id = $1',
      [person.id, [editing.id]],
    );
    expect(
      await test.call('POST', `${path}/${editing.id}/actions/enable`, { revision: 2 }, admin),
    ).toMatchObject(refused);
  });

  it('are given to people by a list', async () => {
    const person = await test.makeUser('planner', site);
    const role = (
      await test.call<List>('GET', `${path}?params[roleKey]=tool_keeper`, undefined, admin)
    ).data.list[0] as Row;
    expect(
      (await test.call('PUT', `${path}/${role.id}/users`, { userIds: [person.id] }, admin)).data,
    ).toEqual({ changed: 1 });
    const holders = await test.call<{ list: { id: string; checked: boolean }[] }>(
      'GET',
      `${path}/${role.id}/users`,
      undefined,
      admin,
    );
    expect(holders.data.list.filter(({ checked }) => checked).map(({ id }) => id)).toEqual([
      person.id,
    ]);
    expect(
      (await test.call('PUT', `${path}/${role.id}/users`, { userIds: ['987654'] }, admin)).code,
    ).toBe(404);
  });
});
