import { expect, test } from './support/journey.ts';
import { call, signIn } from './support/person.ts';
import { listShown, shell } from './support/shell.ts';

test('S2 S4 S39 S62 S68 S100 S252 the root opens Home as a fixed tab inside the whole shell', async ({
  page,
}) => {
  await signIn(page, 'wangmin');
  await expect(page).toHaveURL('/home');
  await expect(page).toHaveTitle('首页 - 厂务通');
  const { side, tab, crumbs, site, user } = shell(page);
  await expect(side.locator('.side-person')).toContainText('王敏');
  await expect(side.locator('.side-person small')).toHaveText('众诚轮毂集团');
  await expect(page.getByRole('button', { name: '收起侧栏' })).toBeVisible();
  await expect(crumbs).toHaveText('首页');
  for (const name of ['搜索菜单', '全屏', '消息通知', 'Switch to English']) {
    await expect(
      page.locator('header.top').getByRole('button', { name, exact: true }),
    ).toBeVisible();
  }
  await expect(site).toBeVisible();
  await expect(user).toContainText('王敏');
  await expect(tab('首页')).toBeVisible();
  await expect(tab('首页').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeVisible();
  await page.goto('/dict/type/data/999999');
  await expect(side).toBeVisible();
});

test('S40 S69 S70 the person’s menu and the name in the sidebar lead to the personal center', async ({
  page,
}) => {
  await signIn(page, 'yangxue');
  const { side, user, tab } = shell(page);
  await user.click();
  for (const name of ['个人中心', '修改锁屏密码', '锁定屏幕', '退出登录']) {
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  }
  await page.getByRole('menuitem', { name: '个人中心' }).click();
  await expect(page).toHaveURL('/user/profile');
  await tab('首页').getByRole('link').click();
  await side.locator('.side-person').click();
  await expect(page).toHaveURL('/user/profile');
  for (const name of ['修改密码', '锁屏设置', '我的会话', '登录记录', '偏好', '基本资料']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).not.toBeEmpty();
  }
});

test('S80 S125 S148 S149 S298 S300 the sidebar is 210 px wide, holds one open submenu and remembers in a cookie that it was closed', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const { side } = shell(page);
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(210);
  const base = side.getByRole('button', { name: '基础配置', exact: true });
  const system = side.getByRole('button', { name: '系统管理', exact: true });
  await base.click();
  await expect(base).toHaveAttribute('aria-expanded', 'true');
  await system.click();
  await expect(system).toHaveAttribute('aria-expanded', 'true');
  await expect(base).toHaveAttribute('aria-expanded', 'false');
  const cookie = async () =>
    (await page.context().cookies()).find((one) => one.name === 'sidebarStatus')?.value;
  await page.getByRole('button', { name: '收起侧栏' }).click();
  await expect.poll(cookie).toBe('0');
  await page.reload();
  await expect(page.getByRole('button', { name: '展开侧栏' })).toBeVisible();
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(54);
  await page.getByRole('button', { name: '展开侧栏' }).click();
  await expect.poll(cookie).toBe('1');
  await expect.poll(async () => (await side.boundingBox())?.width).toBe(210);
});

test('S64 S76 S77 S194 the sidebar shows what the server sends for this person, without hidden routes', async ({
  page,
}) => {
  const session = await signIn(page, 'linfang');
  const { side } = shell(page);
  interface Route {
    name: string;
    path: string;
    component: string;
    hidden: boolean;
    redirect?: string;
    children?: Route[];
    meta: { title: string };
  }
  const answer = await call<Route[]>(page.request, session, 'GET', '/api/user/auth/getRouters');
  for (const route of answer.data) {
    expect(typeof route.hidden).toBe('boolean');
    expect(route.path && route.component).toBeTruthy();
  }
  const shown = answer.data.filter((route) => !route.hidden).map((route) => route.meta.title);
  await expect(
    side.locator('.side-menu > li > .side-entry, .side-menu > li > .side-leaf .side-entry'),
  ).toHaveCount(shown.length);
  await expect(side.getByText('系统管理')).toHaveCount(0);
  await expect(side.getByText('字典数据')).toHaveCount(0);
});

test('S71 S72 S74 S75 the breadcrumb begins at Home; the last step and groups are no links', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/system/user' });
  const { crumbs } = shell(page);
  await expect(crumbs.getByRole('listitem')).toHaveText(['首页', '系统管理', '用户管理']);
  await expect(crumbs.getByRole('link')).toHaveText(['首页']);
  await crumbs.getByRole('link', { name: '首页' }).click();
  await expect(page).toHaveURL('/home');
});

test('S81 S82 the menu search finds by title, pinyin initials and path; Enter goes there', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const box = page.getByRole('combobox', { name: '搜索菜单' });
  for (const [words, title, path] of [
    ['用户', '用户管理', '/system/user'],
    ['yhgl', '用户管理', '/system/user'],
    ['baseConfig/product', '产品', '/baseConfig/product'],
    ['Stations', '工位', '/baseConfig/station'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await box.fill(words);
    const first = page.getByRole('option').first();
    await expect(first.locator('span').last()).toContainText(title);
    await box.press('Enter');
    await expect(page).toHaveURL(path);
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByText('最近打开')).toBeVisible();
});

test('S34 S38 an unknown address leads to /404, a page of others says 403 inside the layout', async ({
  page,
}) => {
  await signIn(page, 'linfang', { path: '/no/such/page' });
  await expect(page).toHaveURL('/404');
  await expect(page.getByRole('paragraph').filter({ hasText: '页面不存在' })).toBeVisible();
  await expect(page.getByText('/no/such/page')).toBeVisible();
  await expect(shell(page).side).toBeVisible();
  await page.getByRole('button', { name: '回到首页' }).click();
  await expect(page).toHaveURL('/home');
  await page.goto('/system/user');
  await expect(page.getByText('您没有访问该页面的权限')).toBeVisible();
  await expect(page).toHaveTitle('用户管理 - 厂务通');
  await expect(shell(page).side).toBeVisible();
});

test('S51 S52 dictionary data open by a numeric id; anything else is not found', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/system/dict' });
  await listShown(page);
  await page.locator('.page:visible').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/dict\/type\/data\/\d+$/);
  await listShown(page);
  await page.goto('/dict/type/data/none');
  await expect(page).toHaveURL('/404');
});

test('S164 the settings drawer changes theme, header and logo, and the choice follows the person', async ({
  page,
}) => {
  await signIn(page, 'tangyun');
  await shell(page).user.click();
  await page.getByRole('menuitem', { name: '界面设置' }).click();
  await expect(page.locator('.side-person svg')).toBeVisible();
  await page.getByRole('switch', { name: '侧栏标志' }).click();
  await expect(page.locator('.side-person svg')).toHaveCount(0);
  await page.getByRole('switch', { name: '固定顶栏' }).click();
  await expect(page.locator('.shell')).toHaveClass(/scrolling/);
  // The switches above are stored as well, perhaps only now.
  const stored = page.waitForRequest(
    (request) =>
      request.method() === 'PUT' &&
      request.url().includes('/preferences/shell') &&
      JSON.stringify(request.postDataJSON()).includes('dark'),
  );
  await page.getByText('深色', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await (await stored).response();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('.shell')).toHaveClass(/scrolling/);
  await expect(page.locator('.side-person svg')).toHaveCount(0);
});
