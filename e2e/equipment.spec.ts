import { expect, test } from '@playwright/test';
import { signIn } from './support/person.ts';

test('S8 the wall shows what stands first, leads into a machine, and keeps its conditions in the address', async ({
  page,
}) => {
  await signIn(page, 'xujun', { path: '/equipment/machineTool' });
  const rows = page.locator('.eq-board-body .eq-row[class*="eq-row"] .eq-name');
  await expect(rows.first()).toContainText('NB-MC-01');
  const running = page.locator('.eq-counts button', { hasText: '运行' });
  // Machines may begin or cease to run meanwhile: the rows follow the counter, whatever it says.
  const asCounted = () =>
    expect(async () =>
      expect(await rows.count()).toBe(Number(await running.locator('b').innerText())),
    ).toPass();
  await running.click();
  await expect(page).toHaveURL(/runningStatus=run/);
  await asCounted();
  await page.reload();
  await asCounted();
  await expect(page.locator('.eq-board-body').getByText('报警', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: '查看 NB-MC-01' }).first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.locator('.eq-lane').first()).toBeVisible();
  await drawer.getByRole('tab', { name: '稼动' }).click();
  await expect(drawer.locator('.eq-figures')).toContainText('稼动率');
  await drawer.getByRole('tab', { name: '报警' }).click();
  await expect(drawer.locator('.eq-pareto li').first()).toBeVisible();
});

test('a team leader sets maintenance by hand', async ({ page }) => {
  await signIn(page, 'chenhao', { path: '/equipment/robot' });
  await page.getByRole('button', { name: '查看 NB-RB-04' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: '设置状态' }).click();
  const dialog = page.locator('.ant-modal');
  await dialog.getByLabel('状态').click();
  await page.locator('.ant-select-item-option', { hasText: '保养' }).click();
  await dialog.getByLabel('说明').fill('换减速机油');
  await dialog.getByRole('button', { name: '设置状态' }).click();
  const card = page.locator('.eq-card.is-maintain', { hasText: 'NB-RB-04' });
  await expect(card).toContainText('换减速机油');
});

test('stops are classified one by one, split, and lead from the analysis to their rows', async ({
  page,
}) => {
  await signIn(page, 'xujun', { path: '/equipment/downtime?state=classified' });
  await page.locator('.row-open').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: '拆分' }).click();
  const dialog = page.locator('.ant-modal');
  await dialog.getByLabel('类别').last().click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '待料' })
    .click();
  await dialog.getByRole('button', { name: '拆分' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/equipment/downtime?tab=analysis');
  const first = page.locator('.eq-reasons button').first();
  await expect(first).toBeVisible();
  await first.click();
  await expect(page).toHaveURL(/shiftDate=.*category=/);
  await expect(page.locator('.row-open').first()).toBeVisible();
});
