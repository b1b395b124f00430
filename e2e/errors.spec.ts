import type { Page, Route } from '@playwright/test';
import { choose } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { signIn, speak } from './support/person.ts';
import { listShown, pressUnder, shell } from './support/shell.ts';

const LIST = '**/api/base/procedures?**';

/** Answers a call with an envelope of the test's own. */
function answer(body: { code: number; msg?: string; data?: unknown }, status = 200) {
  return (route: Route) => route.fulfill({ status, json: { msg: '', data: null, ...body } });
}

async function openList(page: Page, locale: 'zh_CN' | 'en_US' = 'zh_CN'): Promise<void> {
  await signIn(page, 'huangwei', { locale, path: '/baseConfig/procedure' });
  await listShown(page);
}

const refreshButton = (page: Page) =>
  page.locator('.page:visible').getByRole('button', { name: /^(刷新|Refresh)$/ });
const refresh = (page: Page) => refreshButton(page).click();

/** Refreshes and looks for what it tells from the press on: a button that rests holds the click back longer than a toast stands. */
async function refreshTells(page: Page, text: string): Promise<void> {
  const toast = shell(page).toast.filter({ hasText: text }).first();
  await Promise.all([expect(toast).toBeVisible({ timeout: 30_000 }), refresh(page)]);
}

const BOX = {
  zh_CN: {
    title: '系统提示',
    text: '登录状态已过期，您可以继续留在该页面，或者重新登录',
    choices: ['取消', '重新登录'],
  },
  en_US: {
    title: 'System prompt',
    text: 'The login status has expired; you may stay on this page or log in again',
    choices: ['Cancel', 'Log in again'],
  },
} as const;

async function expires(page: Page, code: 402 | 408, locale: 'zh_CN' | 'en_US'): Promise<void> {
  const { title, text, choices } = BOX[locale];
  for (const choice of choices) {
    await openList(page, locale);
    await page.route('**/api/**', (route) =>
      route.request().url().includes('/switch/site')
        ? route.continue()
        : answer({ code, msg: '被管理员强制下线' })(route),
    );
    await pressUnder(refreshButton(page));
    const { question } = shell(page);
    await expect(question).toHaveCount(1);
    await expect(question.getByRole('heading')).toHaveText(title);
    await expect(question).toContainText(text);
    await expect(question.getByRole('button')).toHaveText([...choices]);
    if (code === 408) await expect(question).toContainText('被管理员强制下线');
    await page.evaluate(() => Object.assign(window, { before: true }));
    await page.unroute('**/api/**');
    await question.getByRole('button', { name: choice, exact: true }).click();
    await expect(page).toHaveURL('/login?redirect=/baseConfig/procedure');
    expect(await page.evaluate(() => 'before' in window)).toBe(false);
    expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain(
      'jwt_token',
    );
  }
}

test('S260 S262 S263 code 402 asks once, and both answers reset the token and load the page anew', ({
  page,
}) => expires(page, 402, 'zh_CN'));

test('S261 S262 S263 code 408 asks once, with the reason, and both answers do the same', ({
  page,
}) => expires(page, 408, 'en_US'));

test('S264 code 500 shows its message, or Error when there is none', async ({ page }) => {
  await openList(page);
  await page.route(LIST, answer({ code: 500, msg: '系统异常，编号 abc' }));
  await refreshTells(page, '系统异常，编号 abc');
  await page.unroute(LIST);
  await page.route(LIST, answer({ code: 500 }));
  await refreshTells(page, 'Error');
});

test('figures above a list whose calls failed say so with a dash, and are read again on demand', async ({
  page,
}) => {
  const counts = /\/api\/base\/equipments\/figures/;
  await page.route(counts, answer({ code: 500, msg: '系统异常' }));
  await signIn(page, 'zhaolei', { path: '/baseConfig/equipment' });
  await listShown(page);
  const values = page.locator('.page:visible .figure strong');
  await expect(values).toHaveText(['—', '—', '—', '—', '—'], { timeout: 30_000 });
  await page.unroute(counts);
  await page.getByRole('button', { name: '重新读取' }).click();
  for (const value of await values.all()) await expect(value).toHaveText(/^[\d,]+$/);
  await expect(page.getByRole('button', { name: '重新读取' })).toHaveCount(0);
});

test('S265 any other code shows its message for five seconds', async ({ page }) => {
  await openList(page);
  await page.route(LIST, answer({ code: 409, msg: '规则不允许' }));
  await page.evaluate((text) => {
    let began = 0;
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('.toast')].some((toast) =>
        toast.textContent.includes(text),
      );
      if (shown && began === 0) began = performance.now();
      if (!shown && began > 0)
        document.body.dataset['shownFor'] ??= String(performance.now() - began);
    }).observe(document.body, { childList: true, subtree: true });
  }, '规则不允许');
  await refreshTells(page, '规则不允许');
  await expect(page.locator('body')).toHaveAttribute('data-shown-for', /.+/);
  const shownFor = Number(await page.locator('body').getAttribute('data-shown-for'));
  expect(shownFor).toBeGreaterThan(4_900);
  expect(shownFor).toBeLessThan(8_000);
});

