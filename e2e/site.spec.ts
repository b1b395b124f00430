import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { makePerson, PASSWORD_OF_MADE, roleOf } from './support/made-person.ts';
import { call, credentialsOf, signIn } from './support/person.ts';
import { choose } from './support/fields.ts';
import { listShown, shell } from './support/shell.ts';

async function switchTo(page: Page, site: string, answer = '确定'): Promise<void> {
  await shell(page).site.click();
  await page.getByRole('menuitemradio', { name: site }).click();
  await expect(shell(page).question).toContainText(`确定切换到 ${site} 吗？`);
  await shell(page).question.getByRole('button', { name: answer }).click();
}

test('S5 S138 S139 S140 S141 S142 S143 S144 S145 S177 S216 S217 S218 a company-wide person switches the site: asked first, then everything begins anew there', async ({
  page,
}) => {
  // The next session of this person begins where this one ends: no journey beside this one is signed in as the same.
  await signIn(page, 'heman', { path: '/production/order' });
  await listShown(page);
  const { tab, tabs, site, toast } = shell(page);
  const list = page.waitForRequest('**/you/can/switch/site**');
  await switchTo(page, '常熟机加厂', '取消');
  expect((await list).url()).toContain('isAll=false');
  await expect(page).toHaveURL('/production/order');
  const put = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith('/api/user/auth/switch/site'),
  );
  const again = ['getInfo', 'getRouters'].map((name) =>
    page.waitForRequest(`**/api/user/auth/${name}`),
  );
  const orders = page.waitForRequest('**/api/commons/orders**');
  // Words that go again are waited for from the beginning.
  const told = toast.filter({ hasText: '切换成功' }).waitFor({ timeout: 60_000 });
  await switchTo(page, '常熟机加厂');
  expect(Object.keys((await put).postDataJSON() as object)).toEqual(['id']);
  await Promise.all([...again, orders]);
  await told;
  await expect(page).toHaveURL('/home');
  await expect(tabs.locator('.tab')).toHaveCount(1);
  await expect(tab('首页')).toBeVisible();
  await expect(site).toContainText('常熟机加厂');
  const due = page.locator('.home-due tbody a');
  await expect(due.first()).toHaveText(/^CS-/);
  await expect(due.filter({ hasNotText: /^CS-/ })).toHaveCount(0);
  await page.locator('.side-menu').getByRole('button', { name: '生产管理', exact: true }).click();
  await page.locator('.side-menu').getByRole('link', { name: '生产订单', exact: true }).click();
  await listShown(page);
  for (const code of await page.locator('.page:visible .ant-table-row .row-open').allTextContents())
    expect(code).toMatch(/^CS-/);
  // What stands above a list counts the site, and keeps to it when it is clicked.
  const runs = page.locator('.page:visible .figure', { hasText: '生产中' });
  await expect(runs.locator('strong')).toHaveText(/^\d+$/);
  const count = (await runs.locator('strong').textContent()) ?? '';
  await runs.click();
  await expect(page.locator('.page:visible .pager-total')).toContainText(`共 ${count} 条`);
  await expect(page.locator('.page:visible .ant-table-row')).toHaveCount(Number(count));
});

test('S277 a refused switch says why and nothing of success', async ({ page }) => {
  await signIn(page, 'wangmin');
  await page.route('**/api/user/auth/switch/site', (route) =>
    route.fulfill({ json: { code: 409, msg: '厂区已停用', data: null } }),
  );
  await switchTo(page, '泰国罗勇工厂');
  await expect(shell(page).toast.filter({ hasText: '厂区已停用' })).toBeVisible();
  await expect(shell(page).toast.filter({ hasText: '切换成功' })).toHaveCount(0);
});

test('S21 S22 S23 S197 S198 S199 S200 S203 only company-wide people have the department column, its filter, the ERP number and the site switcher', async ({
  page,
  browser,
}) => {
  await signIn(page, 'wangmin', { path: '/baseConfig/order' });
  await listShown(page);
  const heads = page.locator('.page:visible').getByRole('columnheader');
  await expect(heads.filter({ hasText: '部门' })).toHaveCount(1);
  await expect(heads.filter({ hasText: 'ERP单号' })).toHaveCount(1);
  await expect(shell(page).site).toBeVisible();
  await expect(page.locator('.page:visible .filters')).toContainText('部门');
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signIn(theirs, 'liuyang', { path: '/baseConfig/order' });
  await listShown(theirs);
  const own = theirs.locator('.page:visible').getByRole('columnheader');
  await expect(own.filter({ hasText: '订单编号' })).toHaveCount(1);
  await expect(own.filter({ hasText: '部门' })).toHaveCount(0);
  await expect(own.filter({ hasText: 'ERP单号' })).toHaveCount(0);
  await expect(shell(theirs).site).toHaveCount(0);
  await theirs.getByRole('button', { name: '更多条件' }).click();
  await expect(theirs.locator('.page:visible .filters')).not.toContainText('部门');
  await other.close();
});

test('a new row says that its site is missing together with all else that is', async ({ page }) => {
  await signIn(page, 'admin', { path: '/baseConfig/station' });
  await listShown(page);
  await page.getByRole('button', { name: '新建工位' }).click();
  const form = page.locator('.page:visible').getByRole('dialog').last();
  await form.getByRole('button', { name: '保存', exact: true }).click();
  const summary = form.locator('.form-summary');
  await expect(summary).toContainText(/部门[：:]/);
  await expect(summary).toContainText(/工位名称[：:]/);
});

