import { expect, test } from './support/journey.ts';
import { signIn } from './support/person.ts';
import { shell } from './support/shell.ts';

test('S150 S151 S152 S153 S155 S299 on a phone the sidebar is a drawer that closes on every way out', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'admin');
  const { side } = shell(page);
  const backdrop = page.locator('.backdrop');
  await expect(page.locator('.shell')).toHaveClass(/mobile/);
  await expect(side).not.toBeInViewport();
  await page.getByRole('button', { name: '打开菜单' }).click();
  await expect(side).toBeInViewport();
  await side.getByRole('button', { name: '基础配置' }).click();
  await side.getByRole('link', { name: '产品', exact: true }).click();
  await expect(page).toHaveURL('/baseConfig/product');
  await expect(backdrop).toHaveCount(0);
  await expect(side).not.toBeInViewport();
  await expect(page.locator('.list-card').first()).toBeVisible();
  await page.getByRole('button', { name: '打开菜单' }).click();
  await backdrop.click({ position: { x: 370, y: 400 } });
  await expect(backdrop).toHaveCount(0);
  await expect(page.locator('.shell')).toHaveClass(/still/);
  await page.setViewportSize({ width: 993, height: 800 });
  await expect(page.locator('.shell')).toHaveClass(/desktop/);
  await page.setViewportSize({ width: 992, height: 800 });
  await expect(page.locator('.shell')).toHaveClass(/mobile/);
});

test('S154 a resize of a hidden page changes nothing until it is seen', async ({ page }) => {
  await signIn(page, 'yangxue');
  await page.evaluate(() =>
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }),
  );
  await page.setViewportSize({ width: 600, height: 800 });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(600);
  await expect(page.locator('.shell')).toHaveClass(/desktop/);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(page.locator('.shell')).toHaveClass(/mobile/);
});

test("on a phone one's own sign-ins, sessions and tasks are cards that stay within the screen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'liuyang', { path: '/user/profile?tab=logins' });
  const main = page.locator('.profile-main');
  await expect(main.locator('.list-card').first()).toContainText('登录');
  await expect(main.getByRole('table')).toHaveCount(0);
  await main.getByRole('tab', { name: '我的会话' }).click();
  const here = main.locator('.list-card').filter({ hasText: '本机' });
  await expect(here).toBeVisible();
  for (const card of await main.locator('.list-card').all())
    expect((await card.boundingBox())?.width ?? 0).toBeLessThan(390);
});
