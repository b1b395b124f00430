import { createHash } from 'node:crypto';
import { expect, test } from './support/journey.ts';
import { makePerson, PASSWORD_OF_MADE, roleOf } from './support/made-person.ts';
import { call, credentialsOf, PASSWORD, signIn } from './support/person.ts';
import { fromUserMenu, shell } from './support/shell.ts';

test('S174 S175 S219 S278 the lock-screen password is asked for in a prompt, sent as MD5, and named once changed', async ({
  page,
}) => {
  await signIn(page, 'wugang');
  await fromUserMenu(page, '修改锁屏密码');
  const { question, toast } = shell(page);
  await expect(question).toContainText('请输入新的锁屏密码');
  await question.locator('input').fill('abc');
  await question.getByRole('button', { name: '确定' }).click();
  await expect(question.getByRole('alert')).toHaveText('锁屏密码为4到20个字符');
  await question.locator('input').fill('q7#kv2');
  const sent = page.waitForRequest('**/api/system/run/model/update/lock/screen/password');
  await question.getByRole('button', { name: '确定' }).click();
  const request = await sent;
  expect(request.method()).toBe('PUT');
  expect(request.postDataJSON()).toEqual({
    lockPassword: createHash('md5').update('q7#kv2').digest('hex'),
  });
  await expect(toast).toContainText('修改成功，新密码为：q7#kv2');
});

test('the lock holds on the server: without the overlay every call is still refused, until the password is right', async ({
  page,
}) => {
  const session = await signIn(page, 'hanbo', { path: '/user/profile' });
  await fromUserMenu(page, '锁定屏幕');
  const lock = page.getByRole('region', { name: '屏幕已锁定' });
  await expect(lock).toBeVisible();
  await expect(page.getByRole('tab', { name: '基本资料' })).toBeHidden();
  await page.evaluate(() => document.querySelector('.lock')?.remove());
  expect((await call(page.request, session, 'GET', '/api/user/info')).code).toBe(423);
  await page.reload();
  await expect(lock).toBeVisible();
  await lock.getByRole('button', { name: '登录密码' }).click();
  await lock.getByRole('textbox', { name: '登录密码' }).fill('wrong-one');
  await lock.getByRole('button', { name: '解锁' }).click();
  await expect(lock.getByRole('alert')).not.toBeEmpty();
  await lock.getByRole('textbox', { name: '登录密码' }).fill(PASSWORD);
  await lock.getByRole('button', { name: '解锁' }).click();
  await expect(lock).toHaveCount(0);
  await expect(page.getByRole('tab', { name: '基本资料' })).toBeVisible();
  expect((await call(page.request, session, 'GET', '/api/user/info')).code).toBe(0);
});

test('the minutes after which one’s own screen locks itself are kept', async ({ page }) => {
  const admin = await credentialsOf(page.request, 'admin');
  const username = `idle${Date.now().toString(36)}`;
  await makePerson(page.request, admin, username, [await roleOf(page.request, admin, 'planner')]);
  await page.clock.install();
  await signIn(page, username, { path: '/user/profile?tab=lock', password: PASSWORD_OF_MADE });
  const minutes = page.getByRole('spinbutton', { name: '无操作后自动锁屏' });
  await minutes.fill('2');
  await shell(page)
    .page.getByRole('button', { name: /保\s?存/ })
    .click();
  await expect(shell(page).toast).toContainText('已保存');
  await page.reload();
  await expect(minutes).toHaveValue('2');
  const lock = page.getByRole('region', { name: '屏幕已锁定' });
  await page.clock.fastForward('01:30');
  await expect(lock).toHaveCount(0);
  await page.clock.fastForward('01:30');
  await expect(lock).toBeVisible();

  await lock.getByRole('button', { name: '登录密码' }).click();
  await lock.getByRole('textbox', { name: '登录密码' }).fill(PASSWORD_OF_MADE);
  await lock.getByRole('button', { name: '解锁' }).click();
  await expect(lock).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('lastActive', String(Date.now() - 121_000)));
  await page.reload();
  await expect(lock).toBeVisible();
});

test('S168 S169 S170 S171 S172 S173 S286 the password form says what is wrong, field by field, in both languages', async ({
  page,
}) => {
  await signIn(page, 'zhenghang', { path: '/user/profile?tab=password' });
  const form = page.getByRole('tabpanel', { name: '修改密码' });
  const save = form.getByRole('button', { name: '保存' });
  const fill = async (old: string, first: string, second: string) => {
    await form.getByLabel('旧密码').fill(old);
    await form.getByLabel('新密码').fill(first);
    await form.getByLabel('确认密码').fill(second);
    await expect(save).toBeEnabled();
    await save.click();
  };
  await fill('', '', '');
  for (const text of ['旧密码不能为空', '新密码不能为空', '确认密码不能为空'])
    await expect(form.getByText(text).first()).toBeVisible();
  await fill(PASSWORD, 'abc', 'abc');
  await expect(form.getByText('密码不能少于6位').first()).toBeVisible();
  await fill(PASSWORD, 'k7-mountain-quiet-river-long', 'k7-mountain-quiet-river-long');
  await expect(form.getByText('长度在6到20个字符').first()).toBeVisible();
  await fill(PASSWORD, 'k7-mountain', 'k7-river');
  await expect(form.getByText('两次输入的密码不一致').first()).toBeVisible();
});
