import { readFile } from 'node:fs/promises';
import { menuRows } from '@millwright/contract/menu';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { makePerson, PASSWORD_OF_MADE, roleOf } from './support/made-person.ts';
import { call, credentialsOf, rowsOf, signIn } from './support/person.ts';
import { listShown, pressUnder, shell } from './support/shell.ts';

const node = (scope: Locator, tag: string) =>
  scope.locator('.ant-tree-treenode').filter({ has: scope.page().getByText(tag, { exact: true }) });

const formOf = (page: Page) => page.locator('.page:visible').getByRole('dialog').last();

test('S102 the tree of a role ticks with its parents and children, comes back as it was left, and its people are chosen in a list', async ({
  page,
}) => {
  const admin = await signIn(page, 'admin', { path: '/system/role' });
  await listShown(page);
  const stamp = Date.now().toString(36);
  await page.getByRole('button', { name: '新建角色' }).click();
  const form = formOf(page);
  await form.getByLabel('角色名称').fill(`树 ${stamp}`);
  await form.getByLabel('权限字符').fill(`tree_${stamp}`);
  const tree = form.locator('.permission-tree');
  await tree.getByRole('button', { name: '全部折叠' }).click();
  await expect(node(tree, 'base:line:list')).toHaveCount(0);
  const search = tree.getByRole('searchbox', { name: '搜索菜单或权限标识' });
  await search.fill('base:line:');
  await node(tree, 'base:line:add').locator('.ant-tree-checkbox').click();
  await expect(node(tree, 'base:line:list').locator('.ant-tree-checkbox')).toHaveClass(
    /indeterminate/,
  );
  await search.fill('');
  await tree.getByRole('checkbox', { name: '只看已选' }).check();
  await tree.getByRole('button', { name: '全部展开' }).click();
  await expect(tree.locator('.ant-tree-treenode:visible')).toHaveCount(3);
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form).toHaveCount(0);
  const [role] = await rowsOf<{ id: string; menuIds?: string[] }>(
    page.request,
    admin,
    `/api/system/roles?params[roleKey]=tree_${stamp}`,
  );
  const whole = await call<{ menuIds: string[] }>(
    page.request,
    admin,
    'GET',
    `/api/system/roles/${role?.id}`,
  );
  expect(whole.data.menuIds).toHaveLength(3);

  await page.goto(`/system/role?roleKey=tree_${stamp}`);
  await listShown(page);
  await page.locator('.page:visible .ant-table-row').first().click();
  const drawer = formOf(page);
  const kept = drawer.locator('.permission-tree');
  await kept.getByRole('button', { name: '全部展开' }).click();
  await kept.getByRole('searchbox').fill('base:line:');
  await expect(node(kept, 'base:line:add').locator('.ant-tree-checkbox')).toHaveClass(/-checked/);
  await expect(node(kept, 'base:line:list').locator('.ant-tree-checkbox')).toHaveClass(
    /indeterminate/,
  );

  const users = page.getByRole('dialog', { name: /的用户/ });
  const assign = drawer.getByRole('button', { name: '分配用户' });
  await expect(assign.or(drawer.getByRole('button', { name: '更多' })).first()).toBeVisible();
  if (await assign.count()) await assign.click();
  else {
    await drawer.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '分配用户' }).click();
  }
  const [out, inside] = [
    users.locator('.ant-transfer-section, .ant-transfer-list').nth(0),
    users.locator('.ant-transfer-section, .ant-transfer-list').nth(1),
  ];
  const people = out.getByPlaceholder('搜索姓名或用户名');
  await expect(people).toBeFocused();
  await people.fill('wujing');
  await out.getByText('wujing').click();
  await users
    .locator('.ant-transfer-actions button, .ant-transfer-operation button')
    .first()
    .click();
  await expect(inside.getByText('wujing')).toBeVisible();
  await users.getByRole('button', { name: /保\s*存/ }).click();
  await expect(users).toHaveCount(0);
  const theirs = await credentialsOf(page.request, 'wujing');
  const info = await call<{ permissions: string[] }>(
    page.request,
    theirs,
    'GET',
    '/api/user/auth/getInfo',
  );
  expect(info.data.permissions).toContain('base:line:add');
  await call(page.request, admin, 'PUT', `/api/system/roles/${role?.id}/users`, { userIds: [] });
});

