import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { call, credentialsOf, rowsOf, signIn } from './support/person.ts';
import type { Credentials } from './support/person.ts';
import { makePerson, PASSWORD_OF_MADE } from './support/made-person.ts';
import { listShown, shell } from './support/shell.ts';

interface Menu {
  readonly id: string;
  readonly name: string | null;
  readonly parentId: string | null;
  readonly orderNum: number;
}

test('menus are dragged into their order, and the sidebar follows', async ({ page }) => {
  test.setTimeout(120_000);
  const admin = await credentialsOf(page.request, 'admin');
  const mark = letters();
  const group = await makeMenu(page.request, admin, { name: `Sort${mark}`, menuType: 'D' });
  for (const [at, letter] of ['A', 'B', 'C'].entries())
    await makeMenu(page.request, admin, {
      name: `Sort${mark}${letter}`,
      parentId: group,
      orderNum: at * 10,
    });
  await signIn(page, 'admin', { path: '/system/menu' });
  await listShown(page);
  await page.getByRole('button', { name: '调整顺序' }).click();
  const sort = page.getByRole('dialog', { name: '调整顺序' });
  const node = (name: string): Locator =>
    sort.locator('.ant-tree-treenode').filter({ hasText: new RegExp(`Sort${mark}${name}$`) });
  await wheelTo(page, sort, node(''));
  await node('').locator('.ant-tree-switcher').click();
  await wheelTo(page, sort, node('C'));
  await dragAbove(page, node('C'), node('A'));
  await expect(sort).toContainText('3 处变动');
  const routes = page.waitForResponse('**/api/user/auth/getRouters');
  await sort.getByRole('button', { name: /保\s?存/ }).click();
  await expect(sort).toHaveCount(0);
  await routes;
  const order = (await menusOf(page.request, admin))
    .filter(({ parentId }) => parentId === group)
    .toSorted((one, other) => one.orderNum - other.orderNum)
    .map(({ name }) => name?.at(-1));
  expect(order).toEqual(['C', 'A', 'B']);
  await shell(page).side.getByText(`Sort${mark}`, { exact: true }).click();
  await expect(shell(page).side.getByText(new RegExp(`^Sort${mark}[ABC]$`))).toHaveText([
    `Sort${mark}C`,
    `Sort${mark}A`,
    `Sort${mark}B`,
  ]);
  await removeMade(page.request, admin, mark);
});

test('a disabled menu leaves the sidebar and the tabs of people who are signed in, and comes back', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const admin = await credentialsOf(page.request, 'admin');
  const mark = letters();
  const id = await makeMenu(page.request, admin, {
    name: `Off${mark}`,
    component: 'baseConfig/reasonCode',
  });
  const role = await call<{ id: string }>(page.request, admin, 'POST', '/api/system/roles', {
    roleName: `停用 ${mark}`,
    roleKey: `off_${mark}`,
    dataScope: '2',
    menuIds: [id],
  });
  expect(role, role.msg).toMatchObject({ code: 0 });
  await makePerson(page.request, admin, `off${mark}`, [role.data.id]);
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signIn(theirs, `off${mark}`, { path: '/home', password: PASSWORD_OF_MADE });
  await shell(theirs).side.getByText(`Off${mark}`, { exact: true }).click();
  await expect(shell(theirs).tab(`Off${mark}`)).toBeVisible();
  await theirs.getByRole('navigation').getByRole('link', { name: '首页' }).first().click();

  await signIn(page, 'admin', { path: `/system/menu?path=/off${mark}` });
  await listShown(page);
  const row = page.locator('.page:visible .ant-table-row').filter({ hasText: `Off${mark}` });
  await row.click();
  const drawer = page.locator('.page:visible').getByRole('dialog').last();
  await act(drawer, '停用');
  await shell(page).question.getByRole('button', { name: '停用' }).click();
  await expect(row).toContainText('停用');
  await expect(shell(theirs).side.getByText(`Off${mark}`, { exact: true })).toHaveCount(0);
  await expect(shell(theirs).tab(`Off${mark}`)).toHaveCount(0);
  await expect(shell(theirs).side.getByText('首页')).toBeVisible();

  await act(drawer, '启用');
  await expect(shell(theirs).side.getByText(`Off${mark}`, { exact: true })).toBeVisible();
  await other.close();
  await removeMade(page.request, admin, mark);
});

test('S79 a link to elsewhere opens a tab of the browser from the sidebar, the search and home', async ({
  page,
}) => {
  const admin = await credentialsOf(page.request, 'admin');
  const mark = letters();
  const name = `Elsewhere${mark}`;
  const address = `http://manual.example/${mark}`;
  await makeMenu(page.request, admin, { name, path: address });
  await page
    .context()
    .route(`${address}**`, (route) => route.fulfill({ contentType: 'text/html', body: mark }));
  await signIn(page, 'admin', { path: '/home' });
  const { side, tabs } = shell(page);
  const search = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索菜单' }).fill(name);
    await page.getByRole('option', { name }).click();
  };
  const ways = [
    () => side.getByRole('link', { name }).click(),
    search,
    () => page.locator('.home-pages').getByRole('link', { name }).click(),
  ];
  for (const way of ways) {
    const opening = page.context().waitForEvent('page');
    await way();
    const opened = await opening;
    await expect(opened).toHaveURL(address);
    await expect(opened.getByText(mark)).toBeVisible();
    await opened.close();
    await expect(page).toHaveURL('/home');
    await expect(tabs.locator('.tab')).toHaveCount(1);
  }
  await removeMade(page.request, admin, mark);
});

