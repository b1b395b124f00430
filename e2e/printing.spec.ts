import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { rowsOf, signIn } from './support/person.ts';
import { readQr } from './support/qr-reader.ts';
import { listShown } from './support/shell.ts';

const row = (page: Page, text: string) =>
  page.locator('.page:visible .ant-table-row').filter({ hasText: text });

test('the plates of stations are printed in the size chosen', async ({ page }) => {
  await signIn(page, 'zhaolei', { path: '/baseConfig/station' });
  await listShown(page);
  const rows = page.locator('.page:visible .ant-table-row');
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
  await page.locator('.toolbar').getByRole('button', { name: '二维码铭牌' }).click();
  await expect(page.locator('.plate-paper .plate')).toHaveCount(2);
  await page.locator('.ant-modal').getByText('100×70 mm').click();
  await expect(page.locator('.plate-paper .plate.is-large')).toHaveCount(2);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await page.locator('.ant-modal').getByRole('button', { name: '打印' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.plate-paper')).toBeVisible();
  await expect(page.locator('nav.side')).toBeHidden();
});

test('a line has a plate for those who may print it', async ({ page }) => {
  await signIn(page, 'zhaolei', { path: '/baseConfig/line' });
  await listShown(page);
  await page.locator('.page:visible .ant-table-row').nth(0).getByRole('checkbox').check();
  await page.locator('.toolbar').getByRole('button', { name: '二维码铭牌' }).click();
  await expect(page.locator('.plate-paper .plate')).toHaveCount(1);
  await expect(page.locator('.plate-paper .plate')).toContainText('L01');
});

test('the traveller of an order is printed on A4 with its code, route and checks', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang');
  const [running] = await rowsOf(
    page.request,
    session,
    '/api/production/orders?limit=1&params[state]=running',
  );
  const code = String(running?.['orderCode']);
  await page.goto(`/production/order?keyword=${code}`);
  await row(page, code).getByRole('checkbox').check();
  await page.locator('.toolbar').getByRole('button', { name: '打印随工单' }).click();
  const dialog = page.locator('.ant-modal').filter({ hasText: '随工单' });
  await expect(dialog.locator('.traveller')).toContainText(code);
  await expect(dialog.getByRole('img', { name: `MO:${code}` })).toBeVisible();
  await expect(dialog.locator('.traveller tbody tr')).not.toHaveCount(0);
  await expect(dialog.locator('.traveller')).toContainText('中心孔直径');
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await dialog.getByRole('button', { name: '打印', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.traveller-paper .traveller')).toBeVisible();
  await expect(page.locator('header.top')).toBeHidden();
});

test('the label of an instruction holds its address, which opens that instruction', async ({
  page,
  baseURL,
}) => {
  const session = await signIn(page, 'gaomin', { path: '/system/instruction' });
  const [published] = await rowsOf(
    page.request,
    session,
    '/api/system/instructions?limit=1&params[state]=published',
  );
  const [code, title] = [String(published?.['code']), String(published?.['title'])];
  await listShown(page);
  await row(page, code).first().getByRole('checkbox').check();
  await page.locator('.toolbar').getByRole('button', { name: '二维码' }).click();
  const label = page.locator('.plate-paper .plate');
  await expect(label).toContainText(code);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await page.locator('.ant-modal').getByRole('button', { name: '打印' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  await expect(label).toBeVisible();
  const address = await readQr(label.locator('svg'));
  const printed = `/system/instruction?view=${encodeURIComponent(code)}`;
  expect(address).toBe(`${baseURL}${printed}&site=${String(published?.['siteId'])}`);
  await page.emulateMedia({ media: null });
  const opened = page.locator('dialog.instruction-full');
  // Labels printed earlier name no site.
  for (const path of [address, printed]) {
    await page.goto(path);
    await expect(opened).toContainText(title);
  }
  await page.goto(`${printed}&site=999999`);
  await expect(page.getByText(`没有找到已发布的「${code}」`)).toBeVisible();
  await expect(opened).toBeHidden();
});
