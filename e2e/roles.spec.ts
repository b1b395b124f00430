import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { call, credentialsOf, rowsOf, signIn } from './support/person.ts';
import { listShown } from './support/shell.ts';

interface Role {
  readonly id: string;
  readonly roleKey: string;
  readonly menuIds: readonly string[];
  readonly userCount: number;
}

const pane = (page: Page): Locator => page.locator('.page:visible').getByRole('dialog').last();
const node = (tree: Locator, tag: string): Locator =>
  tree.locator('.ant-tree-treenode').filter({ hasText: tag }).first();

test('a role is copied, its copy narrowed and widened in the tree, and comes back as it was left', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const admin = await signIn(page, 'admin', { path: '/system/role?roleKey=tool_keeper' });
  await listShown(page);
  const stamp = Date.now().toString(36);
  await page.locator('.page:visible .ant-table-row').first().click();
  await pane(page).getByRole('button', { name: '复制' }).click();
  const copy = page.getByRole('dialog', { name: /^复制/ });
  await copy.getByLabel('角色名称').fill(`刀具班 ${stamp}`);
  await copy.getByLabel('权限字符').fill('Not A Key');
  await copy.getByRole('button', { name: '复制', exact: true }).click();
  await expect(copy).toContainText('小写字母、数字、_，以字母开头');
  await copy.getByLabel('权限字符').fill('tool_keeper');
  await copy.getByRole('button', { name: '复制', exact: true }).click();
  await expect(copy).toContainText('权限字符「tool_keeper」已存在');
  await copy.getByLabel('权限字符').fill(`tools_${stamp}`);
  await copy.getByRole('button', { name: '复制', exact: true }).click();

  // The copy stands open to be looked over.
  await expect(pane(page).getByRole('heading', { name: `编辑 刀具班 ${stamp}` })).toBeVisible();
  const tree = pane(page).locator('.permission-tree');
  const search = tree.getByRole('searchbox', { name: '搜索菜单或权限标识' });
  await search.fill('产品');
  await expect(node(tree, 'base:product:list')).toBeVisible();
  await expect(node(tree, 'base:line:list')).toHaveCount(0);
  // A page is found with its buttons, which open by hand.
  await node(tree, 'base:product:list').locator('.ant-tree-switcher').click();
  await node(tree, 'base:product:edit').locator('.ant-tree-checkbox').click();
  await search.fill('base:station');
  await node(tree, 'base:station:list').locator('.ant-tree-checkbox').click();
  await search.fill('base:line');
  await tree.getByRole('button', { name: '全不选' }).click();
  await pane(page).getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.locator('.page:visible').getByRole('heading', { name: /^编辑/ })).toHaveCount(
    0,
  );

  const [made] = await rowsOf<Role>(
    page.request,
    admin,
    `/api/system/roles?params[roleKey]=tools_${stamp}`,
  );
  const tags = await tagsOf(page, made?.id ?? '');
  expect(tags).toContain('base:product:edit');
  expect(tags).toContain('base:equipment:list');
  expect(tags.filter((tag) => tag.startsWith('base:line:'))).toEqual([]);
  // Linked: what hangs on the page follows it.
  expect(tags).toContain('base:station:remove');

  await page.goto(`/system/role?roleKey=tools_${stamp}`);
  await listShown(page);
  await page.locator('.page:visible .ant-table-row').first().click();
  const again = pane(page).locator('.permission-tree');
  await again.getByRole('searchbox').fill('base:product');
  await expect(
    node(again, 'base:product:list').locator('.ant-tree-checkbox-indeterminate'),
  ).toBeVisible();
});

test('all that one may give is ticked at once, and nothing that one does not hold', async ({
  page,
}) => {
  const session = await signIn(page, 'zhaolei', { path: '/system/role' });
  await listShown(page);
  const stamp = Date.now().toString(36);
  await page.getByRole('button', { name: '新建角色' }).click();
  await pane(page).getByLabel('角色名称').fill(`全选 ${stamp}`);
  await pane(page).getByLabel('权限字符').fill(`all_${stamp}`);
  const tree = pane(page).locator('.permission-tree');
  await tree.getByRole('button', { name: '全选', exact: true }).click();
  await tree.getByRole('searchbox').fill('production:order');
  await expect(node(tree, 'production:order:list').locator('.ant-tree-checkbox')).toHaveClass(
    /checkbox-(checked|indeterminate)/,
  );
  await tree.getByRole('searchbox').fill('production:order:reopen');
  await expect(node(tree, 'production:order:reopen').locator('.ant-tree-checkbox')).toHaveClass(
    /checkbox-disabled/,
  );
  await pane(page).getByRole('button', { name: '保存', exact: true }).click();
  await expect
    .poll(() =>
      rowsOf<Role>(page.request, session, `/api/system/roles?params[roleKey]=all_${stamp}`),
    )
    .toHaveLength(1);
});

