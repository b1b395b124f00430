import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { makePerson, PASSWORD_OF_MADE } from './support/made-person.ts';
import { call, credentialsOf, rowsOf, signIn } from './support/person.ts';
import { listShown, shell } from './support/shell.ts';
import { partsOf } from './support/workbook.ts';

/** Asks for everything that a log holds: more rows than come at once. */
async function exportAll(page: Page): Promise<void> {
  await page.locator('.page:visible').getByRole('button', { name: '导出' }).click();
}

const jobs = (page: Page) => page.locator('.tasks-list li');

test('a long export goes on in the task centre: one at a time, cancelled or downloaded, and the file is whole', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const admin = await credentialsOf(page.request, 'admin');
  const [role] = await rowsOf<{ id: string }>(
    page.request,
    admin,
    '/api/system/roles?params[roleKey]=auditor',
  );
  const username = `job${Date.now().toString(36)}`;
  await makePerson(page.request, admin, username, [role?.id ?? '']);
  const session = await signIn(page, username, {
    path: allDays('/log/communication'),
    password: PASSWORD_OF_MADE,
  });
  await listShown(page);
  // Words that go again are waited for from the beginning: the export may end at any time.
  const ended = shell(page)
    .toast.filter({ hasText: '可在任务中心下载' })
    .waitFor({ timeout: 90_000 });
  await exportAll(page);
  await expect(shell(page).toast.filter({ hasText: '已转入任务中心' })).toBeVisible();
  await page.getByRole('button', { name: /任务中心/ }).click();
  await expect(jobs(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await ended;
  await page.getByRole('button', { name: /任务中心/ }).click();
  await expect(jobs(page).first()).toContainText('完成');
  const saved = page.waitForEvent('download');
  await jobs(page).first().getByRole('button', { name: /^下载/ }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^通讯日志_\d{14}\.xlsx$/);
  const parts = await partsOf(await readFile(await download.path()));
  const rows = parts.get('xl/worksheets/sheet1.xml')?.toString('utf8').split('<row ').length ?? 0;
  const [job] = await rowsOf<{ rows: number; state: string }>(
    page.request,
    session,
    '/api/system/jobs',
  );
  expect(job?.rows).toBeGreaterThan(20_000);
  // One piece before the first row, and the heading.
  expect(rows).toBe((job?.rows ?? 0) + 2);

  // Of many that were asked for at once the last one waits, and is given up.
  const asked: string[] = [];
  for (let count = 0; count < MORE; count += 1) {
    const { data, msg } = await call<{ job: { id: string; state: string } }>(
      page.request,
      session,
      'GET',
      `/api/log/communication-logs/export?params[beginTime]=${day(-89)}&params[endTime]=${day(0)}`,
    );
    expect(data.job, msg).toMatchObject({ state: 'queued' });
    asked.push(data.job.id);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /任务中心/ }).click();
  await expect(jobs(page)).toHaveCount(1 + MORE);
  await jobs(page).first().getByRole('button', { name: /^取消/ }).click();
  await expect(jobs(page).first()).toContainText('已取消');
  await expect(jobs(page).first().getByRole('button')).toHaveCount(0);
  await page.goto('/user/profile?tab=tasks');
  const table = page.locator('.profile-main .ant-table-row');
  await expect(table).toHaveCount(1 + MORE);
  await expect(table.first()).toContainText('已取消');
  await expect(table.last()).toContainText('完成');
  for (const id of asked)
    await call(page.request, session, 'POST', `/api/system/jobs/${id}/actions/cancel`, {});
});

test('how far a job is, is told to those who do not see the bar', async ({ page }) => {
  const job = (id: string, progress: number | null) => ({
    id,
    kind: 'export',
    entity: 'log/mom',
    title: `日志${id}`,
    state: 'running',
    progress,
    rows: 400,
    total: progress === null ? null : 1000,
    fileName: null,
    fileUntil: null,
    error: null,
    result: null,
    userId: '1',
    createTime: new Date().toISOString(),
    endTime: null,
  });
  let progress = 40;
  await page.route(/\/api\/system\/jobs\?/, (route) =>
    route.fulfill({
      json: { code: 0, msg: 'ok', data: { list: [job('1', progress), job('2', null)], total: 2 } },
    }),
  );
  await signIn(page, 'admin');
  await page.getByRole('button', { name: /任务中心/ }).click();
  await expect(jobs(page)).toHaveCount(2);
  const told = async () => {
    const browser = await page.context().newCDPSession(page);
    const { nodes } = await browser.send('Accessibility.getFullAXTree');
    await browser.detach();
    return nodes
      .filter(({ role }) => role?.value === 'progressbar')
      .map(({ name, value, properties }) => [
        name?.value,
        value?.value,
        properties?.find((one) => one.name === 'valuemax')?.value.value,
      ]);
  };
  expect(await told()).toEqual([
    ['日志1的进度', 40, 100],
    ['日志2的进度', undefined, 100],
  ]);
  progress = 75;
  await expect.poll(async () => (await told())[0]?.[1], { timeout: 10_000 }).toBe(75);
});

/** So many that their turns take long, and with the one before no more than the task centre shows. */
const MORE = 7;

/** The address of a log over all days that the demo filled. */
function allDays(path: string): string {
  return `${path}?at=${day(-89)}~${day(0)}`;
}

function day(from: number): string {
  return new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10);
}
