import type { Page } from '@playwright/test';
import { readWorkbook } from '../server/src/kernel/sheet/read-workbook.ts';
import { choose, fixedValue, importFile } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { call, credentialsOf, signIn } from './support/person.ts';
import { listShown, shell } from './support/shell.ts';

const WORKBOOK = new URL('fixtures/make-to-order.xlsx', import.meta.url).pathname;
const CONCERNS = '/api/production/orders?limit=200&params[source]=import';

test.describe.configure({ mode: 'serial' });

test('the planner imports the items of a foreign workbook as products: columns are mapped, every row is judged before anything is written', async ({
  page,
}) => {
  await signIn(page, 'liuyang', { path: '/baseConfig/product' });
  await listShown(page);
  const pane = await importFile(page, WORKBOOK);
  await choose(page, pane.getByRole('combobox', { name: '工作表' }), /^item/);
  await expect(pane.locator('.import-mapping')).toContainText('A · Name');
  await choose(page, pane.getByRole('combobox', { name: '物料编码', exact: true }), /^A · /);
  await choose(page, pane.getByRole('combobox', { name: '产品名称', exact: true }), /^A · /);
  await fixedValue(page, pane, '标准节拍', '60');
  await expect(pane.getByText('新增的行必填').first()).toBeVisible();
  await pane.getByRole('button', { name: '检查数据' }).click();
  await expect(pane.getByText('只看错误 35')).toBeVisible();
  await expect(pane.locator('.import-problem').first()).toBeVisible();
  await expect(pane.getByText('没有可以导入的行')).toBeVisible();
  await pane.getByRole('button', { name: '上一步' }).click();
  await fixedValue(page, pane, '产品类别', '成品轮');
  await pane.getByRole('button', { name: '检查数据' }).click();
  await expect(pane.getByRole('button', { name: '导入 35 行' })).toBeVisible();
  await expect(pane.locator('.import-counts')).toContainText('新增 35');
  await pane.getByRole('button', { name: '导入 35 行' }).click();
  await expect(pane.getByRole('status')).toContainText('已导入 35 行');
  await pane.getByRole('button', { name: '完成' }).click();
  await expect(pane).toHaveCount(0);
  const imported = page.locator('.page:visible .ant-table-row').filter({ hasText: '成品轮' });
  await expect(imported.first()).toBeVisible();
  // What is made stays with the process engineer.
  await imported.first().locator('.row-open').click();
  await expect(page.getByRole('tab', { name: '概览' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('button', { name: '编辑' })).toHaveCount(0);
});

test('the planner imports the orders of the same workbook: what was guessed is marked, each problem stands at its cell', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang', { path: '/baseConfig/order' });
  const before = await totalOf(page, session);
  const pane = await importFile(page, WORKBOOK);
  await expect(pane.getByText('猜测，请确认').first()).toBeVisible();
  for (const [field, column] of [
    ['订单名称', /^A · /],
    ['产品', /^C · /],
    ['交期', /^F · /],
    ['订单数量', /^H · /],
  ] as const) {
    await choose(page, pane.getByRole('combobox', { name: field, exact: true }), column);
  }
  const customer = pane
    .locator('.ant-select')
    .filter({ has: page.getByRole('combobox', { name: '客户', exact: true }) });
  await customer.hover();
  await customer.locator('.ant-select-clear').click();
  await pane.getByRole('button', { name: '检查数据' }).click();
  await expect(pane.getByText('只看错误 12')).toBeVisible();
  await expect(pane.locator('.import-problem').first()).toContainText('计划开始');
  await pane.getByRole('button', { name: '上一步' }).click();
  await fixedValue(page, pane, '计划开始', '2020-01-06 08:00');
  await fixedValue(page, pane, '计划结束', '2020-03-01 20:00');
  await pane.getByRole('button', { name: '检查数据' }).click();
  await pane.getByRole('button', { name: '导入 12 行' }).click();
  await expect(pane.getByRole('status')).toContainText('已导入 12 行');
  await pane.getByRole('button', { name: '完成' }).click();
  await listShown(page);
  expect(await totalOf(page, session)).toBe(before + 12);
});

test('S158 S258 S259 S282 filter, sort and page stay in the address; the list goes to Excel as it is shown', async ({
  page,
}) => {
  await signIn(page, 'liuyang', { path: '/baseConfig/order' });
  await listShown(page);
  await page.getByRole('button', { name: 'Switch to English' }).click();
  await expect(page).toHaveTitle('Orders - Millwright');
  await listShown(page);
  const sorted = page.waitForRequest((request) =>
    /\/api\/production\/orders\?.*sort=quantity&order=ASC/.test(request.url()),
  );
  await page
    .locator('.page:visible')
    .getByRole('columnheader', { name: /Quantity/ })
    .click();
  expect(new URL((await sorted).url()).searchParams.get('limit')).toBe('20');
  await expect(page).toHaveURL(/sort=quantity&order=ASC/);
  await page
    .locator('.page:visible')
    .getByRole('columnheader', { name: /Quantity/ })
    .click();
  await expect(page).toHaveURL(/sort=quantity&order=DESC/);
  await choose(page, page.getByRole('combobox', { name: 'Rows per page' }), '10 / page');
  await expect(page).toHaveURL(/limit=10/);
  await page.locator('.page:visible').getByRole('listitem', { name: '2' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await listShown(page);
  await expect(page.locator('.ant-pagination-item-active')).toHaveText('2');
  await expect(page.locator('.page:visible .ant-table-row')).not.toHaveCount(0);
  const saved = page.waitForEvent('download');
  const sent = page.waitForRequest('**/export?**');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const type = (await (await sent).response())?.headers()['content-type'];
  expect(type).toContain('application/vnd.ms-excel');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^Production order_\d{14}\.xlsx$/);
  const book = await readWorkbook(await file.path());
  const texts: string[][] = [];
  for await (const row of book.rows(0)) texts.push(row.cells.map((cell) => cell?.text ?? ''));
  expect(texts[0]).toEqual(expect.arrayContaining(['Order code', 'Order name']));
  expect(texts.length).toBeGreaterThan(12);
});

test('people of another site see none of the imported orders', async ({ page }) => {
  const session = await credentialsOf(page.request, 'cs0317');
  const answer = await call<{ list: { orderCode: string }[] }>(
    page.request,
    session,
    'GET',
    '/api/production/orders?limit=200',
  );
  expect(answer.code).toBe(0);
  expect(answer.data.list.length).toBeGreaterThan(0);
  expect(answer.data.list.filter(({ orderCode }) => !orderCode.startsWith('CS-'))).toEqual([]);
  await signIn(page, 'cs0317', { path: '/production/order' });
  await listShown(page);
  await expect(
    page.locator('.page:visible .ant-table-row').filter({ hasText: 'NB-MO' }),
  ).toHaveCount(0);
  await expect(shell(page).site).toHaveCount(0);
});

async function totalOf(page: Page, session: Awaited<ReturnType<typeof signIn>>): Promise<number> {
  return (await call<{ total: number }>(page.request, session, 'GET', CONCERNS)).data.total;
}
