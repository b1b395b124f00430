import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { makePerson, PASSWORD_OF_MADE } from './support/made-person.ts';
import { call, credentialsOf, rowsOf, signIn } from './support/person.ts';
import { shell } from './support/shell.ts';

/** Somebody of one's own, so that nothing of the demo changes under other journeys. */
async function own(page: Page, username: string): Promise<void> {
  const admin = await credentialsOf(page.request, 'admin');
  const [role] = await rowsOf<{ id: string }>(
    page.request,
    admin,
    '/api/system/roles?params[roleKey]=planner',
  );
  await makePerson(page.request, admin, username, [role?.id ?? '']);
}

/** A picture of 60 × 30 px made in the browser: red at the left, blue at the right. */
function picture(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const canvas = new OffscreenCanvas(60, 30);
    const drawn = canvas.getContext('2d');
    if (!drawn) throw new Error('no canvas');
    for (const [colour, x] of [
      ['red', 0],
      ['blue', 30],
    ] as const) {
      drawn.fillStyle = colour;
      drawn.fillRect(x, 0, 30, 30);
    }
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
}

test('S237 one’s own picture is cut to a square, kept, and shown in the top bar', async ({
  page,
}) => {
  const username = `pic${Date.now().toString(36)}`;
  await own(page, username);
  await signIn(page, username, { path: '/user/profile', password: PASSWORD_OF_MADE });
  const input = page.locator('.person input[type=file]');
  await input.setInputFiles({
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await expect(shell(page).toast).toContainText('图片');
  await expect(page.locator('canvas.crop')).toHaveCount(0);

  await input.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await picture(page)),
  });
  const crop = page.locator('canvas.crop');
  await expect(crop).toBeVisible();
  // Shown as it will be cut: the middle of the picture, so both colours.
  const colours = () =>
    crop.evaluate((canvas: HTMLCanvasElement) =>
      [10, canvas.width - 10].map((x) => {
        const [red = 0, , blue = 0] =
          canvas.getContext('2d')?.getImageData(x, 150, 1, 1).data ?? [];
        return red > blue ? 'red' : 'blue';
      }),
    );
  await expect.poll(colours).toEqual(['red', 'blue']);
  // Pointing waits until the dialog stands still.
  await crop.hover();
  const box = await crop.boundingBox();
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 150, { steps: 4 });
  await page.mouse.up();
  await expect.poll(colours).toEqual(['blue', 'blue']);
  await page.getByRole('button', { name: '确定' }).click();
  await expect(crop).toHaveCount(0);
  await expect(page.locator('.person-avatar img')).toBeVisible();
  await expect(shell(page).user.locator('img')).toBeVisible();
  await page.reload();
  const shown = shell(page).user.locator('img');
  await expect(shown).toBeVisible();
  await expect
    .poll(() =>
      shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    )
    .toEqual([312, 312]);
});

test('the picture of a user is cut to a square in the form as well', async ({ page }) => {
  const username = `cut${Date.now().toString(36)}`;
  await own(page, username);
  await signIn(page, 'admin', { path: `/system/user?username=${username}` });
  await page
    .locator('.page:visible')
    .getByRole('row', { name: username })
    .locator('.row-open')
    .click();
  await page.locator('.pane').getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: /^编辑/ });
  const input = form.locator('input[type=file]');
  await input.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('me') });
  await expect(form.getByText('me.txt')).toBeVisible();
  const crop = page.locator('canvas.crop');
  await expect(crop).toHaveCount(0);

  const file = { name: 'me.jpg', mimeType: 'image/png', buffer: Buffer.from(await picture(page)) };
  await input.setInputFiles(file);
  await expect(crop).toBeVisible();
  await crop.press('Escape');
  await expect(crop).toHaveCount(0);
  await expect(form.locator('img')).toHaveCount(0);

  await input.setInputFiles(file);
  await page
    .getByRole('dialog', { name: '裁剪图片' })
    .getByRole('button', { name: '确定' })
    .click();
  await expect(crop).toHaveCount(0);
  await expect
    .poll(() =>
      form
        .locator('img')
        .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    )
    .toEqual([312, 312]);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.locator('.pane').locator('img')).toBeVisible();
});

