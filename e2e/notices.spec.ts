import { expect, test } from '@playwright/test';
import { call, credentialsOf, signIn } from './support/person.ts';

test('S89 S91 S92 S104 S302 the bell counts, lists newest first, and leads to the page of a notice', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/home' });
  await expect(page.locator('.bell-badge')).toHaveText('10+');
  await page.getByRole('button', { name: '消息通知' }).click();
  await expect(page.locator('.bell-list li').first()).toContainText('刀具 NB-MC-07 T0102-3');
  await page.locator('.bell-list button', { hasText: '定期检验' }).first().click();
  await expect(page).toHaveURL(/\/baseConfig\/regularInspection|\/404/);
});

test('S165 a failed poll keeps the list and shows no toast', async ({ page }) => {
  await signIn(page, 'admin', { path: '/home' });
  await expect(page.locator('.bell-badge')).toHaveText('10+');
  let failed = 0;
  await page.route(/getActiveTipsVo/, (route) => {
    failed += 1;
    return route.fulfill({ status: 500, body: '' });
  });
  await expect.poll(() => failed, { timeout: 15_000 }).toBeGreaterThan(2);
  await expect(page.locator('.bell-badge')).toHaveText('10+');
  await expect(page.locator('.toast')).toHaveCount(0);
});

test('S115 an unexplained alarm is configured with one click from the list that waits', async ({
  page,
}) => {
  await signIn(page, 'xujun', { path: '/alarm/config?tab=unconfigured' });
  const line = page.locator('.alarm-table tbody tr', { hasText: 'EX1132' });
  await expect(line).toContainText('MIST COLLECTOR FILTER');
  await line.getByRole('button').click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('报警编码', { exact: true })).toHaveValue('EX1132');
  await form.getByLabel('中文内容').fill('油雾收集器滤芯堵塞');
  await form.getByLabel('级别').click();
  await page.locator('.ant-select-item-option', { hasText: '警告' }).click();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(line).toHaveCount(0);
  await page.getByText('分析', { exact: true }).click();
  await expect(page.locator('.alarm-bars li').first()).toBeVisible();
});

test('S14 an instruction is approved by somebody else, then read at the line over the whole screen and confirmed', async ({
  page,
}) => {
  const author = await credentialsOf(page.request, 'huangwei');
  const made = await call<{ id: string; code: string }>(
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
  const submitted = await call(
    page.request,
    author,
    'POST',
    `/api/system/instructions/${made.data.id}/actions/submit`,
    {},
  );
  expect(submitted.code).toBe(0);
  const chief = await credentialsOf(page.request, 'gaomin');
  const approved = await call(
    page.request,
    chief,
    'POST',
    `/api/system/instructions/${made.data.id}/actions/approve`,
    {},
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
