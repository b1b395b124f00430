import { choose } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { call, rowsOf, signIn } from './support/person.ts';

test('the wall shows what stands first, leads into a machine, and keeps its conditions in the address', async ({
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
  await page
    .getByRole('button', { name: viewOf('NB-MC-01') })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.locator('.eq-lane').first()).toBeVisible();
  await expect(drawer.locator('.eq-over.is-stop i').first()).toHaveAttribute('title', /\d\d:\d\d/);
  await drawer.getByRole('tab', { name: '稼动' }).click();
  await expect(drawer.locator('.eq-figures')).toContainText('稼动率');
  await drawer.getByRole('tab', { name: '报警' }).click();
  await expect(drawer.locator('.eq-pareto li').first()).toBeVisible();
  await drawer.getByRole('tab', { name: '产量' }).click();
  await expect(drawer.locator('.eq-made-bars li')).toHaveCount(12);
  await expect(drawer.locator('.eq-table:visible tbody tr').first()).toContainText('班');
  await drawer.getByRole('tab', { name: '刀具' }).click();
  await expect(drawer.locator('.eq-table:visible tbody tr').first()).toContainText(/O\d{4}/);
  await drawer.getByRole('tab', { name: '保养' }).click();
  await expect(drawer).toContainText('近90天，按设备状态');
});

test('a piece of the band of a machine is named under the pointer and opens that machine', async ({
  page,
}) => {
  await signIn(page, 'xujun', { path: '/equipment/machineTool' });
  const band = page.locator('.eq-band-known');
  const row = page.locator('.eq-board-body .eq-row').filter({ has: band }).nth(1);
  const name = (await row.locator('.eq-name').innerText()).split(/\s/)[0] ?? '';
  const box = await row.locator('.eq-band-known').boundingBox();
  if (!box) throw new Error('no band is shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await expect(row.getByRole('button', { name: viewOf(name) })).toHaveAttribute(
    'title',
    /^\S+ \d\d:\d\d:\d\d|^无数据$/,
  );
  await page.mouse.click(x, y);
  await expect(page.getByRole('dialog')).toContainText(name);
  await expect(page.getByRole('dialog').locator('.eq-lane').first()).toBeVisible();
});

test('pieces stand on the wall, in the table and in the drawer, and a dash where nobody counts them', async ({
  page,
}) => {
  await signIn(page, 'xujun', { path: '/equipment/machineTool' });
  const made = page.locator('.eq-board-body .eq-made');
  await expect(made.first()).toHaveAttribute('title', /合格 \d+，不良 \d+/);
  await page.goto('/equipment/robot');
  await expect(made.first()).toHaveText('—');
  await page
    .getByRole('button', { name: viewOf('NB-RB-01') })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: '产量' }).click();
  await expect(drawer).toContainText('还没有按小时汇总的产量');
});

test('a team leader sets maintenance by hand', async ({ page }) => {
  await signIn(page, 'chenhao', { path: '/equipment/robot' });
  await page
    .getByRole('button', { name: viewOf('NB-RB-04') })
    .first()
    .click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: '设置状态' }).click();
  const dialog = page.locator('.ant-modal');
  await choose(page, dialog.getByLabel('状态'), '保养');
  await dialog.getByLabel('说明').fill('换减速机油');
  await dialog.getByRole('button', { name: '设置状态' }).click();
  const card = page.locator('.eq-card.is-maintain', { hasText: 'NB-RB-04' });
  await expect(card).toContainText('换减速机油');
  // A robot without a beat of its own says so once.
  await expect(card.locator('footer')).toContainText(/节拍 —(?! \/)/);
});

test('stops are classified one by one, split, and lead from the analysis to their rows', async ({
  page,
}) => {
  await signIn(page, 'xujun', { path: '/equipment/downtime?state=classified' });
  await page.locator('.row-open').first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: '拆分' }).click();
  const dialog = page.locator('.ant-modal');
  await choose(page, dialog.getByLabel('类别').last(), '待料');
  await dialog.getByRole('button', { name: '拆分' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/equipment/downtime?tab=analysis');
  const first = page.locator('.eq-reasons button').first();
  await expect(first).toBeVisible();
  await first.click();
  await expect(page).toHaveURL(/shiftDate=.*category=/);
  await expect(page.locator('.row-open').first()).toBeVisible();
});

test('several stops are classified at once with the same category', async ({ page }) => {
  const person = await signIn(page, 'xujun', { path: '/home' });
  const stops = '/api/equipment/downtimes';
  const path = `${stops}?page=1&limit=2&params[state]=unclassified`;
  const waiting = await rowsOf<{ id: string }>(page.request, person, path);
  const ids = waiting.map(({ id }) => id).join(',');
  await page.goto(`/equipment/downtime?ids=${ids}`);
  const front = page.locator('.page:visible');
  await expect(front.locator('.ant-table-row')).toHaveCount(2);
  for (const box of await front.locator('.ant-table-row input[type=checkbox]').all())
    await box.check();
  await front.locator('.batch-count ~ button').filter({ hasText: '分类' }).click();
  const dialog = page.locator('.ant-modal').filter({ hasText: '分类 · 已选 2 条' });
  await choose(page, dialog.getByRole('combobox', { name: '类别' }), '待料');
  await dialog.getByLabel('说明').fill('等待毛坯');
  await dialog.getByRole('button', { name: '分类' }).click();
  await expect(dialog).toHaveCount(0);
  const judged = await rowsOf(page.request, person, `${stops}?params[ids]=${ids}`);
  const said = { category: 'material', description: '等待毛坯', state: 'classified' };
  expect(judged).toMatchObject([said, said]);
  await expect(front.locator('.batch-count')).toHaveCount(0);
});

test('shifts with long stops that nobody explained are named before they are signed off', async ({
  page,
}) => {
  await signIn(page, 'xujun', { path: '/equipment/downtime' });
  const warning = page.locator('.eq-sign-off');
  await warning.getByRole('button').first().click();
  await expect(page).toHaveURL(/state=unclassified/);
  await expect(page).toHaveURL(/shiftDate=/);
  await expect(page.locator('.row-open').first()).toBeVisible();
});

test('a proposal that somebody was quicker to judge is refused by name', async ({ page }) => {
  const person = await signIn(page, 'xujun', { path: '/home' });
  const stops = '/api/equipment/downtimes';
  const waiting = await rowsOf<{ id: string; revision: number; proposedCategory: string | null }>(
    page.request,
    person,
    `${stops}?page=1&limit=200&params[state]=unclassified`,
  );
  const stop = waiting.find(({ proposedCategory }) => proposedCategory !== null);
  if (!stop) throw new Error('The demo has no stop with a proposal');
  await page.goto(`/equipment/downtime?ids=${stop.id}`);
  const row = page.locator('.page:visible .ant-table-row');
  await expect(row).toHaveCount(1);
  const { revision } = stop;
  const judged = { revision, category: 'material' };
  const said = await call(
    page.request,
    person,
    'POST',
    `${stops}/${stop.id}/actions/classify`,
    judged,
  );
  expect(said, said.msg).toMatchObject({ code: 0 });
  await row.hover();
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '采用建议' }).click();
  await expect(page.locator('.toast')).toContainText('失败 1');
});

/** What opens a machine; numbers of others may begin with its own. */
function viewOf(number: string): RegExp {
  return new RegExp(`查看 ${number}(?!\\d)`);
}