test('a role that is edited from its row of the list shows what it holds', async ({ page }) => {
  await signIn(page, 'admin', { path: '/system/role?roleKey=plant_manager' });
  await listShown(page);
  const row = page.locator('.page:visible .ant-table-row').first();
  await row.hover();
  await row.getByRole('button', { name: '编辑' }).click();
  await expect(pane(page).getByRole('heading', { name: /^编辑/ })).toBeVisible();
  const tree = pane(page).locator('.permission-tree');
  await expect(node(tree, 'home:data:list').locator('.ant-tree-checkbox')).toHaveClass(/-checked/);
});

test('people are given a role and lose it again in its list of people', async ({ page }) => {
  const admin = await credentialsOf(page.request, 'admin');
  const stamp = Date.now().toString(36);
  const made = await call<Role>(page.request, admin, 'POST', '/api/system/roles', {
    roleName: `名单 ${stamp}`,
    roleKey: `people_${stamp}`,
    dataScope: '2',
    menuIds: [],
  });
  expect(made, made.msg).toMatchObject({ code: 0 });
  await signIn(page, 'admin', { path: `/system/role?roleKey=people_${stamp}` });
  await listShown(page);
  const row = page.locator('.page:visible .ant-table-row').first();
  const people = page.getByRole('dialog', { name: `角色「名单 ${stamp}」的用户` });
  const open = async () => {
    await row.hover();
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: /用户/ }).click();
    await expect(people.getByText('未分配')).toBeVisible();
  };
  const move = async (side: 'first' | 'last', username: string, arrow: string) => {
    const search = people.getByRole('textbox', { name: '搜索姓名或用户名' });
    await search[side]().fill(username);
    await people.locator('li').filter({ hasText: username }).getByRole('checkbox').check();
    await people.getByRole('button', { name: arrow }).click();
  };
  await open();
  await move('first', 'linfang', '分配');
  await expect(people).toContainText('新增 1 人，移除 0 人');
  await people.getByRole('button', { name: /保\s?存/ }).click();
  await expect(people).toHaveCount(0);
  await expect(row.getByRole('link', { name: '1', exact: true })).toBeVisible();

  await row.getByRole('link', { name: '1', exact: true }).click();
  await expect(page).toHaveURL(/\/system\/user\?role=/);
  await expect(page.locator('.page:visible .ant-table-row')).toHaveCount(1);
  await expect(page.locator('.page:visible .ant-table-row')).toContainText('linfang');

  await page.goto(`/system/role?roleKey=people_${stamp}`);
  await listShown(page);
  await open();
  await move('last', 'linfang', '移除');
  await people.getByRole('button', { name: /保\s?存/ }).click();
  await expect(people).toHaveCount(0);
  await expect(row.getByRole('link', { name: '0', exact: true })).toBeVisible();
});

/** Tags that a role gives, through the menu. */
async function tagsOf(page: Page, roleId: string): Promise<string[]> {
  const admin = await credentialsOf(page.request, 'admin');
  const role = await call<Role>(page.request, admin, 'GET', `/api/system/roles/${roleId}`);
  const menus = await rowsOf<{ id: string; perms: string | null }>(
    page.request,
    admin,
    '/api/system/menus?limit=0',
  );
  const held = new Set(role.data.menuIds);
  return menus.flatMap(({ id, perms }) => (perms && held.has(id) ? [perms] : []));
}

test('forms close what would be refused: the key of a delivered role, the own roles', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/system/role?roleKey=planner' });
  await listShown(page);
  const edit = async () => {
    const row = page.locator('.page:visible .ant-table-row').first();
    await row.hover();
    await row.getByRole('button', { name: '编辑', exact: true }).click();
  };
  await edit();
  await expect(pane(page).getByLabel('角色名称')).toBeEditable();
  await expect(pane(page).getByLabel('权限字符')).toBeDisabled();
  await page.goto('/system/user?username=admin');
  await listShown(page);
  await edit();
  await expect(pane(page).getByLabel('真实姓名')).toBeEditable();
  await expect(pane(page).getByRole('combobox', { name: '角色' })).toBeDisabled();
});