test('one’s own data are changed; another mobile number or email asks for the password', async ({
  page,
}) => {
  const username = `own${Date.now().toString(36)}`;
  await own(page, username);
  await signIn(page, username, { path: '/user/profile', password: PASSWORD_OF_MADE });
  const main = page.locator('.profile-main');
  await expect(main.getByLabel('真实姓名')).toHaveValue('测试员');
  await main.getByLabel('真实姓名').fill('改名员');
  await main.getByLabel('昵称').fill('小改');
  await main.getByLabel('女').check();
  await expect(main.getByLabel('当前密码')).toHaveCount(0);
  // What was saved is read again slowly: it leaves alone what is typed meanwhile.
  await page.route('**/api/user/info', async (route) => {
    if (route.request().method() === 'GET') await setTimeout(2_000);
    await route.continue();
  });
  const readAgain = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/user/info') && answer.request().method() === 'GET',
  );
  await main.getByRole('button', { name: '保存' }).click();
  await expect(shell(page).user).toContainText('改名员');

  await main.getByLabel('手机号').fill('12345');
  await main.getByLabel('邮箱').fill('nobody');
  await main.getByLabel('当前密码').fill('wrong-one-1');
  await readAgain;
  await page.unroute('**/api/user/info');
  await main.getByRole('button', { name: '保存' }).click();
  await expect(main.locator('.ant-form-item-explain-error')).toHaveText([/手机号/, /邮箱/]);
  await main.getByLabel('手机号').fill('13800138001');
  await main.getByLabel('邮箱').fill('own@example.com');
  await main.getByRole('button', { name: '保存' }).click();
  await expect(main.getByText('密码错误', { exact: true })).toBeVisible();
  await main.getByLabel('当前密码').fill(PASSWORD_OF_MADE);
  await main.getByRole('button', { name: '保存' }).click();
  await expect(main.getByLabel('当前密码')).toHaveCount(0);
  await page.reload();
  await expect(main.getByLabel('手机号')).toHaveValue('13800138001');
  await expect(main.getByLabel('邮箱')).toHaveValue('own@example.com');
  await expect(main.getByLabel('昵称')).toHaveValue('小改');
  await expect(main.getByLabel('女')).toBeChecked();
});

test('a session elsewhere is ended with the password, and the new password ends the rest', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const username = `dev${Date.now().toString(36)}`;
  await own(page, username);
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signIn(theirs, username, { path: '/home', password: PASSWORD_OF_MADE });
  await signIn(page, username, { path: '/user/profile?tab=sessions', password: PASSWORD_OF_MADE });
  const main = page.locator('.profile-main');
  await expect(main.getByText('本机', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: '下线其他全部会话' }).click();
  const question = page.getByRole('dialog');
  await question.getByLabel('当前密码').fill('wrong-one-1');
  await question.getByRole('button', { name: '确定' }).click();
  await expect(question.getByText('密码错误', { exact: true })).toBeVisible();
  await question.getByLabel('当前密码').fill(PASSWORD_OF_MADE);
  await question.getByRole('button', { name: '确定' }).click();
  await expect(question).toHaveCount(0);
  await expect(main.locator('.ant-table-row')).toHaveCount(1);
  await expect(shell(theirs).question).toContainText('登录状态已过期');
  await shell(theirs).question.getByRole('button', { name: '重新登录' }).click();
  await expect(theirs).toHaveURL(/\/login/);

  await signIn(theirs, username, { path: '/home', password: PASSWORD_OF_MADE });
  await page.getByRole('tab', { name: '修改密码' }).click();
  await main.getByLabel('旧密码').fill('wrong-one-2');
  await main.getByLabel('新密码', { exact: true }).fill('calm-forest-28');
  await main.getByLabel('确认密码').fill('calm-forest-28');
  await main.getByRole('button', { name: '保存' }).click();
  await expect(main.getByText('旧密码错误')).toBeVisible();
  await main.getByLabel('旧密码').fill(PASSWORD_OF_MADE);
  await main.getByRole('button', { name: '保存' }).click();
  await expect(shell(page).toast).toContainText('密码已修改');
  await expect(shell(theirs).question).toContainText('密码已修改');
  const fresh = await credentialsOf(page.request, username, 'calm-forest-28');
  expect((await call(page.request, fresh, 'GET', '/api/user/info')).code).toBe(0);
  await other.close();
});

test('the events that one does not want stay chosen', async ({ page }) => {
  const username = `not${Date.now().toString(36)}`;
  await own(page, username);
  await signIn(page, username, {
    path: '/user/profile?tab=preferences',
    password: PASSWORD_OF_MADE,
  });
  const list = page.locator('.profile-notices');
  const first = list.getByRole('switch').first();
  await expect(first).toBeChecked();
  const kept = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/notifications/settings') && answer.request().method() === 'PUT',
  );
  await first.click();
  expect(await (await kept).json()).toMatchObject({ code: 0 });
  await page.reload();
  await expect(list.getByRole('switch').first()).not.toBeChecked();
});

test('the board density that one chooses holds on the wall of machines, here and at the next sign-in', async ({
  page,
}) => {
  const username = `den${Date.now().toString(36)}`;
  await own(page, username);
  await signIn(page, username, { path: '/equipment/machineTool', password: PASSWORD_OF_MADE });
  const row = page.locator('.page:visible li.eq-row').first();
  const height = async () => Math.round((await row.boundingBox())?.height ?? 0);
  await expect.poll(height).toBe(23);
  await page.goto('/user/profile?tab=preferences');
  await page.getByRole('radiogroup', { name: '看板密度' }).getByText('宽松').click();
  await expect(shell(page).toast).toBeVisible();
  await page.goto('/equipment/machineTool');
  await expect.poll(height).toBe(34);
  await signIn(page, username, { path: '/equipment/machineTool', password: PASSWORD_OF_MADE });
  await expect.poll(height).toBe(34);
});
