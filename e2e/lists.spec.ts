import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { signIn } from './support/person.ts';
import { watchRest } from './support/rest.ts';
import { listShown, shell } from './support/shell.ts';

const front = (page: Page) => page.locator('.page:visible');
/** The calendar takes the place of its button as soon as somebody points at it. */
const periodOf = (page: Page) => front(page).locator('.period-rest, .ant-picker-range').first();
const body = (page: Page) =>
  front(page).locator('.ant-table-body, .ant-table-tbody-virtual-holder').first();

test('S283 S284 S285 S310 the pager has all its parts; a new page scrolls to the top over 800 ms; the table fills the window', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, 'admin', { path: '/system/user?limit=50' });
  await listShown(page);
  const pager = front(page).locator('.pager');
  await expect(pager.locator('.pager-total')).toHaveText(/^共 [\d,]+ 条$/);
  const at = async (selector: string) =>
    (await pager.locator(selector).first().boundingBox())?.x ?? Number.NaN;
  const parts = [
    '.pager-total',
    '.pager-sizes',
    '.ant-pagination-prev',
    '.ant-pagination-item',
    '.ant-pagination-next',
    '.pager-jump',
  ];
  await expect(async () => {
    const lefts = await Promise.all(parts.map(at));
    expect(lefts).toEqual([...lefts].sort((a, b) => a - b));
  }).toPass({ timeout: 15_000 });
  await pager.getByRole('combobox', { name: '每页条数' }).click();
  await expect(
    page.locator('.ant-select-dropdown').last().locator('.ant-select-item-option'),
  ).toHaveText(['10 条/页', '20 条/页', '30 条/页', '50 条/页']);
  await page.keyboard.press('Escape');
  await body(page).evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  const began = await page.evaluate(() => performance.now());
  await pager.locator('.ant-pagination-next button').click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(() => body(page).evaluate((element) => element.scrollTop)).toBe(0);
  expect((await page.evaluate(() => performance.now())) - began).toBeGreaterThan(500);
  await pager.getByRole('textbox', { name: /跳至/ }).fill('1');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/page=2/);
  for (const height of [768, 1000]) {
    await page.setViewportSize({ width: 1366, height });
    await expect
      .poll(async () => {
        const box = await pager.boundingBox();
        return Math.abs((box?.y ?? 0) + (box?.height ?? 0) - height) < 24;
      })
      .toBe(true);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
      .toBeLessThanOrEqual(height);
  }
});

test('a table gives way to further conditions and fills the window again without them', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/log/operate' });
  await listShown(page);
  const table = front(page).locator('.list-table');
  const heightOf = async () => (await table.boundingBox())?.height ?? Number.NaN;
  const before = await heightOf();
  await front(page).getByRole('button', { name: '更多条件' }).click();
  await expect.poll(heightOf).toBeLessThan(before - 20);
  await front(page).getByRole('button', { name: '收起条件' }).click();
  await expect.poll(heightOf).toBe(before);
});

for (const { locale, more, empty } of [
  { locale: 'zh_CN', more: '更多条件', empty: '清除' },
  { locale: 'en_US', more: 'More filters', empty: 'Clear' },
] as const) {
  test(`what is typed into a condition stands whole in its box and is emptied by a button with a name, in ${locale}`, async ({
    page,
  }) => {
    await signIn(page, 'admin', { path: '/log/dnc', locale });
    await listShown(page);
    await front(page).getByRole('button', { name: more }).click();
    const boxes = front(page)
      .locator('.filter-box')
      .filter({ has: page.locator('.ant-input') });
    const typed = boxes.locator('.ant-input');
    await expect.poll(() => typed.count()).toBeGreaterThan(4);
    for (const box of await typed.all()) await box.fill('NB-DB-01');
    const cut = await typed.evaluateAll((inputs) =>
      inputs
        .filter((input) => input.scrollWidth > input.clientWidth)
        .map((input) => input.ariaLabel),
    );
    expect(cut).toEqual([]);
    for (const box of await boxes.all()) {
      await box.getByRole('button', { name: empty }).click();
      await expect(box.locator('.ant-input')).toHaveValue('');
    }
  });
}

test('S292 S293 S294 S295 the date filter of a log is 240 px wide and has its helpers', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/log/login' });
  await listShown(page);
  const period = periodOf(page);
  await expect.poll(async () => (await period.boundingBox())?.width).toBe(240);
  await period.click();
  const range = front(page).locator('.ant-picker-range').first();
  await expect.poll(async () => (await range.boundingBox())?.width).toBe(240);
  await range.locator('input').first().click();
  const panel = page.locator('.ant-picker-dropdown:visible');
  await panel.getByText('近7天').click();
  const [start, end] = [range.locator('input').first(), range.locator('input').last()];
  await expect(start).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  const days =
    (Date.parse(await end.inputValue()) - Date.parse(await start.inputValue())) / 86_400_000;
  expect(days).toBe(6);
});

test('one touch opens the calendar of a period, also of one whose code is here', async ({
  browser,
}) => {
  const tablet = await browser.newContext({ hasTouch: true });
  const page = await tablet.newPage();
  for (const path of ['/log/login', '/log/operate']) {
    await signIn(page, 'admin', { path });
    await listShown(page);
    await periodOf(page).tap();
    await expect(page.locator('.ant-picker-dropdown:visible')).toHaveCount(1);
  }
  await tablet.close();
});

