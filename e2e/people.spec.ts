import type { Locator, Page } from '@playwright/test';
import { choose } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { makePerson, PASSWORD_OF_MADE, roleOf } from './support/made-person.ts';
import { call, credentialsOf, signIn } from './support/person.ts';
import { listShown, shell } from './support/shell.ts';

/** The users page of the administrator, narrowed to one person. */
async function userRow(page: Page, username: string): Promise<Locator> {
  await signIn(page, 'admin', { path: `/system/user?username=${username}` });
  await listShown(page);
  return page.locator('.page:visible .ant-table-row').filter({ hasText: username }).first();
}

async function fromRow(page: Page, row: Locator, entry: string): Promise<void> {
  // The buttons of a row take the pointer once it is over the row.
  await row.hover();
  const button = row.getByRole('button', { name: entry, exact: true });
  if (await button.count()) return button.click();
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** A person of a role of the demo, made for one journey. */
async function person(page: Page, username: string): Promise<string> {
  const admin = await credentialsOf(page.request, 'admin');
  return makePerson(page.request, admin, username, [await roleOf(page.request, admin, 'planner')]);
}

test('S232 a deleted user is asked for by name, leaves the list, and his session ends with the reason', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const username = `del${Date.now().toString(36)}`;
  const id = await person(page, username);
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signIn(theirs, username, { path: '/production/order', password: PASSWORD_OF_MADE });
  await expect(theirs.locator('.list-block')).toBeVisible();

  const row = await userRow(page, username);
  await fromRow(page, row, '删除');
  await expect(shell(page).question).toContainText(`确定删除用户「测试员」（${username}）吗？`);
  await shell(page).question.getByRole('button', { name: '取消' }).click();
  await expect(row).toBeVisible();
  await fromRow(page, row, '删除');
  await shell(page).question.getByRole('button', { name: '删除' }).click();
  await expect(row).toHaveCount(0);

  await expect(shell(theirs).question).toContainText('登录状态已过期');
  await expect(shell(theirs).question).toContainText('帐号已停用');
  await shell(theirs).question.getByRole('button', { name: '重新登录' }).click();
  await expect(theirs).toHaveURL(/\/login/);
  await theirs.getByPlaceholder('请输入账号').fill(username);
  await theirs.getByPlaceholder('请输入密码').fill(PASSWORD_OF_MADE);
  await theirs.getByRole('button', { name: '登录', exact: true }).click();
  const refused = shell(theirs).toast.or(theirs.getByRole('alert'));
  await expect(refused.filter({ hasText: '账号或密码错误' }).first()).toBeVisible();
  const admin = await credentialsOf(page.request, 'admin');
  expect(
    (await call(page.request, admin, 'DELETE', `/api/user/account/user/${id}/${username}`)).code,
  ).toBe(404);
  await other.close();
});

test('S233 a password is reset: shown once, the session ends, the next sign-in asks for another one', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const username = `rst${Date.now().toString(36)}`;
  await person(page, username);
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signIn(theirs, username, { path: '/production/order', password: PASSWORD_OF_MADE });
  await expect(theirs.locator('.list-block')).toBeVisible();

  const row = await userRow(page, username);
  await fromRow(page, row, '重置密码');
  const dialog = page.getByRole('dialog', { name: /重置/ });
  const field = dialog.getByLabel('新密码');
  await expect(field).toBeFocused();
  const proposed = await field.inputValue();
  await dialog.getByRole('button', { name: '换一个' }).click();
  await expect(field).not.toHaveValue(proposed);
  await field.fill('short');
  await dialog.getByRole('button', { name: '重置密码' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await field.fill(proposed);
  await dialog.getByRole('button', { name: '重置密码' }).click();
  await expect(dialog.getByRole('status')).toHaveText(proposed);
  await dialog.getByRole('button', { name: '关闭' }).last().click();

  await expect(shell(theirs).question).toContainText('密码已修改');
  await shell(theirs).question.getByRole('button', { name: '重新登录' }).click();
  await theirs.getByPlaceholder('请输入账号').fill(username);
  await theirs.getByPlaceholder('请输入密码').fill(proposed);
  await theirs.getByRole('button', { name: '登录', exact: true }).click();
  await expect(theirs).toHaveURL(/\/user\/profile/);
  await expect(theirs.getByRole('tab')).toHaveText(['修改密码']);
  await theirs.getByLabel('旧密码').fill(proposed);
  await theirs.getByLabel('新密码', { exact: true }).fill('calm-forest-28');
  await theirs.getByLabel('确认密码').fill('calm-forest-28');
  await theirs.getByRole('button', { name: '保存' }).click();
  await expect(shell(theirs).side.getByText('生产管理')).toBeVisible();
  await expect(theirs.getByRole('tab', { name: '基本资料' })).toBeVisible();
  await other.close();
});

test('a session is ended on the sessions page, and its browser says by whom', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const username = `kick${Date.now().toString(36)}`;
  await person(page, username);
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signIn(theirs, username, { path: '/production/order', password: PASSWORD_OF_MADE });
  await expect(theirs.locator('.list-block')).toBeVisible();

  await signIn(page, 'admin', { path: `/system/session?username=${username}` });
  await listShown(page);
  const rows = page.locator('.page:visible .ant-table-row').filter({ hasText: username });
  // The calls of this journey signed the person in as well.
  await rows.first().hover();
  await rows.first().getByRole('button', { name: '全部会话下线' }).click();
  await shell(page).question.getByRole('button', { name: '强制下线' }).click();
  await expect(rows).toHaveCount(0);
  await expect(shell(theirs).question).toContainText('被管理员强制下线');
  await shell(theirs).question.getByRole('button', { name: '取消' }).click();
  await expect(theirs).toHaveURL(/\/login\?redirect=/);
  await other.close();
});

test('S235 terminals are synchronised after a question, and the answer says how many were reached', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/system/user' });
  await listShown(page);
  const called = page.waitForResponse((answer) => answer.url().endsWith('/syncTcu'));
  await page.getByRole('button', { name: '同步终端' }).click();
  await expect(shell(page).question).toContainText('产线终端');
  await shell(page).question.getByRole('button', { name: '同步终端' }).click();
  await called;
  await expect(shell(page).toast).toContainText(/没有可同步的终端|已同步 \d+ 台终端/);
});

test('the form of a user offers the departments of the home site alone, and another home site takes them away', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/system/user' });
  await listShown(page);
  await page.getByRole('button', { name: '新建用户' }).click();
  const pane = page.getByRole('dialog', { name: /新建用户/ });
  const home = pane.getByRole('combobox', { name: '所属厂区' });
  const departments = pane.getByRole('combobox', { name: '业务部门' });
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await departments.click();
  await expect(page.getByText('请先选择所属厂区')).toBeVisible();
  await page.keyboard.press('Escape');

  await choose(page, home, '宁波锻造厂');
  await departments.click();
  await expect(offered.filter({ hasText: '质量部' })).toBeVisible();
  await expect(offered.filter({ hasText: '常熟机加厂' })).toHaveCount(0);
  await offered.filter({ hasText: '质量部' }).click();
  await page.keyboard.press('Escape');

  await choose(page, home, '常熟机加厂');
  await expect(pane.getByRole('status')).toContainText('已移除不属于该厂区的部门：');
  await expect(pane.getByRole('status')).toContainText('质量部');
  await departments.click();
  await expect(page.getByText('该厂区没有匹配的部门')).toBeVisible();
});
