import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { call, rowsOf, signIn } from './support/person.ts';
import { listShown, shell } from './support/shell.ts';

const front = (page: Page) => page.locator('.page:visible');
const drawer = (page: Page) => front(page).getByRole('dialog').last();

const LOGS = [
  { path: '/log/operate', title: '操作日志' },
  { path: '/log/login', title: '登录日志' },
  { path: '/log/communication', title: '通讯日志' },
  { path: '/log/mom', title: 'MOM 日志' },
  { path: '/log/dnc', title: 'DNC 日志' },
  { path: '/log/equipmentState', title: '设备状态日志' },
  { path: '/log/alarm', title: '报警日志' },
];

for (const { path, title } of LOGS)
  test(`${title}: opened, narrowed to today, a row with what belongs to it, the last page`, async ({
    page,
  }) => {
    await signIn(page, 'admin', { path });
    await listShown(page);
    await front(page).locator('.ant-table-row td').nth(2).click();
    await expect(drawer(page)).toBeVisible();
    await drawer(page).getByRole('tab', { name: '关联记录' }).click();
    await expect(drawer(page).locator('.log-timeline li.is-self')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(front(page).getByRole('dialog')).toHaveCount(0);

    const last = front(page).locator('.ant-pagination-item').last();
    const number = await last.innerText();
    await last.click();
    await expect(page).toHaveURL(new RegExp(`page=${number}`));
    await listShown(page);

    await front(page).locator('.log-window').getByText('今天', { exact: true }).click();
    await expect(page).not.toHaveURL(new RegExp(`page=${number}`));
    await expect(front(page).locator('.chips')).toBeVisible();
  });

test('an alarm is acknowledged once; the second try is refused', async ({ page }) => {
  const admin = await signIn(page, 'admin', { path: '/log/alarm' });
  const [alarm] = await rowsOf<{ id: string; siteId: string; encoding: string }>(
    page.request,
    admin,
    '/api/log/alarm-logs?limit=1&params[ackState]=open',
  );
  expect(alarm).toBeDefined();
  const path = `/api/log/alarm-logs/${alarm?.id}/actions/ack`;
  expect(await call(page.request, admin, 'POST', path, { remark: '已处理' })).toMatchObject({
    code: 0,
  });
  expect(await call(page.request, admin, 'POST', path, { remark: '再次' })).toMatchObject({
    code: 409,
  });
});

test('a failed MOM call is not sent again while no service is configured', async ({ page }) => {
  await signIn(page, 'admin', { path: '/log/mom?status=failure' });
  await listShown(page);
  await front(page).locator('.ant-table-row td').nth(2).click();
  await drawer(page).getByRole('button', { name: '重试' }).click();
  const question = shell(page).question;
  if (await question.isVisible()) await question.getByRole('button').last().click();
  await expect(shell(page).toast.filter({ hasText: '不可重试' })).toBeVisible();
});

test('English readers see English modules, sites and interfaces', async ({ page }) => {
  await signIn(page, 'admin', { path: '/log/login', locale: 'en_US' });
  await listShown(page);
  const table = front(page).locator('.ant-table-tbody').first();
  await expect(table).toContainText('Signed in');
  await expect(table).not.toContainText(/[一-鿿]/);
  await page.goto('/log/mom');
  await listShown(page);
  await expect(front(page).locator('.ant-table-tbody').first()).not.toContainText(/[一-鿿]/);
  await expect(front(page).locator('.top-bars')).not.toContainText(/[一-鿿]/);
});

test('an alarm that nobody configured leads to its filled form', async ({ page }) => {
  await signIn(page, 'admin', { path: '/log/alarm?configured=false' });
  await listShown(page);
  await front(page).locator('.ant-table-row td').nth(2).click();
  await drawer(page).getByRole('link', { name: '去配置' }).click();
  await expect(page).toHaveURL(/\/alarm\/config\?tab=unconfigured&configure=/);
  const code = new URL(page.url()).searchParams.get('configure') ?? '';
  await expect(drawer(page).getByLabel('编码').first()).toHaveValue(code);
});

test('on a phone the figures of a log wait behind one line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin', { path: '/log/alarm' });
  const fold = front(page).locator('.log-fold');
  await expect(fold).not.toHaveAttribute('open');
  await expect(front(page).locator('.log-figures')).toHaveCount(0);
  await fold.locator('summary').click();
  await expect(front(page).locator('.log-figures')).toBeVisible();
});
