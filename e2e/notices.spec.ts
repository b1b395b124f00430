import { choose } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { call, credentialsOf, PASSWORD, signIn } from './support/person.ts';
import { fromUserMenu, listShown, shell } from './support/shell.ts';

test('S60 S61 S89 S91 S92 S302 the bell counts, lists newest first, and leads to the page of a notice, which says so when this version lacks it', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/home' });
  await expect(page.locator('.bell-badge')).toHaveText('10+');
  const bell = page.getByRole('button', { name: '消息通知' });
  await bell.click();
  await expect(page.locator('.bell-list li').first()).toContainText('刀具 NB-MC-07 T0102-3');
  const targets = [
    ['定期检验', '/baseConfig/regularInspection', '定期检验'],
    ['刀具 NB-MC-07', '/tool/toolMsg', '刀具消息'],
  ] as const;
  for (const [text, path, title] of targets) {
    const notice = page.locator('.bell-list button', { hasText: text }).first();
    await expect(notice).toContainText(`${title} · 当前版本不包含`);
    await notice.click();
    await expect(page).toHaveURL(path);
    await expect(shell(page).page).toContainText(`页面未发布：${title}`);
    await expect(shell(page).tab(title)).toBeVisible();
    await expect(page.locator('.bell-list')).toHaveCount(0);
    await bell.click();
  }
});

test('a notice never leads to an address where nothing stands', async ({ page }) => {
  const notice = (id: string, link: string | null) => ({
    id,
    message: `notice ${id}`,
    dataTime: '2025-11-06T08:00:00Z',
    modelType: '5',
    link,
  });
  const notifyList = [
    notice('away', '/no/such/page?id=7'),
    notice('none', null),
    notice('users', '/system/user'),
    notice('orders', '/production/order?page=1'),
  ];
  await page.route(/\/api\/index\/getActiveTipsVo/, (route) =>
    route.fulfill({ json: { code: 0, msg: 'ok', data: { notifyList } } }),
  );
  await signIn(page, 'liuyang', { path: '/home' });
  await page.getByRole('button', { name: '消息通知' }).click();
  const list = page.locator('.bell-list');
  await expect(list.getByRole('listitem').filter({ hasText: /notice (away|none)/ })).toHaveCount(2);
  await expect(list.getByRole('button')).toHaveText([/notice users/, /notice orders/]);
  await expect(list.getByRole('button').first()).toContainText('用户管理 · 您没有访问权限');
  await list.getByRole('button').last().click();
  await expect(page).toHaveURL(/\/production\/order/);
  await listShown(page);
});

test('S165 S301 the bell asks every five seconds; a failed poll keeps the list and shows no toast', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'admin', { path: '/home' });
  await expect(page.locator('.bell-badge')).toHaveText('10+');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  let polls = 0;
  await page.route(/getActiveTipsVo/, (route) => {
    if (!route.request().url().includes('/mom/')) polls += 1;
    return route.fulfill({ status: 500, body: '' });
  });
  await page.clock.runFor(30_100);
  await expect.poll(() => polls).toBeGreaterThanOrEqual(6);
  // One more may have been on its way when the clock was stopped.
  expect(polls).toBeLessThanOrEqual(7);
  await expect(page.locator('.bell-badge')).toHaveText('10+');
  await expect(page.locator('.toast')).toHaveCount(0);
});

test('the bell asks nobody while its page is hidden or the screen locked, and at once when it is back', async ({
  page,
}) => {
  await page.clock.install();
  await signIn(page, 'chenhao', { path: '/home' });
  await expect(page.getByRole('button', { name: '消息通知' })).toBeVisible();
  let polls = 0;
  page.on('request', (request) => (polls += request.url().includes('getActiveTipsVo') ? 1 : 0));
  /** Four turns of the bell pass, and nobody is asked; what was on its way has left before. */
  const rests = async () => {
    await page.clock.fastForward(5_000);
    const before = polls;
    for (let turn = 0; turn < 4; turn += 1) await page.clock.fastForward(5_000);
    expect(polls).toBe(before);
  };
  const seen = (hidden: boolean) =>
    page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  // Sooner than the next turn could come.
  const asks = () => page.waitForRequest(/getActiveTipsVo/, { timeout: 4_000 });
  await seen(true);
  await rests();
  await Promise.all([asks(), seen(false)]);

  await fromUserMenu(page, '锁定屏幕');
  const lock = page.getByRole('region', { name: '屏幕已锁定' });
  await expect(lock).toBeVisible();
  await rests();
  await lock.getByRole('button', { name: '登录密码' }).click();
  await lock.getByRole('textbox', { name: '登录密码' }).fill(PASSWORD);
  await page.clock.fastForward(5_000);
  await Promise.all([asks(), lock.getByRole('button', { name: '解锁' }).click()]);
  await expect(lock).toHaveCount(0);
});

test('an unexplained alarm is configured with one click from the list that waits', async ({
  page,
}) => {
  await signIn(page, 'xujun', { path: '/alarm/config?tab=unconfigured' });
  const line = page.locator('.alarm-table tbody tr', { hasText: 'EX1132' });
  await expect(line).toContainText('MIST COLLECTOR FILTER');
  await line.getByRole('button').click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('报警编码', { exact: true })).toHaveValue('EX1132');
  await form.getByLabel('中文内容').fill('油雾收集器滤芯堵塞');
  await choose(page, form.getByLabel('级别'), '警告');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(line).toHaveCount(0);
  await page.getByText('分析', { exact: true }).click();
  await expect(page.locator('.alarm-bars li').first()).toBeVisible();
});

test('an instruction is approved by somebody else, then read at the line over the whole screen and confirmed', async ({
  page,
}) => {
  const author = await credentialsOf(page.request, 'huangwei');
  const made = await call<{ id: string; code: string; revision: number }>(
    page.request,
    author,
    'POST',
    '/api/system/instructions',
    {
      title: '换型点检',
      content: '<h2>换型</h2><p>核对刀具</p>',
      mustRead: true,
    },
  );
  const submitted = await call<{ revision: number }>(
    page.request,
    author,
    'POST',
    `/api/system/instructions/${made.data.id}/actions/submit`,
    { revision: made.data.revision },
  );
  expect(submitted.code).toBe(0);
  const chief = await credentialsOf(page.request, 'gaomin');
  const approved = await call(
    page.request,
    chief,
    'POST',
    `/api/system/instructions/${made.data.id}/actions/approve`,
    { revision: submitted.data.revision },
  );
  expect(approved.code).toBe(0);
  await signIn(page, 'chenhao', { path: '/home' });
  await page.locator('.must-read').getByRole('link', { name: '换型点检' }).click();
  const sheet = page.locator('dialog.instruction-full');
  await expect(sheet).toContainText('核对刀具');
  await sheet.getByRole('button', { name: '放大' }).click();
  await expect(sheet).toContainText('125 %');
  await sheet.getByRole('button', { name: '确认已读' }).click();
  await expect(sheet).toHaveCount(0);
  await page.goto('/home');
  await expect(page.locator('.home')).toBeVisible();
  await expect(page.locator('.must-read a', { hasText: '换型点检' })).toHaveCount(0);
});