test('S180 S181 S182 S183 a period is chosen within the rules, and refused in words otherwise', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/system/user' });
  await listShown(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/user/account/user?')) asked.push(request.url());
  });
  await front(page).getByRole('button', { name: '更多条件' }).click();
  await periodOf(page).click();
  const range = front(page).locator('.ant-picker-range').first();
  const [start, end] = [range.locator('input').first(), range.locator('input').last()];
  const day = (months: number, date: string) => {
    const now = new Date();
    const first = new Date(now.getFullYear(), now.getMonth() + months, 1);
    const month = `${first.getFullYear()}-${String(first.getMonth() + 1).padStart(2, '0')}`;
    const title = `${month}-${date}`;
    return Object.assign(
      page.locator(`.ant-picker-dropdown:visible .ant-picker-cell-in-view[title="${title}"]`),
      { title },
    );
  };
  const monthBefore = page.locator('.ant-picker-dropdown:visible .ant-picker-header-prev-btn');
  await start.click();
  await expect(day(1, '15')).toHaveClass(/ant-picker-cell-disabled/);

  await monthBefore.first().click();
  await day(-1, '15').click();
  await expect(day(-1, '13')).toHaveClass(/ant-picker-cell-disabled/);
  await expect(day(-1, '14')).not.toHaveClass(/ant-picker-cell-disabled/);
  await day(-1, '14').click();
  await expect(shell(page).toast).toContainText('开始时间不能晚于结束时间');
  await expect(start).toHaveValue('');

  await end.click();
  await monthBefore.first().click();
  await day(-1, '15').click();
  await front(page).getByRole('button', { name: '查询' }).click();
  await expect(shell(page).toast.last()).toContainText('请选择开始时间');
  await expect(end).toHaveValue('');
  expect(asked.filter((url) => url.includes('lastLoginAt'))).toEqual([]);

  await start.click();
  await monthBefore.first().click();
  await day(-1, '15').click();
  await day(-1, '16').click();
  await front(page).getByRole('button', { name: '查询' }).click();
  await expect.poll(() => asked.at(-1)).toContain(day(-1, '16').title);
  await expect(start).toHaveValue(day(-1, '15').title);
});

test('S159 S291 the button of an export rests for two seconds', async ({ page }) => {
  await signIn(page, 'admin', { path: '/base/none' });
  await page.goto('/baseConfig/reasonCode');
  await listShown(page);
  const button = front(page).getByRole('button', { name: '导出', exact: true });
  await page.route('**/export?**', (route) =>
    route.fulfill({ body: 'PK', contentType: 'application/vnd.ms-excel' }),
  );
  const rested = await watchRest(button);
  await button.click();
  expect(await rested()).toBeGreaterThanOrEqual(1_900);
});

test('S159 S291 refreshing and searching rest for two seconds, Enter in the search row does not', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/baseConfig/reasonCode' });
  await listShown(page);
  for (const name of ['刷新', '查询']) {
    const button = front(page).getByRole('button', { name, exact: true });
    const rested = await watchRest(button);
    await button.click();
    expect(await rested(), name).toBeGreaterThanOrEqual(1_900);
  }
  await front(page).getByRole('button', { name: '查询', exact: true }).click();
  const keyword = front(page).getByRole('search').getByRole('textbox').first();
  for (const typed of ['刀具', '换型']) {
    await keyword.fill(typed);
    await keyword.press('Enter');
    await expect(page).toHaveURL(`/baseConfig/reasonCode?keyword=${encodeURIComponent(typed)}`);
    await expect(keyword).toHaveValue(typed);
  }
});

test('refreshing a list asks for the figures above it too', async ({ page }) => {
  await signIn(page, 'admin', { path: '/system/user' });
  await listShown(page);
  await expect(front(page).locator('.figures strong').first()).toHaveText(/^[\d,]+$/);
  const asked = ['/api/user/account/user?', '/api/user/account/user/figures'].map((part) =>
    page.waitForRequest((request) => request.url().includes(part)),
  );
  await front(page).getByRole('button', { name: '刷新', exact: true }).click();
  await Promise.all(asked);
});

test('searching and resetting ask again although the conditions are those that are shown', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/baseConfig/procedure' });
  await listShown(page);
  for (const name of ['查询', '重置']) {
    const asked = page.waitForRequest((request) => request.url().includes('/api/base/procedures?'));
    await front(page).locator('.filters').getByRole('button', { name }).click();
    await asked;
  }
});

test('rows selected on one page are not selected on the next', async ({ page }) => {
  await signIn(page, 'admin', { path: '/system/user?limit=10' });
  await listShown(page);
  const goTo = (name: string) => front(page).locator('.pager').getByText(name, { exact: true });
  const add = front(page).getByRole('button', { name: '新建用户' });
  const count = front(page).locator('.batch-count');
  await front(page).locator('.ant-table-row').nth(1).getByRole('checkbox').check();
  await expect(count).toHaveText('已选 1 条');
  await expect(add).toHaveCount(0);
  await goTo('2').click();
  await expect(page).toHaveURL(/page=2/);
  await expect(count).toHaveCount(0);
  await expect(add).toBeVisible();
  await goTo('1').click();
  await expect(count).toHaveText('已选 1 条');
});

test('the further actions of a row open where the system asks for no movement', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, 'zhaolei', { path: '/system/kanban' });
  await listShown(page);
  const row = page.locator('.page:visible .ant-table-row').first();
  await row.hover();
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '发送指令' }).click();
  await expect(page.locator('.ant-modal').getByRole('button', { name: '发送' })).toBeVisible();
});
