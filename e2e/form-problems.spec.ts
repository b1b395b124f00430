import { expect, test } from './support/journey.ts';
import { signIn } from './support/person.ts';

test('a problem over two fields goes when either is mended, others stay, and the cursor is left alone', async ({
  page,
}) => {
  await signIn(page, 'zhaolei', { path: '/baseConfig/station' });
  await page.getByRole('button', { name: '新建工位' }).click();
  const form = page.getByRole('dialog', { name: '新建工位' });
  await form.getByLabel('下料标识').click();
  await form.getByLabel('NG工位标识').click();
  await form.getByLabel('报工工位号').fill('X-1');
  await form.getByRole('button', { name: '保存' }).click();
  const told = form.locator('.form-problem');
  const clash = told.filter({ hasText: '下料工位与NG工位不能同时选择' });
  await expect(clash).toBeVisible();
  const before = await told.count();
  expect(before).toBeGreaterThan(1);

  await form.getByLabel('下料标识').click();
  await expect(clash).toHaveCount(0);
  await expect(told).toHaveCount(before - 1);
  await expect(form.locator('.form-summary')).not.toContainText('不能同时选择');
  await expect(form.getByLabel('下料标识')).toBeFocused();
  await form.getByLabel('工位名称').fill('末工位');
  await expect(told).toHaveCount(before - 2);
  await expect(form.getByLabel('工位名称')).toBeFocused();
});

test('a wide form hides the details that it covers, and gives them back', async ({ page }) => {
  await signIn(page, 'zhaolei', { path: '/baseConfig/equipment' });
  await page.locator('.page:visible .row-open').first().click();
  const details = page.locator('.pane:not(.is-wide)');
  await details.getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: /^编辑/ });
  await expect(form).toBeVisible();
  await expect(details).toBeHidden();
  await form.getByRole('button', { name: '取消' }).click();
  await expect(form).toHaveCount(0);
  await expect(details).toBeVisible();
});
