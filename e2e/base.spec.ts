import type { Locator, Page } from '@playwright/test';
import { choose } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { credentialsOf, make, rowsOf, signIn } from './support/person.ts';
import { listShown, shell } from './support/shell.ts';

interface Row {
  readonly id: string;
  readonly revision: number;
  readonly [name: string]: unknown;
}

const row = (page: Page, text: string) =>
  page.locator('.page:visible .ant-table-row').filter({ hasText: text });
const pane = (page: Page) => page.locator('.page:visible').getByRole('dialog').last();
const save = (page: Page) =>
  page.locator('.page:visible').getByRole('button', { name: '保存', exact: true });

test('a large drawing goes in parts, and after a break only the parts that are missing', async ({
  page,
}) => {
  test.slow();
  await signIn(page, 'huangwei', { path: '/baseConfig/product' });
  await listShown(page);
  await page.getByRole('button', { name: '新建产品' }).click();
  const form = page.locator('.page:visible').getByRole('dialog').last();
  const box = form.locator('input[type=file][accept*=".pdf"]');
  const buffer = Buffer.alloc(22 * 1024 * 1024);
  buffer.write(`%PDF-1.7 ${Date.now()}`);
  const drawing = { name: 'flange.pdf', mimeType: 'application/pdf', buffer };
  const PARTS = /\/file\/upload\/[0-9a-f]{32}\/(\d)$/;
  const sent: string[] = [];
  await page.route(PARTS, (route) => {
    const [, part = ''] = PARTS.exec(route.request().url()) ?? [];
    sent.push(part);
    return sent.filter((one) => one === '2').length === 1 && part === '2'
      ? route.abort()
      : route.continue();
  });
  await box.setInputFiles(drawing);
  // Many megabytes are read, hashed and sent.
  const broken = form.getByRole('alert').filter({ hasText: /服务繁忙|上传失败/ });
  await expect(broken).toBeVisible({ timeout: 45_000 });
  expect(sent).toEqual(['0', '1', '2']);
  await box.setInputFiles(drawing);
  await expect(form.getByRole('link', { name: /\.pdf$/ })).toBeVisible({ timeout: 45_000 });
  expect(sent).toEqual(['0', '1', '2', '2', '3', '4']);
});

test('a line takes two shifts across midnight and a device; overlapping shifts are refused at the field', async ({
  page,
}) => {
  const session = await signIn(page, 'zhaolei', { path: '/baseConfig/line' });
  await listShown(page);
  const stamp = String(Date.now()).slice(-6);
  await make(page.request, session, '/api/base/equipments', {
    number: `NB-RB-${stamp}`,
    nickname: `夜班机器人${stamp}`,
    equipmentKind: 'robot',
    standardActionRate: '85',
  });
  await page.getByRole('button', { name: '新建产线' }).click();
  const form = pane(page);
  await form.getByLabel('产线编号').fill(`L${stamp}`);
  await form.getByLabel('产线名称').fill(`跨夜线${stamp}`);
  await form.getByRole('button', { name: '两班 08:00–20:00' }).click();
  // No weekday chosen is no gap: the shift begins every day.
  await expect(form.locator('.child-rows').first().getByText('每天')).toHaveCount(2);
  const devices = form.getByRole('group', { name: '绑定设备', exact: true });
  await devices.getByRole('button', { name: '添加一行' }).click();
  const device = form.locator('[id$=":devices.0.equipmentId"]');
  await save(page).click();
  await expect(form.locator('.form-summary')).toContainText('设备编号');
  await choose(page, device, `NB-RB-${stamp}`, stamp);
  const end = form.locator('[id$=":shifts.1.endTime"]');
  await end.fill('09:00');
  await end.press('Enter');
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await expect(form.locator('.form-summary')).toContainText('班次「早班」与「夜班」时间重叠');
  await end.fill('08:00');
  await end.press('Enter');
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await expect(form).toHaveCount(0);
  await expect(row(page, `L${stamp}`)).toContainText('早班 08:00–20:00 / 夜班 20:00–08:00');
  await row(page, `L${stamp}`).locator('.row-open').click();
  await expect(pane(page)).toContainText('11 小时');
  await expect(pane(page)).toContainText(`NB-RB-${stamp}`);
  const [bound] = await rowsOf<Row>(
    page.request,
    session,
    `/api/base/equipments?params[number]=NB-RB-${stamp}`,
  );
  expect(bound?.['lineId']).not.toBeNull();
});

