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

describe('menus', () => {
  const path = '/api/system/menus';

  it('disappear for everybody when disabled', async () => {
    const list = await test.call<List>('GET', `${path}?limit=0`, undefined, admin);
    const page = list.data.list.find(
      ({ component }) => component === 'baseConfig/reasonCode',
    ) as Row;
    const disable = `${path}/${page.id}/actions/disable`;
    const { revision } = page;
    const off = await test.call<Row>('POST', disable, { revision }, admin);
    expect(off.code).toBe(0);
    const routes = JSON.stringify(
      (await test.call('GET', '/api/user/auth/getRouters', undefined, admin)).data,
    );
    expect(routes).not.toContain('baseConfig/reasonCode');
    await test.call(
      'POST',
      `${path}/${page.id}/actions/enable`,
      { revision: off.data.revision },
      admin,
    );
  });

  it('tell before they go which roles hold them', async () => {
    const list = (await test.call<List>('GET', `${path}?limit=0`, undefined, admin)).data.list;
    const page = list.find(({ component }) => component === 'baseConfig/reasonCode') as Row;
    const draft = { roleName: '原因维护', roleKey: 'reason_keeper', menuIds: [page.id] };
    await test.call('POST', '/api/system/roles', draft, admin);
    const { data } = await test.call<List>(
      'GET',
      `${path}/holders?ids=${page.id}`,
      undefined,
      admin,
    );
    expect(data.list.map(({ roleName }) => roleName)).toContain('原因维护');
    expect(data.total).toBe(data.list.length);
  });

  it('refuse a wrong place, a circle and tags that the editor does not hold', async () => {
    const list = (await test.call<List>('GET', `${path}?limit=0`, undefined, admin)).data.list;
    const directory = list.find(({ name }) => name === 'System') as Row;
    const page = list.find(({ component }) => component === 'system/user') as Row;
    const draft = {
      menuType: 'P',
      titleZh: '测试',
      titleEn: 'Test',
      name: 'TestPage',
      path: '/test/page',
      component: 'test/page',
      perms: 'test:page:list',
    };
    expect(await test.call('POST', path, { ...draft, parentId: page.id }, admin)).toMatchObject({
      code: 422,
      data: { errors: [{ key: 'menu.parent' }] },
    });
    expect((await test.call('POST', path, { ...draft, parentId: directory.id }, admin)).code).toBe(
      0,
    );
    expect(
      await test.call(
        'PUT',
        `${path}/${directory.id}`,
        { parentId: directory.id, revision: directory.revision },
        admin,
      ),
    ).toMatchObject({ code: 422, data: { errors: [{ key: 'tree.cycle' }] } });
    const editor = await test.as(['system:menu:list', 'system:menu:edit', 'system:menu:query']);
    expect(
      await test.call(
        'PUT',
        `${path}/${page.id}`,
        { perms: 'system:other:list', revision: page.revision },
        editor,
      ),
    ).toMatchObject({ code: 403, data: { key: 'grant.ceiling' } });
  });
});

