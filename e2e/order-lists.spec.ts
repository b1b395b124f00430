import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { importFile } from './support/fields.ts';
import { rowsOf, signIn } from './support/person.ts';
import { listShown } from './support/shell.ts';

interface Order {
  readonly id: string;
  readonly orderCode: string;
  readonly quantity: number;
}

const REASON = '客户加单';

test('released orders are changed by a sheet once somebody says why; the history keeps it', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang', { path: '/baseConfig/order' });
  await listShown(page);
  const [order] = await rowsOf<Order>(
    page.request,
    session,
    '/api/production/orders?limit=1&params[state]=released,running&sort=createTime&order=DESC',
  );
  if (!order) throw new Error('There is no released order.');
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
  const session = await signIn(page, 'liuyang', { path: '/baseConfig/order' });
  await listShown(page);
  const answer = await page.request.get(
    '/api/production/orders?limit=200&params[state]=draft,released',
    { headers: { ...session } },
  );
  const { data } = (await answer.json()) as { data: { list: Order[]; total: number } };
  expect(data.list).toHaveLength(data.total);
  const sum = data.list.reduce((total, { quantity }) => total + quantity, 0);
  const shown = sum.toLocaleString('en-US');
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

/** The totals do not push the pager out of the window. */
async function expectInWindow(page: Page): Promise<void> {
  const box = await page.locator('.page:visible .list-sums').boundingBox();
  const pager = await page.locator('.page:visible .ant-pagination').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((pager?.y ?? 0) + 1);
  expect((pager?.y ?? 0) + (pager?.height ?? 0)).toBeLessThanOrEqual(
    page.viewportSize()?.height ?? 0,
  );
}