test('the choices of a new row are those of its site, and others once it is another', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/baseConfig/station' });
  await listShown(page);
  await page.getByRole('button', { name: '新建工位' }).click();
  const form = page.locator('.page:visible').getByRole('dialog').last();
  const line = form.getByRole('combobox', { name: /^产线/ });
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  for (const [site, own, foreign] of [
    ['宁波锻造厂', 'L01 锯切线', 'M01 机加线M01'],
    ['常熟机加厂', 'M01 机加线M01', 'L01 锯切线'],
  ] as const) {
    await choose(page, form.getByRole('combobox', { name: /^部门/ }), site);
    await line.click();
    await expect(offered.filter({ hasText: own })).toHaveCount(1);
    await expect(offered.filter({ hasText: foreign })).toHaveCount(0);
    await line.press('Escape');
  }
});

test('somebody who works in a site is offered what a row of that site may name', async ({
  page,
}) => {
  const admin = await credentialsOf(page.request, 'admin');
  const role = await roleOf(page.request, admin, 'super_admin');
  const username = `w${Date.now().toString(36)}`;
  await makePerson(page.request, admin, username, [role], { userIdentity: '1' });
  await signIn(page, username, { password: PASSWORD_OF_MADE, path: '/baseConfig/station' });
  await switchTo(page, '常熟机加厂');
  await expect(shell(page).site).toContainText('常熟机加厂');
  await page.goto('/baseConfig/station');
  await listShown(page);
  await page.getByRole('button', { name: '新建工位' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: /^产线/ }).click();
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await expect(offered.filter({ hasText: 'M01 机加线M01' })).toHaveCount(1);
  await expect(offered.filter({ hasText: 'L01 锯切线' })).toHaveCount(0);
});

test('S202 S203 a person of one site cannot switch, not even by a forged call', async ({
  page,
}) => {
  const session = await credentialsOf(page.request, 'liuyang');
  const sites = await call<{ id: string; departName: string }[]>(
    page.request,
    session,
    'GET',
    '/api/user/auth/you/can/switch/site?isAll=true',
  );
  const other = sites.data.find(({ departName }) => departName === '常熟机加厂');
  expect(other).toBeDefined();
  expect(
    (await call(page.request, session, 'PUT', '/api/user/auth/switch/site', { id: other?.id }))
      .code,
  ).toBe(403);
  expect(
    (await call(page.request, session, 'GET', '/api/user/auth/you/can/switch/site?isAll=false'))
      .code,
  ).toBe(403);
});

test('S26 S89 S90 S204 S249 S250 S279 S303 S304 S305 the bell polls both services and says no data when there is none', async ({
  page,
}) => {
  await page.route('**/getActiveTipsVo', (route) =>
    route.fulfill({ json: { code: 0, msg: 'ok', data: { notifyList: [], notifyListMom: [] } } }),
  );
  const own = page.waitForRequest(/\/api\/index\/getActiveTipsVo/);
  const mom = page.waitForRequest(/\/mom\/api\/mom\/index\/getActiveTipsVo/);
  await signIn(page, 'wangmin');
  await Promise.all([own, mom]);
  await page.getByRole('button', { name: '消息通知' }).click();
  const panel = page.getByRole('dialog', { name: '消息通知' });
  await expect(panel).toHaveText('暂无数据');
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(350);
  await expect(page.locator('.bell-badge')).toHaveCount(0);
  await page.unroute('**/getActiveTipsVo');
  const notice = (id: string, modelType: string) => ({
    id,
    message: `notice ${id}`,
    dataTime: '2025-11-06T08:00:00Z',
    modelType,
  });
  await page.route(/\/api\/index\/getActiveTipsVo/, (route) =>
    route.fulfill({
      json: {
        code: 0,
        msg: 'ok',
        data: { notifyList: Array.from({ length: 19 }, (_, at) => notice(String(at), '1')) },
      },
    }),
  );
  await page.route(/\/mom\/api/, (route) =>
    route.fulfill({ json: { code: 0, msg: 'ok', data: { notifyListMom: [notice('m', '2')] } } }),
  );
  await expect(page.locator('.bell-badge')).toHaveText('10+');
  await expect(panel.getByRole('listitem')).toHaveCount(20);
  const listed = page.locator('.bell-list');
  await expect.poll(async () => (await listed.boundingBox())?.height).toBe(400);
  expect(await listed.evaluate((list) => list.scrollHeight)).toBeGreaterThan(400);
  // What does not fit into the 400 px is reached by scrolling inside of them.
  const last = panel.getByRole('listitem').last();
  await expect(last).not.toBeInViewport();
  await listed.hover();
  await page.mouse.wheel(0, 5_000);
  await expect(last).toBeInViewport();
  await panel.getByRole('button', { name: /notice m/ }).click();
  await expect(page).toHaveURL('/tool/toolMsg');
  // The badge goes with the last notice.
  await page.route(/\/mom\/api/, (route) =>
    route.fulfill({ json: { code: 0, msg: 'ok', data: { notifyListMom: [] } } }),
  );
  const tell = (notices: readonly object[]) =>
    page.route(/\/api\/index\/getActiveTipsVo/, (route) =>
      route.fulfill({ json: { code: 0, msg: 'ok', data: { notifyList: notices } } }),
    );
  await tell([notice('1', '1')]);
  await expect(page.locator('.bell-badge')).toHaveText('1');
  await tell([]);
  await expect(page.locator('.bell-badge')).toHaveCount(0);
  const other = await page.context().newPage();
  await other.context().clearCookies();
  await signIn(other, 'volt01');
  await expect(other.getByRole('button', { name: '消息通知' })).toHaveCount(0);
});
