import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { makePerson, PASSWORD_OF_MADE, roleOf } from './support/made-person.ts';
import { credentialsOf, PASSWORD, signIn, speak } from './support/person.ts';
import { watchRest } from './support/rest.ts';
import { fromUserMenu, shell } from './support/shell.ts';

const CREDENTIAL_COOKIES = ['jwt_token', 'sub', 'code'];
/** Beside the home site of the person who is made. */
const OTHER_SITE = '常熟机加厂';

async function typeIn(page: Page, username: string, password: string) {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
}

test('S28 S29 S30 S32 the public pages open without a session, all others do not', async ({
  page,
}) => {
  for (const path of ['/login', '/download', '/apkversion']) {
    await page.goto(path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main')).toBeVisible();
  }
  for (const path of ['/home', '/user/profile?tab=lock', '/nowhere']) {
    await page.goto(path);
    await expect(page).toHaveURL(
      `/login?redirect=${encodeURIComponent(path).replaceAll('%2F', '/')}`,
    );
  }
});

test('S1 S27 S37 S167 S287 the sign-in page speaks Chinese at first, greets, asks for account, password and site', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.locator('.login-banner')).toHaveText('欢迎使用项目管理系统');
  await expect(page.getByPlaceholder('请输入账号')).toBeVisible();
  await expect(page.getByPlaceholder('请输入密码')).toBeVisible();
  const sites = page.getByRole('combobox', { name: '厂区' });
  await expect(sites.getByRole('option', { name: '宁波锻造厂' })).toBeAttached();
  await expect(sites.getByRole('option', { name: '常熟机加厂' })).toBeAttached();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('alert').first()).toHaveText('请输入账号');
});

test('S25 S126 S146 S147 the language toggle stores the locale, reloads and says so', async ({
  page,
}) => {
  await page.goto('/login');
  await page.evaluate(() => Object.assign(window, { before: true }));
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.locator('.toast')).toHaveText(/Switched to English/);
  await expect(page.locator('.login-banner')).toHaveText(
    'Welcome to the Project Management System',
  );
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('en_US');
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
  await expect(page.getByRole('button', { name: '中文' })).toHaveAttribute(
    'title',
    'switch to Chinese',
  );
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('.toast')).toContainText('switch to Chinese');
  await expect(page.getByRole('button', { name: 'English' })).toHaveAttribute(
    'title',
    'Switch to English',
  );
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('zh_CN');
});

test('S159 S291 the button of a refused sign-in rests for two seconds; Enter tries again at once', async ({
  page,
}) => {
  await page.goto('/login');
  const button = page.getByRole('button', { name: '登录', exact: true });
  const refused = page.locator('.toast', { hasText: '账号或密码错误' });
  const rested = await watchRest(button);
  await typeIn(page, 'zhenghang', 'not-this-one');
  await expect(refused.first()).toBeVisible();
  const password = page.locator('input[name=password]');
  const answer = page.waitForResponse('**/api/user/auth/login');
  await password.fill('nor-this-one');
  await password.press('Enter');
  expect(await (await answer).json()).toMatchObject({ code: 1001 });
  expect(await rested()).toBeGreaterThanOrEqual(1_900);
  await password.fill(PASSWORD);
  await button.click();
  await expect(page.locator('header.top')).toBeVisible();
});

test('a wrong password is refused in the language of the page and keeps what was typed', async ({
  page,
}) => {
  await speak(page, 'en_US');
  await page.goto('/login');
  await typeIn(page, 'madong', 'not-this-one');
  await expect(page.locator('.toast')).toContainText('Incorrect account or password');
  await expect(page.locator('input[name=username]')).toHaveValue('madong');
  await expect(page).toHaveURL('/login');
});

