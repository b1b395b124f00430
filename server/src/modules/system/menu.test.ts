import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp } from '../../kernel/testing.ts';

let test: TestApp;
let admin: Headers;
beforeAll(async () => {
  test = await testApp();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

type Row = Record<string, unknown> & { id: string; revision: number };
type List = { list: Row[]; total: number };

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
    const page = list.find(({ component }) => component === 'baseConfig/order') as Row;
    const draft = { roleName: '订单查看', roleKey: 'order_looker', menuIds: [page.id] };
    await test.call('POST', '/api/system/roles', draft, admin);
    const { data } = await test.call<List>(
      'GET',
      `${path}/holders?ids=${page.id}`,
      undefined,
      admin,
    );
    expect(data.list.map(({ roleName }) => roleName)).toContain('订单查看');
    expect(data.total).toBe(data.list.length);
  });

  it('are refused before anybody is asked when others stand below', async () => {
    const list = (await test.call<List>('GET', `${path}?limit=0`, undefined, admin)).data.list;
    const system = list.find(({ name }) => name === 'System') as Row;
    const asked = await test.call('GET', `${path}/holders?ids=${system.id}`, undefined, admin);
    expect(asked).toMatchObject({ code: 409, data: { key: 'row.inUse' } });
    const gone = await test.call('DELETE', `${path}/${system.id}`, undefined, admin);
    expect(gone.msg).toBe(asked.msg);
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
