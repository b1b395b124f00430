import { readFile, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { importFile } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { call, credentialsOf, make, rowsOf, signIn } from './support/person.ts';
import { listShown } from './support/shell.ts';
import { textsOf, withCell } from './support/workbook.ts';

async function exported(page: Page): Promise<Buffer> {
  const saved = page.waitForEvent('download');
  await page.locator('.page:visible').getByRole('button', { name: '导出' }).click();
  return readFile(await (await saved).path());
}

/** Sends a workbook through the dialog up to its check. */
async function checked(page: Page, file: Buffer): Promise<Locator> {
  const path = test.info().outputPath(`${Date.now()}.xlsx`);
  await writeFile(path, file);
  const pane = await importFile(page, path);
  await pane.getByRole('button', { name: '检查数据' }).click();
  return pane;
}

async function taken(pane: Locator): Promise<void> {
  await pane.getByRole('button', { name: '导入 1 行' }).click();
  await expect(pane).toContainText('已导入 1 行');
  await pane.getByRole('button', { name: '完成' }).click();
  await expect(pane).toHaveCount(0);
}

test('a line goes out with its shifts and devices, one shift is changed in the workbook and comes back; a wrong one comes back with its reason', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const session = await credentialsOf(page.request, 'zhaolei');
  const code = `XL${Date.now().toString(36).slice(-6).toUpperCase()}`;
  const device = await make(page.request, session, '/api/base/equipments', {
    number: `${code}-R1`,
    nickname: `机器人 ${code}`,
    equipmentKind: 'robot',
  });
  const line = await make(page.request, session, '/api/base/lines', {
    code,
    name: `线 ${code}`,
    shifts: [
      { name: '早班', startTime: '08:00', endTime: '20:00' },
      { name: '夜班', startTime: '20:00', endTime: '07:45' },
    ],
    devices: [{ equipmentId: device.id }],
  });
  await signIn(page, 'zhaolei', { path: `/baseConfig/line?code=${code}` });
  await listShown(page);
  const file = await exported(page);
  expect(await textsOf(file)).toEqual(
    expect.arrayContaining(['班次', '夜班', '07:45', `${code}-R1 机器人 ${code}`].slice(1)),
  );

  const same = await checked(page, file);
  await expect(same).toContainText(/无变化\s*1/);
  await expect(same).toContainText('没有需要导入的内容');
  await expect(same.getByRole('button', { name: /导入 \d+ 行/ })).toHaveCount(0);
  await same.getByRole('button', { name: '关闭' }).first().click();
  await expect(same).toHaveCount(0);

  await taken(await checked(page, await withCell(file, '07:45', '06:30')));
  const shiftsOf = async () =>
    (
      await call<{ shifts: { name: string; endTime: string }[]; devices: unknown[] }>(
        page.request,
        session,
        'GET',
        `/api/base/lines/${line.id}`,
      )
    ).data;
  expect(await shiftsOf()).toMatchObject({
    shifts: [
      { name: '早班', endTime: '20:00' },
      { name: '夜班', endTime: '06:30' },
    ],
    devices: [{}],
  });

  const wrong = await checked(page, await withCell(file, '07:45', '26:30'));
  await expect(wrong).toContainText('工作表「班次」第 3 行');
  const saved = page.waitForEvent('download');
  await wrong.getByRole('link', { name: '下载错误文件' }).click();
  const texts = await textsOf(await readFile(await (await saved).path()));
  expect(texts).toContain('26:30');
  expect(texts.join('\n')).toMatch(/结束.*(格式|时间|不正确)/);
  expect(await shiftsOf()).toMatchObject({ shifts: [{}, { endTime: '06:30' }] });
});

test('a product goes out with its components, and a changed quantity comes back', async ({
  page,
}) => {
  const session = await credentialsOf(page.request, 'huangwei');
  const code = `XP${Date.now().toString(36).slice(-6).toUpperCase()}`;
  const product = (materialCode: string, more: object = {}) =>
    make(page.request, session, '/api/base/products', {
      category: 'wheel',
      materialCode,
      productName: `轮 ${materialCode}`,
      standardBeat: 100,
      ...more,
    });
  const part = await product(`${code}-B`, { category: 'block' });
  const whole = await product(`${code}-A`, { components: [{ code: part.id, quantity: '0.0717' }] });
  await signIn(page, 'huangwei', { path: `/baseConfig/product?materialCode=${code}-A` });
  await listShown(page);
  const file = await exported(page);
  await taken(await checked(page, await withCell(file, '0.0717', '0.0815')));
  const after = await call<{ components: { quantity: string }[] }>(
    page.request,
    session,
    'GET',
    `/api/base/products/${whole.id}`,
  );
  expect(after.data.components).toMatchObject([{ quantity: '0.0815' }]);
});

test('a dictionary goes out with its items, and a changed label comes back', async ({ page }) => {
  const admin = await credentialsOf(page.request, 'admin');
  const stamp = Date.now().toString(36);
  const type = await make(page.request, admin, '/api/system/dict-types', {
    dictName: `往返 ${stamp}`,
    dictType: `trip_${stamp}`,
  });
  const item = (value: string, label: string) =>
    make(page.request, admin, '/api/system/dict-items', {
      dictId: type.id,
      itemText: label,
      itemValue: value,
      orderNum: 10,
    });
  await item('a', '甲');
  await item('b', `乙 ${stamp}`);
  await signIn(page, 'admin', { path: `/system/dict?dictType=trip_${stamp}` });
  await listShown(page);
  const file = await exported(page);
  await taken(await checked(page, await withCell(file, `乙 ${stamp}`, `改乙 ${stamp}`)));
  const items = await rowsOf(
    page.request,
    admin,
    `/api/system/dict-items?params[dictId]=${type.id}`,
  );
  expect(items.map(({ itemText }) => itemText)).toEqual(
    expect.arrayContaining([`改乙 ${stamp}`, '甲']),
  );
  expect(items).toHaveLength(2);
});
