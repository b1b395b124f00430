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

describe('a menu file', () => {
  const path = '/api/system/menus';
  const page = (name: string, more: object = {}) => ({
    key: name,
    parent: 'FileGroup',
    values: {
      menuType: 'P',
      titleZh: name,
      titleEn: name,
      name,
      path: `/file/${name}`,
      component: 'file/page',
      perms: `file:${name}:list`,
      ...more,
    },
  });
  const group = {
    key: 'FileGroup',
    parent: null,
    values: {
      menuType: 'D',
      titleZh: '文件',
      titleEn: 'File',
      name: 'FileGroup',
      path: '/file',
      component: 'Layout',
    },
  };
  const send = (rows: unknown, as = admin) =>
    test.call<{ total: number }>('POST', `${path}/actions/importMenu`, { rows }, as);
  const names = async () =>
    (await test.call<List>('GET', `${path}?limit=0`, undefined, admin)).data.list;

  it('is applied whole, new rows below new rows', async () => {
    expect(await send([group, page('FileOne')])).toMatchObject({ code: 0, data: { total: 2 } });
    const rows = await names();
    const above = rows.find(({ name }) => name === 'FileGroup');
    const one = rows.find(({ name }) => name === 'FileOne') as Row;
    expect(one.parentId).toBe(above?.id);
    const changed = { ...page('FileOne', { titleZh: '改名' }), revision: one.revision };
    expect((await send([changed])).code).toBe(0);
    expect(await send([changed])).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'FileOne', key: 'row.stale' }] },
    });
  });

  it('is refused whole when one row is wrong, which is named', async () => {
    const taken = page('FileThree', { perms: 'system:user:list' });
    expect(await send([page('FileTwo'), taken])).toMatchObject({ code: 422 });
    expect(await send([page('FileTwo'), page('FileThree', { titleZh: '' })])).toMatchObject({
      code: 422,
      data: {
        errors: [{ field: 'FileThree.titleZh', label: expect.stringContaining('FileThree') }],
      },
    });
    expect(await send([page('FileTwo'), { ...page('FileFour'), parent: 'Nobody' }])).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'FileFour.parentId', key: 'ref.missing' }] },
    });
    expect((await names()).some(({ name }) => name === 'FileTwo')).toBe(false);
    expect((await send([1])).code).toBe(400);
    const reader = await test.as(['system:menu:list', 'system:menu:edit']);
    expect((await send([group], reader)).code).toBe(403);
  });
});