test('days of a line become holidays and ordinary again', async ({ page }) => {
  const session = await signIn(page, 'zhaolei');
  const stamp = String(Date.now()).slice(-6);
  const line = await make(page.request, session, '/api/base/lines', {
    code: `K${stamp}`,
    name: `日历线${stamp}`,
  });
  await page.goto(`/baseConfig/line?keyword=K${stamp}`);
  await row(page, `K${stamp}`).locator('.row-open').click();
  await pane(page).getByRole('tab', { name: '日历' }).click();
  await pane(page).getByRole('button', { name: '下个月' }).click();
  const days = pane(page).locator('.calendar-day:not(.is-other)');
  await days.nth(9).click();
  await days.nth(10).click();
  await expect(pane(page)).toContainText('已选 2 天');
  await pane(page).getByLabel('说明，例如 春节').fill('年度检修');
  await pane(page).getByRole('button', { name: '设为休息' }).click();
  await expect(pane(page).locator('.calendar-day.is-holiday')).toHaveCount(2);
  await expect(pane(page)).toContainText('本月 2 个休息日');
  await page.reload();
  await row(page, `K${stamp}`).locator('.row-open').click();
  await pane(page).getByRole('tab', { name: '日历' }).click();
  await pane(page).getByRole('button', { name: '下个月' }).click();
  await expect(days.nth(9)).toHaveAccessibleName(/休息 · 年度检修/);
  await days.nth(9).click();
  await pane(page).getByRole('button', { name: '恢复正常' }).click();
  await expect(pane(page).locator('.calendar-day.is-holiday')).toHaveCount(1);
  expect(line.id).toBeTruthy();
  await page.goto(`/baseConfig/line?keyword=K${stamp}`);
  await row(page, `K${stamp}`).getByRole('checkbox').check();
  await page.locator('.toolbar').getByRole('button', { name: '删除' }).click();
  const { question } = shell(page);
  await expect(question).toContainText('产线日历(1)将一并删除');
  await question.getByRole('button', { name: '取消' }).click();
});

test('a route is taken over into a new version and put into effect from the product', async ({
  page,
}) => {
  const session = await signIn(page, 'huangwei');
  const [model] = await rowsOf<Row>(
    page.request,
    session,
    '/api/base/products?params[materialCode]=W1890A',
  );
  const copy = `/api/base/products/${model?.id}/actions/copy`;
  const copied = await make<Row>(page.request, session, copy, { revision: model?.revision });
  const code = String(copied['materialCode']);
  await page.goto(`/baseConfig/product?keyword=${code}`);
  await row(page, code).locator('.row-open').click();
  await pane(page).getByRole('tab', { name: '工艺路线' }).click();
  const versions = pane(page).locator('.route');
  const effect = async () => {
    await versions.first().getByRole('button', { name: '生效' }).click();
    await shell(page).question.getByRole('button', { name: '生效' }).click();
    await expect(versions.first().getByRole('button', { name: '编辑' })).toHaveCount(0);
    await expect(versions.first().locator('.state-word')).toHaveText('生效');
  };
  await expect(versions).toHaveCount(1);
  await expect(versions.first().locator('.state-word')).toHaveText('草稿');
  await effect();
  await pane(page).getByRole('button', { name: '新版本' }).click();
  // The order of the steps is that of the rows: one that moves takes its place among the numbers.
  await page.locator('.child-rows').getByRole('button', { name: '上移' }).nth(1).click();
  await save(page).click();
  await expect(versions).toHaveCount(2);
  await expect(versions.first()).toContainText('版本 2');
  const stepsOf = (version: Locator) => version.locator('tbody tr td:nth-child(2)').allInnerTexts();
  const [one, two, ...others] = await stepsOf(versions.nth(1));
  expect(await stepsOf(versions.first())).toEqual([two, one, ...others]);
  const numbers = await versions.first().locator('tbody tr td:first-child').allInnerTexts();
  expect(numbers.map(Number)).toEqual(numbers.map(Number).toSorted((a, b) => a - b));
  await effect();
  await expect(versions.nth(1).locator('.state-word')).toHaveText('已替换');
});

