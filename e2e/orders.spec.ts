import type { Page } from '@playwright/test';
import { choose } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { act, makeDraft, runningNamed } from './support/orders.ts';
import type { Order } from './support/orders.ts';
import { call, credentialsOf, rowsOf, signIn } from './support/person.ts';
import type { Credentials } from './support/person.ts';
import { watchRest } from './support/rest.ts';
import { listShown, shell } from './support/shell.ts';

const row = (page: Page, text: string) =>
  page.locator('.page:visible .ant-table-row').filter({ hasText: text });
const pane = (page: Page) => page.locator('.page:visible').getByRole('dialog').last();

async function ordersNamed(page: Page, session: Credentials, name: string): Promise<Order[]> {
  return rowsOf<Order>(
    page.request,
    session,
    `/api/production/orders?limit=50&params[orderName]=${encodeURIComponent(name)}`,
  );
}

test('S159 S275 S291 a draft is made once however often the button is pressed; what is missing is listed as label: message', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang', { path: '/baseConfig/order' });
  await listShown(page);
  const name = `双击 ${Date.now()}`;
  await page.getByRole('button', { name: '新建生产订单' }).click();
  const form = pane(page);
  const save = form.getByRole('button', { name: '保存', exact: true });
  const rested = await watchRest(save);
  await save.click();
  expect(await rested()).toBeGreaterThanOrEqual(1_900);
  await expect(form.locator('.form-summary')).toContainText(/订单名称[：:]/);
  await form.getByLabel('订单名称').fill(name);
  await choose(page, form.getByLabel('产品', { exact: true }), /18寸/, '18寸');
  await form.getByLabel('订单数量').fill('12');
  for (const [label, time] of [
    ['计划开始', '2031-01-06 08:00:00'],
    ['计划结束', '2031-01-09 20:00:00'],
    ['交期', '2031-01-10'],
  ] as const) {
    await form.getByLabel(label).fill(time);
    await form.getByLabel(label).press('Enter');
  }
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/production/orders'))
      posted.push(request.headers()['idempotency-key'] ?? '');
  });
  await expect(save).toBeEnabled();
  await save.dblclick();
  await expect(form).toHaveCount(0);
  await expect(row(page, name)).toHaveCount(1);
  expect(posted).toHaveLength(1);
  expect(posted[0]).toBeTruthy();
  expect(await ordersNamed(page, session, name)).toHaveLength(1);
});

test('a release that the rules refuse says why; a good one moves the order on', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang');
  const stamp = Date.now();
  const good = await makeDraft(page.request, session, `可下达 ${stamp}`);
  const huangwei = await credentialsOf(page.request, 'huangwei');
  const product = await call<{ id: string }>(page.request, huangwei, 'POST', '/api/base/products', {
    category: 'wheel',
    materialCode: `NR-${stamp}`,
    productName: `无路线 ${stamp}`,
    standardBeat: '60',
  });
  expect(product, product.msg).toMatchObject({ code: 0 });
  const bad = await makeDraft(page.request, session, `无路线 ${stamp}`, {
    productId: product.data.id,
  });
  await page.goto(`/baseConfig/order?keyword=${stamp}`);
  await listShown(page);
  await row(page, bad.orderName).locator('.row-open').click();
  await pane(page).getByRole('button', { name: '下达' }).click();
  await expect(shell(page).toast).toContainText(`产品「无路线 ${stamp}」未配置工艺路线，不能下达`);
  await row(page, good.orderName).locator('.row-open').click();
  await pane(page).getByRole('button', { name: '下达' }).click();
  await expect(row(page, good.orderName)).toContainText('已下达');
  await pane(page).getByRole('tab', { name: '日志' }).click();
  await expect(pane(page).locator('.history')).toContainText('下达');
  await expect(pane(page).locator('.history')).toContainText('刘洋');
});

