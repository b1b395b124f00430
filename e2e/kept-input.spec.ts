import { expect, test } from './support/journey.ts';
import { PASSWORD, signIn } from './support/person.ts';
import { listShown, pressUnder, shell } from './support/shell.ts';

test('what was typed when the session ended comes back in its form after signing in again', async ({
  page,
}) => {
  const session = await signIn(page, 'huangwei', { path: '/baseConfig/reasonCode' });
  await listShown(page);
  await page.getByRole('button', { name: '新建原因代码' }).click();
  const form = page.locator('.page:visible').getByRole('dialog').last();
  const name = form.getByLabel('中文名称');
  await name.fill('刀片崩刃待查');
  await page.request.delete('/api/user/auth/signout', { headers: { ...session } });
  await pressUnder(form.getByRole('button', { name: '保存', exact: true }));
  await expect(shell(page).question).toContainText('登录状态已过期');
  await shell(page).question.getByRole('button', { name: '重新登录' }).click();
  await expect(page).toHaveURL(/login\?redirect=/);
  await page.locator('input[name=username]').fill('huangwei');
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(shell(page).question).toContainText('发现未提交的内容，是否恢复？');
  await shell(page).question.getByRole('button', { name: '恢复' }).click();
  await expect(name).toHaveValue('刀片崩刃待查');
});