test('a menu file goes out, comes in with its differences shown first, and is applied whole or not at all', async ({
  page,
}) => {
  const admin = await signIn(page, 'admin', { path: '/system/menu' });
  await listShown(page);
  // Tags are letters alone.
  const stamp = Date.now()
    .toString(36)
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  await page.getByRole('button', { name: '工具' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: '导出 JSON' }).click();
  const file = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as {
    rows: { key: string; parent: string | null; values: Record<string, unknown> }[];
  };
  // Menus that journeys beside this one make may be gone when the file comes back.
  const product = new Set(menuRows.map(({ key }) => key));
  const own = file.rows.filter(({ key }) => product.has(key));
  expect(own).not.toEqual([]);
  const extra = (name: string, title: string) => ({
    key: name,
    parent: 'System',
    values: {
      menuType: 'P',
      titleZh: title,
      titleEn: name,
      name,
      path: `/system/${name}`,
      component: 'system/user',
      perms: `file:${name}:list`,
      orderNum: 900,
      status: undefined,
    },
  });
  const names = async () =>
    (
      await rowsOf<{ name: string | null; id: string }>(
        page.request,
        admin,
        '/api/system/menus?limit=0',
      )
    ).filter(({ name }) => name?.endsWith(`x${stamp}`));
  const bring = async (rows: unknown[]) => {
    await page.getByRole('button', { name: '工具' }).click();
    await page.getByRole('menuitem', { name: '导入 JSON' }).click();
    const dialog = page.getByRole('dialog', { name: '导入菜单' });
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'menu.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ kind: 'millwright-menu', version: 1, rows })),
    });
    return dialog;
  };
  const good = extra(`Goodx${stamp}`, '导入甲');
  const bad = extra(`Badx${stamp}`, '');
  const refused = await bring([...own, good, bad]);
  await refused.getByRole('button', { name: '应用 2 处差异' }).click();
  await expect(refused.getByRole('alert')).toContainText('中文标题');
  expect(await names()).toEqual([]);
  await expect(refused).toBeVisible();
  await refused.getByRole('button', { name: /取\s*消/ }).click();
  const taken = await bring([...own, good]);
  await expect(taken.getByRole('row')).toContainText(['导入甲']);
  await taken.getByRole('button', { name: '应用 1 处差异' }).click();
  await expect(taken).toHaveCount(0);
  const [made] = await names();
  expect(made).toBeDefined();
  await expect(shell(page).side.getByText('导入甲')).toBeVisible();
  await call(page.request, admin, 'DELETE', `/api/system/menus/${made?.id}`);
});

test('disabling a site ends the sessions on it at once', async ({ page, browser }) => {
  const admin = await signIn(page, 'admin');
  const stamp = Date.now().toString(36).slice(-5).toUpperCase();
  const sites = await rowsOf<{ id: string; departType: string; departName: string }>(
    page.request,
    admin,
    '/api/user/depart?limit=0',
  );
  const company = sites.find(({ departType }) => departType === 'company');
  const made = await call<{ id: string }>(page.request, admin, 'POST', '/api/user/depart', {
    parentId: company?.id,
    departName: `停用厂 ${stamp}`,
    departType: 'site',
    institutionCode: `T${stamp}`,
    shortCode: `T${stamp.replaceAll(/\d/g, 'X').slice(0, 4)}`,
  });
  expect(made, made.msg).toMatchObject({ code: 0 });
  const username = `roam${stamp.toLowerCase()}`;
  const role = await roleOf(page.request, admin, 'company_manager');
  await makePerson(page.request, admin, username, [role], { userIdentity: '1' });
  const other = await browser.newContext();
  const theirs = await other.newPage();
  const session = await signIn(theirs, username, { password: PASSWORD_OF_MADE });
  const moved = await call(theirs.request, session, 'PUT', '/api/user/auth/switch/site', {
    id: made.data.id,
  });
  expect(moved, moved.msg).toMatchObject({ code: 0 });
  await theirs.goto('/production/order');
  await expect(theirs.locator('.list-block')).toBeVisible();
  const ended = await call(page.request, admin, 'PUT', '/api/user/disable/enabled/depart', {
    departId: made.data.id,
    status: '0',
  });
  expect(ended, ended.msg).toMatchObject({ code: 0 });
  await pressUnder(theirs.locator('.page:visible').getByRole('button', { name: '刷新' }));
  await expect(shell(theirs).question).toContainText('厂区已停用');
  await other.close();
  await call(page.request, admin, 'DELETE', `/api/user/depart/${made.data.id}`);
});
