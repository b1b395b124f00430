import type { Page } from '@playwright/test';
import { choose } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { makePerson, PASSWORD_OF_MADE } from './support/made-person.ts';
import { call, credentialsOf, rowsOf, signIn } from './support/person.ts';
import { listShown, pressUnder, shell } from './support/shell.ts';

interface Role {
  readonly id: string;
  readonly revision: number;
  readonly menuIds?: readonly string[];
}

async function tickPage(page: Page, tag: string): Promise<void> {
  const tree = page.locator('.permission-tree');
  await tree.getByRole('checkbox', { name: '父子联动' }).uncheck();
  await tree.getByRole('searchbox', { name: '搜索菜单或权限标识' }).fill(tag);
  await tree
    .locator('.ant-tree-treenode')
    .filter({ hasText: tag })
    .first()
    .locator('.ant-tree-checkbox')
    .click();
}

test('S102 S194 S196 a role is made with the tree and given to a person; its change and a kick act at once', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const admin = await signIn(page, 'admin', { path: '/system/role' });
  await listShown(page);
  const stamp = Date.now().toString(36);
  await page.getByRole('button', { name: '新建角色' }).click();
  const form = page.locator('.page:visible').getByRole('dialog').last();
  await form.getByLabel('角色名称').fill(`看产品 ${stamp}`);
  await form.getByLabel('权限字符').fill(`products_${stamp}`);
  await tickPage(page, 'base:product:list');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form).toHaveCount(0);
  const [role] = await rowsOf<Role>(
    page.request,
    admin,
    `/api/system/roles?params[roleKey]=products_${stamp}`,
  );
  expect(role).toBeDefined();
  const userId = await makePerson(page.request, admin, `p${stamp}`, [role?.id ?? '']);

  const other = await browser.newContext();
  const theirs = await other.newPage();
  const session = await signIn(theirs, `p${stamp}`, {
    path: '/baseConfig/product',
    password: PASSWORD_OF_MADE,
  });
  await listShown(theirs);
  await expect(theirs.getByRole('button', { name: '新建产品' })).toHaveCount(0);
  await expect(shell(theirs).side.getByText('工序', { exact: true })).toHaveCount(0);
  expect((await call(theirs.request, session, 'GET', '/api/base/procedures')).code).toBe(403);

  const whole = await call<Role>(page.request, admin, 'GET', `/api/system/roles/${role?.id}`);
  const menus = await rowsOf<{ id: string; perms: string | null; parentId: string | null }>(
    page.request,
    admin,
    '/api/system/menus?limit=0',
  );
  const procedures = menus
    .filter(({ perms }) => perms === 'base:procedure:list')
    .map(({ id }) => id);
  expect(procedures).not.toEqual([]);
  const changed = await call(page.request, admin, 'PUT', `/api/system/roles/${role?.id}`, {
    revision: whole.data.revision,
    menuIds: [...(whole.data.menuIds ?? []), ...procedures],
  });
  expect(changed, changed.msg).toMatchObject({ code: 0 });
  expect((await call(theirs.request, session, 'GET', '/api/base/procedures')).code).toBe(0);
  await theirs.locator('.page:visible').getByRole('button', { name: '刷新' }).click();
  await expect(shell(theirs).side.getByText('工序', { exact: true })).toBeVisible();

  const kicked = await call(page.request, admin, 'POST', '/api/system/sessions/actions/kick', {
    userId,
  });
  expect(kicked, kicked.msg).toMatchObject({ code: 0 });
  await pressUnder(theirs.locator('.page:visible').getByRole('button', { name: '刷新' }));
  await expect(shell(theirs).question).toContainText('登录状态已过期');
  await expect(shell(theirs).question).toContainText('被管理员强制下线');
  await other.close();
});

test('a new dictionary item is offered by the next form', async ({ page }) => {
  const admin = await credentialsOf(page.request, 'admin');
  const [type] = await rowsOf<{ id: string }>(
    page.request,
    admin,
    '/api/system/dict-types?params[dictType]=customer',
  );
  const stamp = Date.now().toString(36);
  await signIn(page, 'liuyang', { path: '/baseConfig/order' });
  await listShown(page);
  const made = await call(page.request, admin, 'POST', '/api/system/dict-items', {
    dictId: type?.id,
    itemText: `新客户 ${stamp}`,
    itemTextEn: `New ${stamp}`,
    itemValue: `c_${stamp}`,
    orderNum: 900,
  });
  expect(made, made.msg).toMatchObject({ code: 0 });
  await page.locator('.page:visible').getByRole('button', { name: '刷新' }).click();
  await page.getByRole('button', { name: '新建生产订单' }).click();
  const form = page.locator('.page:visible').getByRole('dialog').last();
  await choose(page, form.getByLabel('客户', { exact: true }), `新客户 ${stamp}`);
  await expect(form).toContainText(`新客户 ${stamp}`);
});

test('a changed setting acts on the next call of everybody', async ({ page }) => {
  const planner = await credentialsOf(page.request, 'madong');
  const minutes = async () =>
    (
      await call<{ sysConfig: { lockAfterMinutes: number } }>(
        page.request,
        planner,
        'GET',
        '/api/user/auth/getInfo',
      )
    ).data.sysConfig.lockAfterMinutes;
  const before = await minutes();
  await signIn(page, 'admin', { path: '/system/setting' });
  const line = page.locator('.setting-line').filter({ hasText: 'session.lockAfterMinutes' });
  await line.getByRole('textbox', { name: '自动锁屏' }).fill(String(before + 7));
  await line.getByRole('button', { name: '保存' }).click();
  await expect.poll(minutes).toBe(before + 7);
  await line.getByRole('button', { name: /默认/ }).click();
  await expect.poll(minutes).toBe(15);
});

test('S201 search, reset and add on the users page need system:user:add', async ({
  page,
  browser,
}) => {
  await signIn(page, 'admin', { path: '/system/user' });
  await listShown(page);
  for (const name of ['查询', '重置', '新建用户'])
    await expect(
      page.locator('.page:visible').getByRole('button', { name, exact: true }),
    ).toBeVisible();
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signIn(theirs, 'shenji', { path: '/system/user' });
  await listShown(theirs);
  for (const name of ['查询', '重置', '新建用户'])
    await expect(
      theirs.locator('.page:visible').getByRole('button', { name, exact: true }),
    ).toHaveCount(0);
  await other.close();
});
