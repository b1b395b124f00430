import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { makeDraft, makeReleased, runningNamed } from './support/orders.ts';
import { signIn } from './support/person.ts';

const pane = (page: Page) => page.locator('.page:visible').getByRole('dialog').last();

async function openOrder(page: Page, path: string, code: string, state: string): Promise<void> {
  await page.goto(`${path}?keyword=${code}&state=${state}`);
  await page
    .locator('.page:visible .ant-table-row')
    .filter({ hasText: code })
    .first()
    .locator('.row-open')
    .click();
}

test('the form of a released order takes no change where the server takes none', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang');
  const { orderCode } = await makeReleased(page.request, session, `表单 ${Date.now()}`);
  await openOrder(page, '/baseConfig/order', orderCode, 'released');
  await pane(page).getByRole('button', { name: '编辑' }).click();
  const form = pane(page);
  for (const open of ['订单数量', '交期', '优先级', '备注'])
    await expect(form.getByLabel(open, { exact: true })).toBeEnabled();
  for (const closed of ['订单编号', '订单名称', '产品', '客户', '计划开始', '产线', '超产允许%'])
    await expect(form.getByLabel(closed, { exact: true })).toBeDisabled();
});

test('how an order gets its number is said before it has one, not afterwards', async ({ page }) => {
  const session = await signIn(page, 'liuyang', { path: '/baseConfig/order' });
  await page.locator('.page:visible').getByRole('button', { name: '新建生产订单' }).click();
  const number = pane(page).getByLabel('订单编号', { exact: true });
  await expect(number).toHaveAccessibleDescription('留空则自动编号');
  const { orderCode } = await makeDraft(page.request, session, `编号 ${Date.now()}`);
  await openOrder(page, '/baseConfig/order', orderCode, 'draft');
  await pane(page).getByRole('button', { name: '编辑' }).click();
  await expect(number).toHaveValue(orderCode);
  await expect(number).toHaveAccessibleDescription('');
});

test('orders are released and cancelled on one page, followed and finished on the other; both show the same drawer', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang');
  const { orderCode: draft } = await makeDraft(page.request, session, `草稿 ${Date.now()}`);
  const { orderCode: running } = await runningNamed(page.request, session, '锻坯BK203');
  await openOrder(page, '/baseConfig/order', draft, 'draft');
  const acts = (name: string) => pane(page).getByRole('button', { name, exact: true });
  await expect(acts('下达')).toBeVisible();
  await expect(acts('拆分')).toHaveCount(0);
  await expect(pane(page).getByRole('tab', { name: '概览' })).toBeVisible();
  await openOrder(page, '/production/order', running, 'running');
  await expect(acts('暂停')).toBeVisible();
  await expect(acts('完工')).toBeVisible();
  await pane(page).getByRole('tab', { name: '停机' }).click();
  await expect(pane(page).getByText(/生产期间(没有停机| \d+ 次，共 [\d,.]+ 分钟)/)).toBeVisible();
  await openOrder(page, '/production/order', draft, 'draft');
  await expect(pane(page).getByRole('tab', { name: '概览' })).toBeVisible();
  await expect(acts('下达')).toHaveCount(0);
});

test('a released order is changed with a reason, which its history keeps', async ({ page }) => {
  const session = await signIn(page, 'liuyang');
  const name = `加单 ${Date.now()}`;
  const released = await makeReleased(page.request, session, name, { quantity: 4321 });
  const code = released.orderCode;
  const row = page.locator('.page:visible .ant-table-row').filter({ hasText: code });
  await page.goto(`/production/order?keyword=${code}`);
  await row.locator('.row-open').click();
  await pane(page).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '编辑' }).click();
  const more = released.quantity + 5;
  await pane(page).getByLabel('订单数量').fill(String(more));
  await pane(page).getByRole('button', { name: '保存', exact: true }).click();
  const why = page.locator('.ant-modal').filter({ hasText: '为什么修改' });
  await why.getByRole('button', { name: '保存' }).click();
  await expect(why.getByRole('alert')).toHaveText('请填写原因');
  await why.getByLabel('原因').fill('客户加单');
  await expect(why.getByRole('button', { name: '保存' })).toBeEnabled();
  await why.getByRole('button', { name: '保存' }).click();
  await expect(why).toHaveCount(0);
  await expect(row).toContainText(more.toLocaleString('en-US'));
  await row.locator('.row-open').click();
  await pane(page).getByRole('tab', { name: '日志' }).click();
  await expect(pane(page).locator('.history li').first()).toContainText('客户加单');
});
