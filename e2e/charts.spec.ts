import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readWorkbook } from '../server/src/kernel/sheet/read-workbook.ts';
import { expect, test } from './support/journey.ts';
import { complaintsOf } from './support/page-checks.ts';
import { signIn } from './support/person.ts';
import { findingsOf, followDevice, goTo } from './support/sights.ts';

test('a chart is read as a table, and taken along as a picture and as a workbook with the same rows', async ({
  page,
}) => {
  await followDevice(page);
  const complaints = complaintsOf(page);
  await signIn(page, 'xujun');
  await goTo(page, '/equipment/downtime?tab=analysis');
  const chart = page
    .locator('.chart')
    .filter({ has: page.getByRole('heading', { name: '停机原因' }) });
  await chart.getByRole('button', { name: '看表格：停机原因' }).click();
  const shown = await tableOf(chart);
  expect(shown.length).toBeGreaterThan(3);
  expect(shown[0]).toEqual(['类别', '原因', '时长（分钟）', '次数', '累计占比（%）']);
  expect(await findingsOf(page)).toEqual([]);

  const workbook = await saved(page, chart.getByRole('button', { name: '下载Excel：停机原因' }));
  expect(workbook.name).toMatch(/^停机原因_\d{14}\.xlsx$/);
  const book = await readWorkbook(workbook.path);
  const held: string[][] = [];
  for await (const row of book.rows(0)) held.push(row.cells.map((cell) => cell?.text ?? ''));
  expect(held.map((row) => row.map(numbered))).toEqual(shown.map((row) => row.map(numbered)));
  const about: string[] = [];
  for await (const row of book.rows(1)) about.push(row.cells.map((cell) => cell?.text).join('|'));
  expect(about).toContainEqual(expect.stringMatching(/^时间\|\d{4}-\d\d-\d\d 至 \d{4}-\d\d-\d\d$/));

  const picture = await saved(page, chart.getByRole('button', { name: '下载图片：停机原因' }));
  expect(picture.name).toMatch(/^停机原因_\d{14}\.png$/);
  const bytes = await readFile(picture.path);
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  expect(bytes.length).toBeGreaterThan(8_000);
  // The picture is of the chart, which stands there again.
  await expect(chart.locator('.eq-reasons li').first()).toBeVisible();
  expect(complaints).toEqual([]);
});

/** The cells of a chart's table as they are read, its heads first. */
async function tableOf(chart: Locator): Promise<string[][]> {
  const rows = await chart.getByRole('row').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
}

/** Numbers without the dress in which a table shows them. */
function numbered(text: string): string | number {
  return /^[\d,]+(\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : text;
}

async function saved(page: Page, button: Locator): Promise<{ name: string; path: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), path: await file.path() };
}