test('a running order is paused with a reason and resumed; the history keeps both', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang');
  const { orderCode: code } = await runningNamed(page.request, session, '22.5寸商用车轮');
  await page.goto(`/production/order?keyword=${code}`);
  await row(page, code).locator('.row-open').click();
  await pane(page).getByRole('button', { name: '暂停' }).click();
  const dialog = page.locator('.ant-modal').filter({ hasText: '原因' });
  await dialog.getByRole('textbox').fill('等待模具');
  await dialog.getByRole('button', { name: /暂停|确定/ }).click();
  await expect(row(page, code)).toContainText('暂停');
  await pane(page).getByRole('tab', { name: '日志' }).click();
  await expect(pane(page).locator('.history li').first()).toContainText('等待模具');
  const [paused] = await rowsOf<Order>(
    page.request,
    session,
    `/api/production/orders?limit=1&params[orderCode]=${code}`,
  );
  const resumed = await call(
    page.request,
    session,
    'POST',
    `/api/production/orders/${paused?.id}/actions/resume`,
    { revision: paused?.revision, reason: '模具已到' },
  );
  expect(resumed, resumed.msg).toMatchObject({ code: 0 });
});

test('an edit that came second shows yours and theirs, and takes what is chosen', async ({
  page,
}) => {
  const session = await signIn(page, 'liuyang');
  const stamp = Date.now();
  const order = await makeDraft(page.request, session, `冲突 ${stamp}`);
  await page.goto(`/baseConfig/order?keyword=${stamp}`);
  await row(page, order.orderName).locator('.row-open').click();
  await pane(page).getByRole('button', { name: '编辑' }).click();
  const form = pane(page);
  await form.getByLabel('订单名称').fill(`我的 ${stamp}`);
  await form.getByLabel('订单数量').fill('77');
  const theirs = await call<Order>(
    page.request,
    session,
    'PUT',
    `/api/production/orders/${order.id}`,
    { revision: order.revision, orderName: `对方 ${stamp}` },
  );
  expect(theirs, theirs.msg).toMatchObject({ code: 0 });
  await page.locator('.page:visible').getByRole('button', { name: '保存', exact: true }).click();
  const conflict = form.locator('.conflict');
  await expect(conflict.getByRole('row').filter({ hasText: '订单名称' })).toContainText(
    `对方 ${stamp}`,
  );
  await conflict.getByRole('radio').last().check();
  await form.getByRole('button', { name: '采用所选内容' }).click();
  await expect(form.getByLabel('订单名称')).toHaveValue(`对方 ${stamp}`);
  await expect(form.getByLabel('订单数量')).toHaveValue('77');
  await page.locator('.page:visible').getByRole('button', { name: '保存', exact: true }).click();
  await expect(row(page, `对方 ${stamp}`)).toContainText('77');
});

test('several orders are released at once; the refused ones are named', async ({ page }) => {
  const session = await signIn(page, 'liuyang');
  const stamp = Date.now();
  await makeDraft(page.request, session, `批量一 ${stamp}`);
  const gone = await makeDraft(page.request, session, `批量二 ${stamp}`);
  await page.goto(`/baseConfig/order?keyword=${stamp}`);
  await expect(row(page, String(stamp))).toHaveCount(2);
  await act(page.request, session, gone, 'release');
  for (const box of await page.locator('.page:visible .ant-table-row').getByRole('checkbox').all())
    await box.check();
  await expect(page.getByText('已选 2 条')).toBeVisible();
  await page.locator('.toolbar').getByRole('button', { name: '下达' }).click();
  await shell(page).question.getByRole('button', { name: '下达' }).click();
  await expect(shell(page).toast).toContainText('下达：成功 1 条，失败 1 条');
  await expect(shell(page).toast).toContainText(`批量二 ${stamp}`);
});

test('order lines of the ERP are looked through and taken out of those to start', async ({
  page,
}) => {
  const session = await signIn(page, 'zhouqiming', { path: '/project/erpOrder' });
  await listShown(page);
  const line = row(page, '动平衡机DB03');
  await expect(line).toContainText('EC25-023');
  await expect(line).toContainText('待启动');
  await expect(page.locator('.page:visible').getByRole('button', { name: /新建/ })).toHaveCount(0);
  await line.getByRole('checkbox').check();
  const batch = page.locator('.page:visible .batch-count').locator('..');
  await batch.getByRole('button', { name: '不立项' }).click();
  const { question } = shell(page);
  await expect(question).toContainText('「EC25-023 动平衡机改造」标记为不立项后不能恢复');
  await question.getByRole('button', { name: '不立项' }).click();
  await expect(line).not.toContainText('待启动');
  const lines = await rowsOf(
    page.request,
    session,
    '/erpProject/orderList?params[status]=notForProjects',
  );
  expect(lines).toMatchObject([{ code: 'EC25-023', machine: '动平衡机DB03' }]);
});
