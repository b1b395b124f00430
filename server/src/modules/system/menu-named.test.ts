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

const path = '/api/system/menus';
const make = async (name: string, more: object = {}) => {
  const draft = {
    menuType: 'P',
    titleZh: `页${name}`,
    titleEn: name,
    name,
    path: `/named/${name}`,
    component: 'test/page',
    perms: `test:${name.toLowerCase()}:list`,
    ...more,
  };
  const { data, code, msg } = await test.call<Row>('POST', path, draft, admin);
  expect([code, msg]).toEqual([0, expect.anything()]);
  return data;
};
const follower = (name: string, of: string) =>
  make(name, { perms: null, hidden: true, activeMenu: `/named/${of}` });
const rowOf = async ({ id }: Row) =>
  (await test.call<Row>('GET', `${path}/${id}`, undefined, admin)).data;
const remove = (...rows: Row[]) =>
  test.call<null>('DELETE', `${path}/${rows.map(({ id }) => id).join(',')}`, undefined, admin);
const change = async (row: Row, values: object) => {
  const { revision } = await rowOf(row);
  return test.call<Row & { errors?: { field: string; key: string }[] }>(
    'PUT',
    `${path}/${row.id}`,
    { ...values, revision },
    admin,
  );
};

describe('a page that others highlight', () => {
  it('is not deleted while they stay, and the refusal names them', async () => {
    const [list, detail] = [await make('Kept'), await follower('KeptDetail', 'Kept')];
    const led = await make('KeptHall', {
      menuType: 'D',
      perms: null,
      component: 'Layout',
      redirect: '/named/Kept',
    });
    const refused = await remove(list);
    expect([refused.code, refused.data]).toMatchObject([409, { key: 'row.inUse' }]);
    expect(refused.msg).toContain('「页Kept」');
    for (const title of ['「页KeptDetail」', '「页KeptHall」'])
      expect(refused.msg).toContain(title);
    expect((await rowOf(list)).id).toBe(list.id);
    expect((await remove(list, detail, led)).code).toBe(0);
  });

  it('takes them along when its address changes', async () => {
    const [list, detail] = [await make('Moved'), await follower('MovedDetail', 'Moved')];
    const answer = await change(list, { path: '/named/elsewhere', redirect: '/named/elsewhere' });
    expect([answer.code, answer.data.path]).toEqual([0, '/named/elsewhere']);
    expect(await rowOf(detail)).toMatchObject({ activeMenu: '/named/elsewhere' });
    const again = await change(list, { path: '/named/again' });
    expect(again.data).toMatchObject({ path: '/named/again', redirect: '/named/again' });
    expect(await rowOf(detail)).toMatchObject({ activeMenu: '/named/again' });
    const moved = await make('MovedHall', { menuType: 'D', perms: null, component: 'Layout' });
    expect((await change(list, { parentId: moved.id })).code).toBe(0);
    expect(await rowOf(detail)).toMatchObject({ activeMenu: '/named/again' });
  });

  it('does not become a link to elsewhere', async () => {
    const [list, detail] = [await make('Inside'), await follower('InsideDetail', 'Inside')];
    const refused = await change(list, { path: 'https://example.com/inside' });
    expect(refused.data.errors).toMatchObject([{ field: 'path', key: 'menu.named' }]);
    expect(await rowOf(detail)).toMatchObject({ activeMenu: '/named/Inside' });
  });

  it('takes them along in a menu file too', async () => {
    const [list, detail] = [await make('Filed'), await follower('FiledDetail', 'Filed')];
    const values = {
      titleZh: '页Filed',
      titleEn: 'Filed',
      name: 'Filed',
      path: '/named/filed-anew',
      component: 'test/page',
      perms: 'test:filed:list',
    };
    const { revision } = await rowOf(list);
    const rows = [{ key: 'Filed', parent: null, revision, values }];
    const answer = await test.call('POST', `${path}/actions/importMenu`, { rows }, admin);
    expect([answer.code, answer.data]).toEqual([0, { total: 1 }]);
    expect(await rowOf(detail)).toMatchObject({ activeMenu: '/named/filed-anew' });
  });
});
