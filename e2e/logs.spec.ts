import type { Page } from '@playwright/test';
import { alterSealedDay } from '../server/src/kernel/log/altered-day.testing.ts';
import { expect, test } from './support/journey.ts';
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

test('the figures above a log ask for the site that the list is narrowed to', async ({ page }) => {
  const session = await signIn(page, 'admin');
  const [line] = await rowsOf<{ siteId: string }>(page.request, session, '/api/base/lines?limit=1');
  // Opened for the first time, so that nothing but the narrowed list can ask.
  const asked = page.waitForRequest(/\/api\/log\/alarm-logs\/figures\?/);
  await page.goto(`/log/alarm?siteId=${line?.siteId}`);
  expect(new URL((await asked).url()).searchParams.get('siteId')).toBe(line?.siteId);
});

test('S103 S243 S248 S290 the order of a log is chosen from the newest ones or searched, code(name)', async ({
  page,
}) => {
  const newest = page.waitForResponse(/\/api\/commons\/orders\?limit=50/);
  const session = await signIn(page, 'xujun', { path: '/log/communication' });
  const { data } = (await (await newest).json()) as { data: { list: { label: string }[] } };
  expect(data.list.length).toBeGreaterThan(0);
  await listShown(page);
  const [order] = await rowsOf<{ orderCode: string; orderName: string }>(
    page.request,
    session,
    '/api/production/orders?limit=1&params[state]=running&params[orderName]=星驰',
  );
  const code = order?.orderCode ?? '';
  const more = front(page).getByRole('button', { name: '更多条件' });
  const box = front(page).getByRole('combobox', { name: '订单编号' });
  await expect(more.or(box).first()).toBeVisible();
  if (!(await box.isVisible())) await more.click();
  await box.click();
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await expect(offered.first()).toHaveText(data.list[0]?.label ?? '');
  await expect(offered.first()).toHaveText(/^NB-MO-\d{4}-\d{4}\(.+\)$/);

  const searched = page.waitForRequest(/\/api\/commons\/orders\?.*params/);
  await box.fill(code.slice(-9));
  const asked = new URL((await searched).url()).searchParams;
  expect(asked.get('params[keyword]')).toBe(code.slice(-9));
  expect(asked.get('limit')).toBe('50');
  await offered.filter({ hasText: `${code}(${order?.orderName})` }).click();
  await expect(box).toHaveValue(code);
  await front(page).getByRole('button', { name: '查询' }).click();
  await expect(page).toHaveURL(new RegExp(`orderCode=${code}`));
  await expect(front(page).locator('.chips')).toContainText(code);
});

