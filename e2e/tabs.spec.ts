import { expect, test } from './support/journey.ts';
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
  // A list that fills while a menu is open scrolls, and that closes the menu.
  await listShown(page);
  await tab('工序').click({ button: 'right' });
  await expect(tabMenu.getByRole('menuitem')).toHaveText([
    '刷新',
    '关闭当前',
    '关闭其他',
    '关闭所有',
  ]);
  await expect.poll(async () => (await tabMenu.boundingBox())?.width).toBe(105);
  await page.locator('.crumbs').click();
  await expect(tabMenu).toHaveCount(0);
  await tab('首页').click({ button: 'right' });
  await expect(tabMenu.getByRole('menuitem')).toHaveText(['刷新', '关闭其他', '关闭所有']);
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

test('S309 of many tabs the one in front is brought into view with 4 px to the edge of the row', async ({
  page,
}) => {
  // Narrow, but wide enough for the row.
  await page.setViewportSize({ width: 640, height: 768 });
  await signIn(page, 'admin', { locale: 'en_US' });
  const { tab, tabs } = shell(page);
  const open = async (title: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search menu' }).fill(title);
    await page
      .getByRole('option')
      .filter({ has: page.getByText(title, { exact: true }) })
      .first()
      .click();
    await expect(tab(title)).toHaveAttribute('data-active');
  };
  for (const title of ['Products', 'Procedures', 'Stations', 'Production lines', 'Check items'])
    await open(title);
  for (const title of ['Reason codes', 'Gateways', 'Alarm config']) await open(title);
  const gap = (side: 'left' | 'right') => async () => {
    const [row, front] = await Promise.all(
      [tabs, tabs.locator('[data-active]')].map((one) =>
        one.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
      ),
    );
    return Math.abs((front?.[side] ?? 0) - (row?.[side] ?? 0));
  };
  await expect
    .poll(() => tabs.evaluate((row) => row.scrollWidth - row.clientWidth))
    .toBeGreaterThan(100);
  // Letters end between pixels, what is scrolled does not.
  await expect.poll(gap('right')).toBeCloseTo(4, 0);
  await open('Products');
  await expect.poll(gap('left')).toBeCloseTo(4, 0);
});

test('unsaved input is asked about before its tab is refreshed or closed', async ({ page }) => {
  await signIn(page, 'huangwei', { path: '/baseConfig/reasonCode' });
  await listShown(page);
  await page.getByRole('button', { name: '新建原因代码' }).click();
  const name = page.locator('.page:visible').getByRole('dialog').last().getByLabel('中文名称');
  await name.fill('刀片崩刃');
  const { question, tab, tabMenu } = shell(page);
  const choose = async (entry: string) => {
    await tab('原因代码').click({ button: 'right' });
    await tabMenu.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  await choose('刷新');
  await expect(question).toContainText('有未保存的内容，确定放弃？');
  await question.getByRole('button', { name: '取消' }).click();
  await choose('关闭当前');
  await expect(question).toContainText('有未保存的内容，确定关闭？');
  await question.getByRole('button', { name: '取消' }).click();
  await expect(name).toHaveValue('刀片崩刃');
  await choose('刷新');
  await question.getByRole('button', { name: '确定' }).click();
  await expect(name).toHaveCount(0);
  await expect(tab('原因代码')).toBeVisible();
});