describe('sites', () => {
  const path = '/api/user/depart';

  it('S99 S202 S221 S222 are listed with the tag of the specification', async () => {
    const list = await test.call<List>(
      'GET',
      `${path}?limit=0`,
      undefined,
      await test.as(['system:depart:show']),
    );
    expect(list.data.list).toContainEqual(
      expect.objectContaining({ id: site.id, departName: site.name, institutionCode: site.code }),
    );
    expect((await test.call('GET', path, undefined, await test.as(['base:site:list']))).code).toBe(
      403,
    );
    expect((await test.call('GET', `${path}/${site.id}`, undefined, admin)).data).toMatchObject({
      departName: site.name,
    });
  });

  it('are not deleted while something stands on them, which is named', async () => {
    const busy = await test.makeSite();
    const line = { code: 'L1', name: '一线', siteId: busy.id };
    const made = await test.call<Row>('POST', '/api/base/lines', line, admin);
    await test.call('PUT', `/api/base/lines/${made.data.id}/calendar`, { days: [] }, admin);
    await test.makeUser(['home:data:list'], busy);
    const refused = await test.call('DELETE', `${path}/${busy.id}`, undefined, admin);
    expect(refused).toMatchObject({
      code: 409,
      data: { key: 'row.inUse' },
      msg: `「${busy.code} ${busy.name}」被产线(1)、用户(1)引用，不能删除，可改为停用`,
    });
  });

  it('S223 S224 S225 S226 S227 are made, changed, told of, switched off and deleted', async () => {
    const draft = {
      departName: '新厂区',
      departType: 'site',
      institutionCode: 'NEW01',
      shortCode: 'NEW',
      parentId: test.companyId,
    };
    const made = (await test.call<Row>('POST', path, draft, admin)).data;
    expect(made).toMatchObject({ departName: '新厂区', status: '1', timeZone: 'Asia/Shanghai' });
    const changed = await test.call<Row>(
      'PUT',
      path,
      { id: made.id, departNameEn: 'New site', revision: made.revision },
      admin,
    );
    expect(changed.data).toMatchObject({ departNameEn: 'New site', departName: '新厂区' });
    expect(
      (await test.call('GET', `${path}/msg?departId=${made.id}`, undefined, admin)).data,
    ).toMatchObject({
      depart: { id: made.id },
      userCount: 0,
      lineCount: 0,
      equipmentCount: 0,
      boardCount: 0,
      children: [],
    });
    expect(
      (
        await test.call(
          'PUT',
          '/api/user/disable/enabled/depart',
          { departId: made.id, status: '0' },
          admin,
        )
      ).code,
    ).toBe(0);
    expect((await test.call('DELETE', `${path}/${made.id}`, undefined, admin)).code).toBe(0);
    expect(await test.call('DELETE', `${path}/${site.id}`, undefined, admin)).toMatchObject({
      code: 409,
      data: { key: 'row.inUse' },
    });
  });

  it('tell how many machines and screens they have, and how many of them are online', async () => {
    const place = await test.makeSite();
    const keeper = await test.as('site_admin', place);
    const make = async (url: string, draft: object) =>
      (await test.call<Row>('POST', url, draft, keeper)).data.id;
    const machine = { equipmentKind: 'machineTool', standardActionRate: '85' };
    const machines = await Promise.all(
      ['M1', 'M2', 'M3'].map((number) =>
        make('/api/base/equipments', { ...machine, number, nickname: number }),
      ),
    );
    const pages = [{ page: 'andon', seconds: 60 }];
    const boards = await Promise.all(
      ['B1', 'B2'].map((boardCode) =>
        make('/api/system/kanbans', { boardCode, boardName: boardCode, pages }),
      ),
    );
    const { owner } = test.database;
    await owner.query(
      `insert into device_live (equipment_id, site_id, status) values ($1, $3, 'run'), ($2, $3, 'offline')
       on conflict (equipment_id) do update set status = excluded.status`,
      [machines[0], machines[1], place.id],
    );
    await owner.query(`update system_kanban set online = true where id = $1`, [boards[0]]);
    const { data } = await test.call<{ list: Row[] }>('GET', `${path}?limit=200`, undefined, admin);
    expect(data.list.find(({ id }) => id === place.id)).toMatchObject({
      equipmentCount: 3,
      equipmentOnlineCount: 1,
      boardCount: 2,
      boardOnlineCount: 1,
      orderCount: 0,
    });
  });

  it('end their sessions when disabled, and one remains', async () => {
    const doomed = await test.makeSite();
    const headers = await test.as('planner', doomed);
    expect(
      (
        await test.call(
          'PUT',
          '/api/user/disable/enabled/depart',
          { departId: doomed.id, status: '0' },
          admin,
        )
      ).code,
    ).toBe(0);
    expect(await test.call('GET', '/api/user/auth/getInfo', undefined, headers)).toMatchObject({
      code: 408,
      data: { reason: 'site' },
    });
    const others = await test.database.owner.query<{ id: string }>(
      `select id from base_site where depart_type = 'site' and status = '1' and id <> $1`,
      [site.id],
    );
    for (const { id } of others.rows)
      await test.call(
        'PUT',
        '/api/user/disable/enabled/depart',
        { departId: id, status: '0' },
        admin,
      );
    expect(
      await test.call(
        'PUT',
        '/api/user/disable/enabled/depart',
        { departId: site.id, status: '0' },
        admin,
      ),
    ).toMatchObject({ code: 409, data: { key: 'site.disable.last' } });
  });
});