test('S267 S269 no network and a wrong HTTP status are named as such', async ({ page }) => {
  await openList(page, 'en_US');
  await page.route(LIST, (route) => route.abort('connectionrefused'));
  await refreshTells(page, 'service busy');
  await page.unroute(LIST);
  await page.route(LIST, answer({ code: 0 }, 502));
  await refreshTells(page, 'system interface 502 exception');
});

test('S270 S272 an empty user info ends the way in at the sign-in page', async ({ page }) => {
  await signIn(page, 'huangwei', { locale: 'en_US' });
  await page.route('**/api/user/auth/getInfo', answer({ code: 0, data: null }));
  const told = shell(page)
    .toast.filter({ hasText: 'invalid session or session expired, please log in again' })
    .waitFor();
  await page.goto('/baseConfig/procedure');
  await told;
  await expect(page).toHaveURL('/login?redirect=/baseConfig/procedure');
});

test('S132 S137 S271 user info without roles: the token is dropped without a call, and the sign-in page says why', async ({
  page,
}) => {
  await signIn(page, 'huangwei');
  await page.route(
    '**/api/user/auth/getInfo',
    answer({ code: 0, data: { realName: '黄伟', roles: [], permissions: [] } }),
  );
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  const told = shell(page).toast.filter({ hasText: '帐号异常请联系管理员' }).waitFor();
  await page.goto('/baseConfig/procedure');
  await told;
  await expect(page).toHaveURL('/login?redirect=/baseConfig/procedure');
  expect((await page.context().cookies()).map((cookie) => cookie.name)).not.toContain('jwt_token');
  expect(calls.filter((url) => url.includes('signout'))).toEqual([]);
});

test('S272 a failure on the way in without words reads Has Error', async ({ page }) => {
  await signIn(page, 'huangwei');
  await page.route('**/api/user/auth/getInfo', answer({ code: 500 }));
  const told = shell(page).toast.filter({ hasText: 'Has Error' }).waitFor();
  await page.goto('/home');
  await told;
  await expect(page).toHaveURL('/login?redirect=/home');
});

test('S266 S258 S259 a file comes through untouched and is saved as title and time', async ({
  page,
}) => {
  await openList(page);
  const bytes = Buffer.from('PK as it was sent');
  await page.route('**/api/base/procedures/export**', (route) =>
    route.fulfill({ body: bytes, contentType: 'application/vnd.ms-excel' }),
  );
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出', exact: true }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^工序_\d{14}\.xlsx$/);
  const stream = await file.createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
});

test('S276 suggestions that fail stay silent', async ({ page }) => {
  await signIn(page, 'liuyang', { path: '/baseConfig/order' });
  await listShown(page);
  await page.route(/\/api\/(base\/products|commons)/, answer({ code: 500, msg: '建议失败' }));
  const refused = page.waitForResponse(/\/api\/commons\/options/);
  await page.getByRole('combobox', { name: '产品', exact: true }).click();
  await page.keyboard.type('W18');
  await refused;
  // Said once the refusal has been taken in.
  await expect(page.getByText('没有匹配的数据')).toBeVisible();
  await expect(shell(page).toast.filter({ hasText: '建议失败' })).toHaveCount(0);
});

test('a page that breaks leaves the shell alive', async ({ page }) => {
  await openList(page);
  await page.route(LIST, answer({ code: 0, data: { list: 'no list', total: 'none' } }));
  await refresh(page);
  await expect(shell(page).side).toBeVisible();
  await page.unroute(LIST);
  await shell(page).tab('首页').getByRole('link').click();
  await expect(page).toHaveURL('/home');
});

test('without a session the sign-in page is in the language of the browser’s choice', async ({
  page,
}) => {
  await speak(page, 'en_US');
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a slow server: the wait is told, and a form that is on its way is not sent again by the keys', async ({
  page,
}) => {
  await signIn(page, 'zhaolei', { path: '/baseConfig/procedure' });
  let sent = 0;
  let release = () => {};
  await page.route('**/api/base/procedures', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    await new Promise<void>((resolve) => (release = resolve));
    return route.continue();
  });
  await page.getByRole('button', { name: '新建工序' }).click();
  const pane = page.getByRole('dialog', { name: /新建工序/ });
  await pane.getByLabel('工序编号').fill(`SL${Date.now() % 1_000_000}`);
  await pane.getByLabel('工序名称').fill('慢服务器');
  await choose(page, pane.getByRole('combobox', { name: '工序类型' }), '锯切');
  await pane.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => sent).toBe(1);
  await pane.getByLabel('工序名称').press('Control+Enter');
  // A second one would be held as well, and the first would never be answered.
  release();
  await expect(pane).toHaveCount(0);
  expect(sent).toBe(1);

  let answerNow = () => {};
  const held = new Promise<void>((resolve) => (answerNow = resolve));
  await page.route('**/api/user/auth/**', async (route) => {
    await held;
    return route.continue();
  });
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: '正在加载…' })).toBeVisible();
  answerNow();
  await expect(page.locator('header.top')).toBeVisible();
});