test('the drawer of an operation shows field, before and after of what was changed', async ({
  page,
}) => {
  const admin = await signIn(page, 'admin', { path: '/log/operate' });
  const path = '/api/system/settings/log.dncDays';
  expect(await call(page.request, admin, 'PUT', path, { value: '1096' })).toMatchObject({
    code: 0,
  });
  expect(await call(page.request, admin, 'PUT', path, { value: '1097' })).toMatchObject({
    code: 0,
  });
  await page.goto('/log/operate?entity=system/setting&entityId=log.dncDays');
  const rows = front(page).locator('.ant-table-row');
  await expect(async () => {
    await page.reload();
    await listShown(page);
    await expect(rows).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await rows.first().locator('td').nth(2).click();
  const change = drawer(page).locator('.plain-table tbody tr');
  await expect(change).toHaveCount(1);
  await expect(change.locator('th, td')).toHaveText(['值', '1096', '1097']);
});

test('an alarm is acknowledged once; the second try is refused', async ({ page }) => {
  const admin = await signIn(page, 'admin', { path: '/log/alarm' });
  const [alarm] = await rowsOf<{ id: string; siteId: string; encoding: string }>(
    page.request,
    admin,
    // The oldest: the newest are those of machines that journeys make.
    '/api/log/alarm-logs?limit=1&sort=at&order=ASC&params[ackState]=open',
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
  await expect(shell(page).toast.filter({ hasText: '不可重试' })).toBeVisible();
});

test('a piece of a state band leads to the row that told it, and on to all of its device', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/log/equipmentState' });
  await listShown(page);
  // Of yesterday each device has pieces, whatever the time is.
  const day = front(page).getByRole('textbox', { name: '日期' });
  const yesterday = new Date(Date.now() - 86_400_000);
  await day.fill(yesterday.toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' }));
  await day.press('Enter');
  await expect(front(page).locator('.state-bands')).toHaveAttribute('aria-busy', 'false');
  // The row of the first piece was written the day before.
  const pieces = front(page).locator('.state-lane.is-connection button');
  const words = /^(\S+) 连接：(\d\d:\d\d:\d\d) 至 \d\d:\d\d:\d\d，是$/;
  await expect(pieces.nth(1)).toHaveAttribute('title', words);
  const [, device = '', from = ''] =
    words.exec((await pieces.nth(1).getAttribute('title')) ?? '') ?? [];
  await pieces.nth(1).click();
  await expect(page).toHaveURL(new RegExp(`deviceNumber=${device}`));
  const rows = front(page).locator('.ant-table-row');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(device);
  await expect(rows).toContainText(from);
  await expect(pieces.first()).toHaveAttribute('title', new RegExp(`^${device} 连接：00:00:00`));
  await pieces.first().click();
  await expect(rows).not.toContainText(from);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(device);
  await front(page).locator('.log-window').getByText('近7天', { exact: true }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  await expect(rows.filter({ hasNotText: device })).toHaveCount(0);
});

test('what a machine holds is seen beside what was sent: lines that it lacks and lines that it has instead', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/log/dnc?matchResult=different' });
  await listShown(page);
  await front(page).locator('.ant-table-row td').nth(2).click();
  const lines = drawer(page).locator('.difference tr');
  await expect(lines.filter({ hasText: '− 下发' })).toHaveText(/G1 Z-120\. F300/);
  await expect(lines.filter({ hasText: '+ 机床' })).toHaveText(/G1 Z-120\. F280/);
  const both = drawer(page).locator('.difference tr.is-both');
  await expect(both).toHaveCount(10);
  // The two stand out by more than their signs.
  const paper = (kind: string) =>
    drawer(page)
      .locator(`.difference tr.is-${kind} td`)
      .last()
      .evaluate((cell) => {
        const row = cell.parentElement as HTMLElement;
        return `${getComputedStyle(cell).backgroundColor} ${getComputedStyle(row).backgroundColor}`;
      });
  const [first, second, same] = [await paper('first'), await paper('second'), await paper('both')];
  expect(new Set([first, second, same]).size).toBe(3);
  await page.keyboard.press('Escape');
  await page.goto('/log/dnc?matchResult=same');
  await listShown(page);
  await front(page).locator('.ant-table-row td').nth(2).click();
  await expect(drawer(page)).toContainText('内容一致');
  await expect(drawer(page).locator('.difference tr:not(.is-both)')).toHaveCount(0);
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
  await front(page).locator('.ant-table-row').getByRole('link', { name: '未配置' }).first().click();
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

test('a wrong byte in a sealed day is found, and the day is whole again without it', async ({
  page,
}) => {
  const { day, mend } = await alterSealedDay(process.env['JOURNEYS_DATA_DIR'] ?? 'data/journeys');
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/log/mom-logs?*', (call) => answered.then(() => call.continue()));
  try {
    await signIn(page, 'shenji', { path: '/log/mom' });
    await front(page).getByRole('button', { name: '封存核对' }).click();
    const dialog = page.getByRole('dialog', { name: '日志是否被改动' });
    const [from, to] = [dialog.getByRole('textbox').first(), dialog.getByRole('textbox').last()];
    // A pointer over the calendar would show the day below it in the box.
    await page.mouse.move(0, 0);
    await from.fill(day);
    await from.press('Enter');
    // The calendar goes on to the end by itself, a moment later.
    await expect(to).toBeFocused();
    // A list that comes only now leaves the first day as it was chosen.
    answer();
    await listShown(page);
    await expect(from).toHaveValue(day);
    await to.fill(day);
    await to.press('Enter');
    for (const box of [from, to]) await expect(box).toHaveValue(day);
    const check = dialog.getByRole('button', { name: '开始核对' });
    await check.click();
    await expect(dialog.getByRole('status')).toHaveText('1 天中 1 天核对不符');
    await expect(dialog.locator('.seal-days > .is-bad')).toHaveCount(1);
    await expect(dialog.locator('.seal-days')).toContainText(`${day}已被改动`);
    await expect(dialog.locator('.seal-days ul')).toContainText('MOM 日志');
    await expect(dialog.locator('.seal-days ul li')).toHaveCount(1);
    await mend();
    await check.click();
    await expect(dialog.getByRole('status')).toHaveText('1 天中 1 天未被改动');
  } finally {
    await mend();
  }
});
