import type { Page } from '@playwright/test';
import { importFile } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { makeDraft, makeReleased } from './support/orders.ts';
import { signIn } from './support/person.ts';
import { listShown } from './support/shell.ts';

const REASON = '客户加单';

test('released orders are changed by a sheet once somebody says why; the history keeps it', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang', { path: '/baseConfig/order' });
  await listShown(page);
  const order = await makeReleased(page.request, session, `表格 ${Date.now()}`);
  const pane = await importFile(page, {
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`订单编号,订单数量\n${order.orderCode},${order.quantity + 7}\n`),
  });
  await pane.getByRole('button', { name: '检查数据' }).click();
  await expect(pane.getByText('请填写原因')).toBeVisible();
  await pane.getByLabel('原因', { exact: true }).fill(REASON);
  await pane.getByRole('button', { name: '重新检查' }).click();
  await expect(pane.getByText('请填写原因')).toHaveCount(0);
  await pane.getByRole('button', { name: '导入 1 行' }).click();
  await expect(pane.getByRole('status')).toContainText('已导入 1 行');
  const history = await page.request.get(`/api/production/orders/${order.id}/history`, {
    headers: { ...session },
  });
  const { data } = (await history.json()) as { data: { list: { reason: string | null }[] } };
  expect(data.list[0]?.reason).toBe(REASON);
});

test('a list of orders ends in the totals of all its pages, on a phone the cards begin with them', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang');
  const stamp = `合计 ${Date.now()}`;
  // One more than a page shows.
  for (let count = 0; count < 21; count += 1)
    await makeDraft(page.request, session, stamp, { quantity: 1010 });
  const shown = (21 * 1010).toLocaleString('en-US');
  await page.goto(`/baseConfig/order?keyword=${encodeURIComponent(stamp)}`);
  await listShown(page);
  const line = page.locator('.page:visible .list-sums');
  await expect(line).toContainText('合计');
  await expect(line).toContainText(shown);
  await expectInWindow(page);
  // Fewer rows fit, and the totals stay in sight below them.
  await page.setViewportSize({ width: 1366, height: 560 });
  await expect(line).toBeInViewport();
  await expectInWindow(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.page:visible .list-cards-sums')).toContainText(shown);
});

/** The totals do not push the pager out of the window, once the table has taken its height. */
async function expectInWindow(page: Page): Promise<void> {
  await expect(async () => {
    const box = await page.locator('.page:visible .list-sums').boundingBox();
    const pager = await page.locator('.page:visible .ant-pagination').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((pager?.y ?? 0) + 1);
    expect((pager?.y ?? 0) + (pager?.height ?? 0)).toBeLessThanOrEqual(
      page.viewportSize()?.height ?? 0,
    );
  }).toPass({ timeout: 15_000 });
}