test('S63 S128 S129 S130 S166 S205 S206 S207 the name is trimmed; then the session is kept, the user and the menu are loaded, the wanted page opens', async ({
  page,
}) => {
  await page.goto('/login?redirect=/user/profile');
  await expect(page.getByRole('combobox', { name: '厂区' })).toBeVisible();
  const later: Record<string, string>[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/api/') && request.headers()['jwt_token']) later.push(request.headers());
  });
  // Words that go again are waited for from the beginning.
  const greeted = shell(page).toast.filter({ hasText: '上次登录' }).waitFor({ timeout: 60_000 });
  const sent = page.waitForRequest('**/api/user/auth/login');
  const info = page.waitForRequest('**/api/user/auth/getInfo');
  const routes = page.waitForRequest('**/api/user/auth/getRouters');
  await typeIn(page, '  liuyang ', PASSWORD);
  expect((await sent).postDataJSON()).toMatchObject({ username: 'liuyang', password: PASSWORD });
  const headers = (await info).headers();
  await routes;
  await expect(page).toHaveURL('/user/profile');
  await greeted;
  await expect.poll(() => later.length).toBeGreaterThan(0);
  const cookies = await page.context().cookies();
  for (const name of CREDENTIAL_COOKIES) {
    const cookie = cookies.find((one) => one.name === name);
    expect(cookie?.value).toBeTruthy();
    expect(decodeURIComponent(cookie?.value ?? '')).toBe(headers[name]);
    expect(new Set(later.map((one) => one[name]))).toEqual(new Set([headers[name]]));
  }
});

test('S31 a signed-in person who opens the sign-in page is sent to the root', async ({ page }) => {
  await signIn(page, 'liuyang');
  await page.goto('/login');
  await expect(page).toHaveURL('/home');
});

test('a redirect to another origin leads to the root instead', async ({ page }) => {
  for (const target of ['//example.org/', 'https://example.org/', '/\\example.org']) {
    await page.context().clearCookies();
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await typeIn(page, 'chenhao', PASSWORD);
    await expect(page).toHaveURL('/home');
  }
});

test('S133 S134 S135 S136 S176 S215 signing out asks, tells the server, forgets everything and loads /home in full', async ({
  page,
}) => {
  const session = await signIn(page, 'gaomin', { path: '/baseConfig/checkItem' });
  await expect(shell(page).tab('检测项目')).toBeVisible();
  await fromUserMenu(page, '退出登录');
  await expect(shell(page).question).toContainText('确定退出登录吗？');
  await shell(page).question.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL('/baseConfig/checkItem');
  await page.evaluate(() => Object.assign(window, { before: true }));
  await fromUserMenu(page, '退出登录');
  const sent = page.waitForRequest('**/api/user/auth/signout');
  await shell(page).question.getByRole('button', { name: '确定' }).click();
  const request = await sent;
  expect(request.method()).toBe('DELETE');
  expect(request.headers()).toMatchObject({ ...session });
  await expect(page).toHaveURL('/login?redirect=/home');
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
  const left = (await page.context().cookies()).map((cookie) => cookie.name);
  expect(left.filter((name) => CREDENTIAL_COOKIES.includes(name))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  const again = await page.request.get('/api/user/auth/getInfo', { headers: { ...session } });
  expect(((await again.json()) as { code: number }).code).toBe(402);
});

test('S33 the window is titled page - product, in both languages', async ({ page }) => {
  await signIn(page, 'admin', { path: '/system/user' });
  await expect(page).toHaveTitle('用户管理 - 厂务通');
  await page.getByRole('button', { name: 'Switch to English' }).click();
  await expect(page).toHaveTitle('Users - Millwright');
});

test('the site that was chosen at the sign-in is worked in and offered the next time', async ({
  page,
}) => {
  const admin = await credentialsOf(page.request, 'admin');
  const username = `two${Date.now().toString(36)}`;
  const role = await roleOf(page.request, admin, 'planner');
  await makePerson(page.request, admin, username, [role], { furtherSites: [OTHER_SITE] });
  await page.goto('/login');
  await page.getByRole('combobox', { name: '厂区' }).selectOption({ label: OTHER_SITE });
  await typeIn(page, username, PASSWORD_OF_MADE);
  await expect(shell(page).side).toContainText(OTHER_SITE);
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(page.getByRole('combobox', { name: '厂区' }).locator('option:checked')).toHaveText(
    OTHER_SITE,
  );
});