test('a page of the product that is taken from a role loses its tab and its address', async ({
  page,
}) => {
  const admin = await credentialsOf(page.request, 'admin');
  const mark = letters();
  const rows = await rowsOf<{ id: string; component: string }>(
    page.request,
    admin,
    '/api/system/menus?limit=0',
  );
  const [procedures, reasons] = ['baseConfig/procedure', 'baseConfig/reasonCode'].map(
    (component) => rows.find((row) => row.component === component)?.id,
  );
  const role = await call<{ id: string }>(page.request, admin, 'POST', '/api/system/roles', {
    roleName: `收回 ${mark}`,
    roleKey: `taken_${mark}`,
    dataScope: '2',
    menuIds: [procedures, reasons],
  });
  expect(role, role.msg).toMatchObject({ code: 0 });
  await makePerson(page.request, admin, `taken${mark}`, [role.data.id]);
  await signIn(page, `taken${mark}`, {
    path: '/baseConfig/reasonCode',
    password: PASSWORD_OF_MADE,
  });
  await expect(shell(page).tab('原因代码')).toBeVisible();
  const url = `/api/system/roles/${role.data.id}`;
  const { data } = await call<{ revision: number }>(page.request, admin, 'GET', url);
  const taken = { revision: data.revision, menuIds: [procedures] };
  expect(await call(page.request, admin, 'PUT', url, taken)).toMatchObject({ code: 0 });
  await expect(shell(page).tab('原因代码')).toHaveCount(0);
  await page.goto('/baseConfig/reasonCode');
  await expect(page.getByText('您没有访问该页面的权限')).toBeVisible();
  await page.goto('/baseConfig/procedure');
  await expect(shell(page).tab('工序')).toBeVisible();
});

test('the description of the calls is shown and saved with the session, which no address carries', async ({
  page,
}) => {
  const { jwt_token } = await signIn(page, 'admin', { path: '/system/menu' });
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await listShown(page);
  await page.getByRole('button', { name: '工具' }).click();
  await page.getByRole('menuitem', { name: '接口说明' }).click();
  const pane = page.getByRole('dialog', { name: '接口说明' });
  await pane.getByRole('textbox', { name: '路径、权限或名称' }).fill('base/lines/{id} put');
  await expect(pane.getByText('共0个接口')).toBeVisible();
  await pane.getByRole('textbox', { name: '路径、权限或名称' }).fill('/api/docs');
  const call = pane.getByRole('row').filter({ hasText: '/api/docs/openapi.json' });
  await expect(call).toContainText('system:menu:query');
  await expect(pane.getByRole('row')).toHaveCount(3);
  const saved = page.waitForEvent('download');
  await pane.getByRole('button', { name: '下载 openapi.json' }).click();
  const file = await (await saved).path();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ openapi: '3.1.0' });
  expect(addresses.filter((address) => address.includes(jwt_token))).toEqual([]);
});

/** Route names and tags are letters. */
function letters(): string {
  return Date.now()
    .toString(36)
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
}

async function makeMenu(
  request: APIRequestContext,
  admin: Credentials,
  given: {
    name: string;
    menuType?: string;
    parentId?: string;
    orderNum?: number;
    component?: string;
    path?: string;
  },
): Promise<string> {
  const { name, menuType = 'P', orderNum = 9000, component = 'journey/page' } = given;
  const lower = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const shown =
    menuType === 'D'
      ? { component: 'Layout', alwaysShow: true }
      : { component, perms: `journey:${lower}:list` };
  const made = await call<{ id: string }>(request, admin, 'POST', '/api/system/menus', {
    name,
    menuType,
    orderNum,
    titleZh: name,
    titleEn: name,
    path: given.path ?? `/${lower}`,
    parentId: given.parentId ?? null,
    // A link to elsewhere has no page.
    ...(given.path ? {} : shown),
  });
  expect(made, made.msg).toMatchObject({ code: 0 });
  return made.data.id;
}

const menusOf = (request: APIRequestContext, admin: Credentials) =>
  rowsOf<Menu>(request, admin, '/api/system/menus?limit=0');

async function removeMade(
  request: APIRequestContext,
  admin: Credentials,
  mark: string,
): Promise<void> {
  const mine = (await menusOf(request, admin)).filter(({ name }) => name?.includes(mark));
  // Children before their directory.
  for (const { id } of mine.toSorted(
    (one, other) => Number(!one.parentId) - Number(!other.parentId),
  ))
    await call(request, admin, 'DELETE', `/api/system/menus/${id}`);
}

async function act(drawer: Locator, label: string): Promise<void> {
  const button = drawer.getByRole('button', { name: label, exact: true });
  const more = drawer.getByRole('button', { name: '更多' });
  await expect(button.or(more).first()).toBeVisible();
  if (await button.count()) return button.click();
  await more.click();
  await drawer.page().getByRole('menuitem', { name: label, exact: true }).click();
}

/** The tree draws only what is in sight. */
async function wheelTo(page: Page, dialog: Locator, node: Locator): Promise<void> {
  await dialog.locator('.ant-tree-list-holder').hover();
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(node).toBeInViewport({ timeout: 500 });
  }).toPass();
}

async function dragAbove(page: Page, from: Locator, target: Locator): Promise<void> {
  const goal = target.locator('.ant-tree-node-content-wrapper');
  // Pointing waits until rows that unfold stand still.
  await goal.hover();
  await from.locator('.ant-tree-node-content-wrapper').hover();
  const box = await goal.boundingBox();
  await page.mouse.down();
  // The gap above a row is its upper edge.
  for (const step of [12, 6, 2])
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + step, { steps: 4 });
  await page.mouse.up();
}
