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

const path = '/api/system/menus';
const menus = async () =>
  (await test.call<List>('GET', `${path}?limit=0`, undefined, admin)).data.list;

/** A present row as a menu file holds it. */
function fileRow(row: Row, all: readonly Row[]) {
  const keyOf = (one?: Row) => (one?.menuType === 'B' ? one.perms : one?.name);
  const values = Object.fromEntries(CARRIED.map((name) => [name, row[name] ?? null]));
  const above = all.find(({ id }) => id === row.parentId);
  return { key: keyOf(row), parent: keyOf(above) ?? null, revision: row.revision, values };
}

const CARRIED = (
  'menuType titleZh titleEn name path component icon orderNum perms group redirect activeMenu ' +
  'hidden alwaysShow noCache affix breadcrumb'
).split(' ');

describe('menu entries', () => {
  it('are shown to nobody without the tag of a page, and lead to pages of the menu', async () => {
    const list = await menus();
    const parentId = list.find(({ name }) => name === 'System')?.id;
    const page = (name: string, more: object = {}) => ({
      menuType: 'P',
      titleZh: name,
      titleEn: name,
      name,
      path: `/test/${name}`,
      component: 'test/page',
      parentId,
      ...more,
    });
    const sent = async (draft: object) => {
      const { data } = await test.call<{ id?: string; errors?: { field: string }[] }>(
        'POST',
        path,
        draft,
        admin,
      );
      return { id: data.id ?? '', fields: data.errors?.map(({ field }) => field) ?? [] };
    };
    expect((await sent(page('Bare'))).fields).toEqual(['perms']);
    expect((await sent(page('Bare', { hidden: true }))).fields).toEqual(['perms']);
    const lost = page('Lost', { hidden: true, activeMenu: '/nowhere' });
    expect((await sent(lost)).fields).toEqual(['activeMenu']);
    const grouped = page('Grouped', { perms: 'test:grouped:list', group: 'system' });
    expect((await sent(grouped)).fields).toEqual(['group']);
    const led = page('Led', { menuType: 'D', component: 'Layout', redirect: '/nowhere' });
    expect((await sent(led)).fields).toEqual(['redirect']);
    const out = page('Outside', { path: 'https://example.com', component: null });
    expect((await sent(out)).fields).toEqual([]);
    const follower = page('Follower', { hidden: true, activeMenu: '/system/user' });
    expect((await sent(follower)).fields).toEqual([]);
    // A row of a release that did not ask for tags yet.
    await test.database.owner.query(
      `insert into system_menu (menu_type, title_zh, title_en, name, path, component) values ('P', 'x', 'x', 'Old', '/test/old', 'test/page')`,
    );
    const reader = await test.as(['production:order:list']);
    const routes = await test.call('GET', '/api/user/auth/getRouters', undefined, reader);
    const told = JSON.stringify(routes.data);
    expect(
      ['UserProfile', 'Outside', 'Follower', '"Old"'].map((name) => told.includes(name)),
    ).toEqual([true, true, false, false]);
  });

  it('keep the delivered tree as it is', async () => {
    const list = await menus();
    const delivered = list.filter(({ productKey }) => productKey);
    const { data } = await test.call(
      'POST',
      `${path}/actions/importMenu`,
      { rows: delivered.map((row) => fileRow(row, delivered)) },
      admin,
    );
    expect(data).toEqual({ total: delivered.length });
  });

  it('lose their group below another entry', async () => {
    const list = await menus();
    const [log, system] = ['Log', 'System'].map((key) => list.find(({ name }) => name === key));
    expect(log?.group).toBe('system');
    const moved = await test.call<Row>(
      'PUT',
      `${path}/${log?.id}`,
      { parentId: system?.id, revision: log?.revision },
      admin,
    );
    expect(moved.data).toMatchObject({ parentId: system?.id, group: null });
    const rows = [{ id: log?.id, orderNum: 5, parentId: null }];
    expect((await test.call('POST', `${path}/actions/sort`, { rows }, admin)).code).toBe(0);
  });
});
