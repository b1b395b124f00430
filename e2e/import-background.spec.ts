import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeCsv } from '../server/src/kernel/sheet/write-csv.ts';
import { importFile } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { signIn } from './support/person.ts';
import { listShown } from './support/shell.ts';

/** Rows of which all but one are wrong, so that the list of products stays as it is for others. */
async function workbook(stamp: number): Promise<Buffer> {
  const rows = Array.from({ length: 2100 }, (_, n) => [
    '成品轮',
    `BG-${stamp}-${n}`,
    `后台 ${stamp}`,
    n === 0 ? 90 : -1,
  ]);
  const columns = ['产品类别', '物料编码', '产品名称', '标准节拍'].map((header) => ({
    header,
    format: 'text' as const,
  }));
  const out = new PassThrough();
  const [bytes] = await Promise.all([buffer(out), writeCsv(out, { columns, rows })]);
  return bytes;
}

test('an import of many rows goes on in the background and ends with its figures and its file of errors', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const stamp = Date.now();
  await signIn(page, 'huangwei', { path: '/baseConfig/product' });
  await listShown(page);
  const pane = await importFile(page, {
    name: `${stamp}.csv`,
    mimeType: 'text/csv',
    buffer: await workbook(stamp),
  });
  await pane.getByRole('button', { name: '检查数据' }).click();
  await expect(pane.getByText('只看错误 2,099')).toBeVisible({ timeout: 45_000 });
  await pane.getByRole('button', { name: '只导入正确的 1 行' }).click();
  const result = pane.getByRole('status');
  await expect(result).toContainText('已导入 1 行', { timeout: 60_000 });
  await expect(result).toContainText('2,099 行有错误，没有导入');
  const saved = page.waitForEvent('download');
  await pane.getByRole('button', { name: '下载错误文件' }).click();
  expect((await saved).suggestedFilename()).toBe(`${stamp}_导入错误.csv`);
  await pane.getByRole('button', { name: '完成' }).click();
  await page.getByRole('button', { name: '任务中心' }).click();
  const task = page.locator('.tasks-list li').filter({ hasText: `${stamp}` });
  await expect(task).toContainText('写入 1 行，错误 2,099 行');
  await page.goto(`/baseConfig/product?keyword=BG-${stamp}`);
  await expect(page.locator('.page:visible .ant-table-row')).toHaveCount(1);
});