describe('dictionaries', () => {
  it('S93 S244 S245 are read by type, in order, with an ETag', async () => {
    const person = await test.as('planner', site);
    const items = await test.call<Row[]>(
      'GET',
      '/api/commons/getDictItem/order_state',
      undefined,
      person,
    );
    expect(items.data[0]).toEqual({
      itemText: '草稿',
      itemTextEn: 'Draft',
      itemValue: 'draft',
      color: null,
      isDefault: false,
      ext: null,
    });
    expect(
      (await test.call('GET', '/api/commons/getDictItem/no_such_type', undefined, person)).data,
    ).toEqual([]);
    const several = await test.call<Record<string, Row[]>>(
      'GET',
      '/api/commons/dict/item?type=priority,severity',
      undefined,
      person,
    );
    expect(Object.keys(several.data)).toEqual(['priority', 'severity']);
    const again = await test.app.inject({
      url: '/api/commons/getDictItem/order_state',
      headers: { ...person, 'if-none-match': String(items.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('take new values at once where they are editable; fixed ones keep theirs', async () => {
    const types = (
      await test.call<List>('GET', '/api/system/dict-types?limit=200', undefined, admin)
    ).data.list;
    const customer = types.find(({ dictType }) => dictType === 'customer') as Row;
    const state = types.find(({ dictType }) => dictType === 'order_state') as Row;
    expect(
      (
        await test.call(
          'POST',
          '/api/system/dict-items',
          { dictId: customer.id, itemText: '星驰', itemValue: 'xingchi' },
          admin,
        )
      ).code,
    ).toBe(0);
    expect(
      (await test.call<Row[]>('GET', '/api/commons/getDictItem/customer', undefined, admin)).data,
    ).toMatchObject([{ itemValue: 'xingchi' }]);
    const [item] = (
      await test.call<List>(
        'GET',
        `/api/system/dict-items?params[dictId]=${customer.id}`,
        undefined,
        admin,
      )
    ).data.list;
    const url = `/api/system/dict-items/${item?.id}`;
    const sent = { revision: item?.revision };
    expect((await test.call('POST', `${url}/actions/disable`, sent, admin)).code).toBe(0);
    const asked = '/api/commons/getDictItem/customer';
    expect((await test.call('GET', asked, undefined, admin)).data).toEqual([]);
    expect((await test.call('GET', `${asked}?all=true`, undefined, admin)).data).toMatchObject([
      { itemValue: 'xingchi', itemText: '星驰', isEnabled: false },
    ]);
    expect(
      await test.call(
        'POST',
        '/api/system/dict-items',
        { dictId: state.id, itemText: 'x', itemValue: 'x' },
        admin,
      ),
    ).toMatchObject({ code: 409, data: { key: 'dict.fixed' } });
    expect(
      await test.call('DELETE', `/api/system/dict-types/${state.id}`, undefined, admin),
    ).toMatchObject({ code: 409, data: { key: 'dict.fixed' } });
  });
});

describe('settings', () => {
  const path = '/api/system/settings';

  it('act without a restart, within their range, and have a history', async () => {
    expect(
      await test.call('PUT', `${path}/password.minLength`, { value: '5' }, admin),
    ).toMatchObject({ code: 422, data: { errors: [{ key: 'setting.value' }] } });
    expect(
      (await test.call('PUT', `${path}/login.siteSelector`, { value: 'off' }, admin)).code,
    ).toBe(0);
    expect((await test.call('GET', '/api/user/auth/you/can/switch/site?isAll=true')).data).toEqual(
      [],
    );
    expect(
      (await test.call('PUT', `${path}/login.siteSelector`, { value: null }, admin)).data,
    ).toMatchObject({ value: 'on' });
    expect(
      (await test.call<Row[]>('GET', '/api/user/auth/you/can/switch/site?isAll=true')).data.length,
    ).toBeGreaterThan(0);
    expect(
      (await test.call<List>('GET', `${path}/login.siteSelector/history`, undefined, admin)).data
        .list,
    ).toHaveLength(2);
  });

  it('tell who changed them when, in words, to whom comes late', async () => {
    await test.call('PUT', `${path}/session.idleMinutes`, { value: '110' }, admin);
    const late = { value: '100', revision: 1 };
    expect(await test.call('PUT', `${path}/session.idleMinutes`, late, admin)).toMatchObject({
      code: 409,
      data: {
        key: 'row.stale',
        args: {
          name: '系统管理员',
          time: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
        },
      },
    });
  });

  it('may differ by site where they are marked so', async () => {
    await test.call(
      'PUT',
      `${path}/session.lockAfterMinutes`,
      { value: '7', siteId: site.id },
      admin,
    );
    const person = await test.as('planner', site);
    expect(
      (await test.call('GET', '/api/user/auth/getInfo', undefined, person)).data,
    ).toMatchObject({ sysConfig: { lockAfterMinutes: 7 } });
    expect((await test.call('GET', '/api/user/auth/getInfo', undefined, admin)).data).toMatchObject(
      { sysConfig: { lockAfterMinutes: 15 } },
    );
    expect(
      (await test.call('PUT', `${path}/product.name`, { value: 'X', siteId: site.id }, admin)).code,
    ).toBe(422);
  });
});

describe('online sessions', () => {
  it('are listed while they live', async () => {
    const person = await test.makeUser('planner', site);
    await test.signIn(person);
    const list = () =>
      test.call<List>(
        'GET',
        `/api/system/sessions?params[username]=${person.username}`,
        undefined,
        admin,
      );
    const [row] = (await list()).data.list;
    expect(row).toMatchObject({ username: person.username, clientKind: 'web', locked: false });
    expect(JSON.stringify(row)).not.toContain('codeHash');
    await test.call('POST', '/api/system/sessions/actions/kick', { ids: [row?.id] }, admin);
    expect((await list()).data.total).toBe(0);
  });

  it('of people above the caller stay', async () => {
    const keeper = await test.as(['system:session:list', 'system:session:kick'], site);
    const boss = await test.makeUser('plant_manager', site);
    await test.signIn(boss);
    expect(
      await test.call('POST', '/api/system/sessions/actions/kick', { userId: boss.id }, keeper),
    ).toMatchObject({ code: 403, data: { key: 'grant.ceiling' } });
  });
});
