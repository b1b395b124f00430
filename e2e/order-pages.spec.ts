import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { rowsOf, signIn } from './support/person.ts';
import type { Credentials } from './support/person.ts';

const pane = (page: Page) => page.locator('.page:visible').getByRole('dialog').last();

async function codeOf(page: Page, session: Credentials, state: string): Promise<string> {
  const [found] = await rowsOf<{ orderCode: string }>(
    page.request,
    session,
    `/api/production/orders?limit=1&params[state]=${state}`,
  );
  if (!found) throw new Error(`There is no order in the state ${state}.`);
  return found.orderCode;
}

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
  await openOrder(page, '/baseConfig/order', await codeOf(page, session, 'released'), 'released');
  await pane(page).getByRole('button', { name: '编辑' }).click();
  const form = pane(page);
  for (const open of ['订单数量', '交期', '优先级', '备注'])
    await expect(form.getByLabel(open, { exact: true })).toBeEnabled();
  for (const closed of ['订单编号', '订单名称', '产品', '客户', '计划开始', '产线', '超产允许%'])
    await expect(form.getByLabel(closed, { exact: true })).toBeDisabled();
});

test('orders are released and cancelled on one page, followed and finished on the other; both show the same drawer', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang');
  const draft = await codeOf(page, session, 'draft');
  await openOrder(page, '/baseConfig/order', draft, 'draft');
  const acts = (name: string) => pane(page).getByRole('button', { name, exact: true });
  await expect(acts('下达')).toBeVisible();
  await expect(acts('拆分')).toHaveCount(0);
  await expect(pane(page).getByRole('tab', { name: '概览' })).toBeVisible();
  await openOrder(page, '/production/order', await codeOf(page, session, 'running'), 'running');
  await expect(acts('暂停')).toBeVisible();
  await expect(acts('完工')).toBeVisible();
  await pane(page).getByRole('tab', { name: '停机' }).click();
  await expect(pane(page).getByText(/生产期间(没有停机| \d+ 次，共 [\d,.]+ 分钟)/)).toBeVisible();
  await openOrder(page, '/production/order', draft, 'draft');
  await expect(pane(page).getByRole('tab', { name: '概览' })).toBeVisible();
  await expect(acts('下达')).toHaveCount(0);
});
