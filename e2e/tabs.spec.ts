import { expect, test } from '@playwright/test';
import { signIn } from './support/person.ts';
import { listShown, shell } from './support/shell.ts';

test('S83 S84 S85 S86 S87 S88 S156 S157 S308 tabs: their menu, middle click, and where closing leads', async ({
  page,
}) => {
  await signIn(page, 'admin');
  const { tab, tabs, tabMenu } = shell(page);
  for (const path of ['产品', '工序', '工位']) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索菜单' }).fill(path);
    await page
      .getByRole('option')
      .filter({ has: page.getByText(path, { exact: true }) })
      .first()
      .click();
    await expect(tab(path)).toBeVisible();
  }
  await expect(tabs.locator('.tab')).toHaveCount(4);
  await tab('工序').click({ button: 'right' });
  await expect(tabMenu.getByRole('menuitem')).toHaveText([
    '刷新',
    '关闭当前',
    '关闭其他',
    '关闭所有',
  ]);
  expect((await tabMenu.boundingBox())?.width).toBe(105);
  await page.locator('.crumbs').click();
  await expect(tabMenu).toHaveCount(0);
  await tab('首页').click({ button: 'right' });
  await expect(tabMenu.getByRole('menuitem')).toHaveText(['刷新', '关闭其他', '关闭所有']);
  await listShown(page);
  await page
    .locator('.page:visible .ant-table-body')
    .evaluate((body) => body.dispatchEvent(new Event('scroll')));
  await expect(tabMenu).toHaveCount(0);
  await tab('产品').click({ button: 'middle' });
  await expect(tab('产品')).toHaveCount(0);
  await expect(page).toHaveURL('/baseConfig/station');
  await tab('工位').click({ button: 'middle' });
  await expect(page).toHaveURL('/baseConfig/procedure');
  await tab('首页').click({ button: 'middle' });
  await expect(tab('首页')).toBeVisible();
  await tab('工序').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭所有' }).click();
  await expect(tabs.locator('.tab')).toHaveCount(1);
  await expect(page).toHaveURL('/home');
});

test('S36 S107 S108 a kept page keeps its input, refreshing begins it anew, and F5 comes back to the same place', async ({
  page,
}) => {
  await signIn(page, 'admin', { path: '/baseConfig/product' });
  const { tab } = shell(page);
  const keyword = page
    .locator('.page:visible')
    .getByRole('textbox', { name: '物料编码 / 产品名称' });
  await listShown(page);
  await keyword.fill('W18');
  await page.locator('nav.side').getByRole('link', { name: '工序' }).click();
  await expect(page).toHaveURL('/baseConfig/procedure');
  await tab('产品').getByRole('link').click();
  await expect(keyword).toHaveValue('W18');
  await keyword.press('Enter');
  await expect(page).toHaveURL('/baseConfig/product?keyword=W18');
  await page.reload();
  await expect(page).toHaveURL('/baseConfig/product?keyword=W18');
  await expect(tab('工序')).toBeVisible();
  await expect(keyword).toHaveValue('W18');
  const kept = await page.evaluate(
    () => Object.entries(sessionStorage).find(([key]) => key.startsWith('tabs:'))?.[1] ?? '[]',
  );
  const product = (JSON.parse(kept) as { path: string }[]).find(
    (one) => one.path === '/baseConfig/product',
  );
  expect(product).toMatchObject({
    path: '/baseConfig/product',
    fullPath: '/baseConfig/product?keyword=W18',
    title: '产品',
    query: { keyword: 'W18' },
    meta: { title: '产品' },
  });
  expect(product).toHaveProperty('name');
  await listShown(page);
  await keyword.fill('typed, not searched, and longer than its field');
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await tab('产品').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '刷新' }).click();
  await expect(keyword).toHaveValue('W18');
  await expect(page).toHaveURL('/baseConfig/product?keyword=W18');
  expect(visited).toContain('/redirect/baseConfig/product');
});