test('check items of one product are copied to another', async ({ page }) => {
  const session = await signIn(page, 'gaomin');
  const engineer = await credentialsOf(page.request, 'huangwei');
  const stamp = String(Date.now()).slice(-6);
  await make(page.request, engineer, '/api/base/products', {
    category: 'wheel',
    materialCode: `CI-${stamp}`,
    productName: `抄检测项目${stamp}`,
    standardBeat: '60',
  });
  await page.goto('/baseConfig/checkItem');
  await listShown(page);
  await page.getByRole('button', { name: '从其他产品复制' }).click();
  const dialog = page.locator('.ant-modal').filter({ hasText: '复制' });
  await choose(page, dialog.getByRole('combobox').first(), /W1890A/, 'W1890A');
  await choose(page, dialog.getByRole('combobox').last(), new RegExp(`CI-${stamp}`), `CI-${stamp}`);
  await dialog.locator('.ant-btn-primary').click();
  await expect(dialog).toHaveCount(0);
  const [target] = await rowsOf<Row>(
    page.request,
    engineer,
    `/api/base/products?params[materialCode]=CI-${stamp}`,
  );
  const copied = await rowsOf<Row>(
    page.request,
    session,
    `/api/base/check-items?limit=200&params[productId]=${target?.id}`,
  );
  expect(copied.length).toBeGreaterThan(0);
});

test('what is in use is disabled instead of deleted, by one button', async ({ page }) => {
  const session = await signIn(page, 'huangwei');
  const stamp = String(Date.now()).slice(-6);
  const rod = await make(page.request, session, '/api/base/products', {
    category: 'rod',
    materialCode: `RD-${stamp}`,
    productName: `在用铝棒${stamp}`,
    standardBeat: '60',
  });
  await make(page.request, session, '/api/base/products', {
    category: 'block',
    materialCode: `BK-${stamp}`,
    productName: `铝块${stamp}`,
    standardBeat: '60',
    components: [{ code: rod.id, quantity: '0.5' }],
  });
  await page.goto(`/baseConfig/product?keyword=RD-${stamp}`);
  await row(page, `RD-${stamp}`).getByRole('checkbox').check();
  await page.locator('.toolbar').getByRole('button', { name: '删除' }).click();
  const question = shell(page).question;
  await question.getByRole('button', { name: '删除' }).click();
  await expect(question).toContainText('不能删除，可改为停用');
  await question.getByRole('button', { name: '改为停用' }).click();
  await expect(row(page, `RD-${stamp}`)).toContainText('停用');
  await expect(shell(page).toast).toHaveCount(0);
});

test('a picture that is none is refused at its field; a good one is kept', async ({ page }) => {
  await signIn(page, 'huangwei', { path: '/baseConfig/product' });
  await listShown(page);
  await page.getByRole('button', { name: '新建产品' }).click();
  const field = pane(page).locator('.form-field').filter({ hasText: '图片' }).first();
  const input = field.locator('input[type=file]');
  await input.setInputFiles({
    name: 'wheel.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await expect(field.getByRole('alert')).toContainText('图片');
  await input.setInputFiles({
    name: 'wheel.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1_048_576 + 1),
  });
  await expect(field.getByRole('alert')).toHaveText('「wheel.png」超过 5 MB');
  await expect(shell(page).toast).toHaveCount(0);
  await input.setInputFiles({
    name: 'wheel.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PIXEL, 'base64'),
  });
  await expect(field.locator('img')).toBeVisible();
  await expect(field.getByRole('alert')).toHaveCount(0);
});

test('devices on no line are found', async ({ page }) => {
  await signIn(page, 'zhaolei', { path: '/baseConfig/equipment' });
  await listShown(page);
  await page
    .locator('.figures')
    .getByRole('button', { name: /未绑定产线/ })
    .click();
  await expect(page.locator('.chips')).toContainText('产线：无');
});

/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
