import { type BoardPage, boardPages, offeredPages } from '@millwright/contract/system/kanban-page';
import { type Board, KANBANS, makeBoard, tokenOf } from './support/board.ts';
import { layCable } from './support/cable.ts';
import { expect, test } from './support/journey.ts';
import { call, credentialsOf, make, signIn } from './support/person.ts';

/** Long before the screen would ask by itself. */
const AT_ONCE = { timeout: 8_000 };

test('a screen is set up with a token, turns its pages and refreshes at once', async ({
  page,
  browser,
}) => {
  const person = await signIn(page, 'zhaolei', { path: '/system/kanban' });
  const { id, boardCode } = await makeBoard(page.request, person, `E${Date.now() % 1_000_000}`);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: boardCode });
  await row.getByRole('button', { name: '更换令牌' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: '终端令牌' });
  const token = (await dialog.locator('output').last().textContent()) ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  await dialog.getByRole('button', { name: '我已登记' }).click();

  const wall = await (
    await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  ).newPage();
  const asked: string[] = [];
  wall.on('request', (request) => asked.push(request.url()));
  const shown = wall.waitForResponse((answer) => answer.url().endsWith('/pages/plan'));
  await wall.goto(`/board/${boardCode}#token=${token}`);
  await expect(wall.locator('.board')).toHaveAttribute('data-page', 'plan');
  await shown;
  expect(wall.url()).not.toContain(token);
  expect(asked.filter((url) => url.includes(token))).toEqual([]);

  const again = wall.waitForRequest((request) => request.url().endsWith('/pages/plan'), AT_ONCE);
  await Promise.all([
    again,
    call(page.request, person, 'POST', `${KANBANS}/actions/refresh`, { ids: [id] }),
  ]);
  await expect
    .poll(
      async () =>
        (await call<Board>(page.request, person, 'GET', `${KANBANS}/${id}`)).data.lastCommandState,
    )
    .toBe('done');

  await call(page.request, person, 'POST', `${KANBANS}/actions/refresh`, {
    ids: [id],
    command: 'page',
    args: { page: 'andon' },
  });
  await expect(wall.locator('.board')).toHaveAttribute('data-page', 'andon', AT_ONCE);
  await call(page.request, person, 'POST', `${KANBANS}/actions/refresh`, {
    ids: [id],
    command: 'message',
    args: { text: '请到大厅集合', seconds: 30, level: 'warn' },
  });
  await expect(wall.getByRole('alert')).toHaveText('请到大厅集合', AT_ONCE);
  await wall.context().close();
});

test('two windows that share a token answer each for itself, and the page names the one that has not', async ({
  page,
  browser,
}) => {
  const person = await signIn(page, 'zhaolei', { path: '/system/kanban' });
  const board = await makeBoard(page.request, person, `D${Date.now() % 1_000_000}`);
  const token = await tokenOf(page.request, person, board);
  // One computer with two displays: both windows have the same storage.
  const computer = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const [first, second] = [await computer.newPage(), await computer.newPage()];
  let isDeaf = false;
  await second.route('**/ack', (route) => (isDeaf ? route.abort() : route.continue()));
  const beats = (wall: typeof first) =>
    wall.waitForResponse((answer) => answer.url().endsWith('/heartbeat'));
  for (const wall of [first, second]) {
    const beat = beats(wall);
    await wall.goto(`/board/${board.boardCode}#token=${token}`);
    await expect(wall.locator('.board')).toBeVisible();
    await beat;
  }
  const order = (command: string) =>
    call(page.request, person, 'POST', `${KANBANS}/actions/refresh`, { ids: [board.id], command });
  await order('identify');
  const signOf = async (wall: typeof first) => wall.locator('.board-identify small').innerText();
  const [mine, other] = [await signOf(first), await signOf(second)];
  expect(other).toMatch(/^#[0-9a-f]{4}$/);
  expect(mine).not.toBe(other);

  isDeaf = true;
  await order('refresh');
  const state = async () =>
    (
      await call<Board & { unanswered: string | null }>(
        page.request,
        person,
        'GET',
        `${KANBANS}/${board.id}`,
      )
    ).data;
  await expect
    .poll(async () => (await state()).unanswered ?? '', AT_ONCE)
    .toMatch(new RegExp(`^${other} \\S+ 1280×720$`));
  expect((await state()).lastCommandState).toBe('received');
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: board.boardCode });
  await expect(row).toContainText('已接收');
  await expect(row).toContainText(other);

  isDeaf = false;
  await order('reload');
  await expect.poll(async () => (await state()).lastCommandState, { timeout: 15_000 }).toBe('done');
  await page.reload();
  await expect(row).toContainText('已完成');
  await expect(row).not.toContainText(other);
  await computer.close();
});

test('reloads asked for one after the other are all answered, and a long message moves in one line', async ({
  page,
  browser,
}) => {
  const person = await signIn(page, 'zhaolei', { path: '/system/kanban' });
  const board = await makeBoard(page.request, person, `R${Date.now() % 1_000_000}`);
  const token = await tokenOf(page.request, person, board);
  const wall = await (
    await browser.newContext({
      viewport: { width: 1920, height: 1080 },
      reducedMotion: 'no-preference',
    })
  ).newPage();
  await wall.goto(`/board/${board.boardCode}#token=${token}`);
  await expect(wall.locator('.board')).toBeVisible();
  const order = (command: string, args = {}) =>
    make(page.request, person, `${KANBANS}/actions/refresh`, { ids: [board.id], command, args });
  const state = async () =>
    (
      await call<Board & { outdated: boolean; lastCommand: string }>(
        page.request,
        person,
        'GET',
        `${KANBANS}/${board.id}`,
      )
    ).data;
  // The new page comes so late that the old one hears both.
  const held = Promise.withResolvers<void>();
  await wall.route('**/board/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await order('reload');
  await expect.poll(async () => (await state()).lastCommandState, AT_ONCE).toBe('received');
  await order('restart');
  const later = { lastCommand: 'restart', lastCommandState: 'received' };
  await expect.poll(state, AT_ONCE).toMatchObject(later);
  held.resolve();
  const done = { lastCommandState: 'done', outdated: false };
  await expect.poll(state, { timeout: 30_000 }).toMatchObject(done);

  const text = '请各班组长带上本班记录，十分钟后到一号会议室。'.repeat(8);
  await order('message', { text, seconds: 30, level: 'warn' });
  const foot = wall.getByRole('alert');
  await expect(foot).toHaveText(text, AT_ONCE);
  expect((await foot.boundingBox())?.height).toBeLessThan(130);
  await expect(foot.locator('span')).toHaveCSS('animation-name', 'board-ticker');
  await wall.context().close();
});

test('a window copied from a board is a screen of its own, and one that is loaded again stays the same', async ({
  page,
  browser,
}) => {
  const person = await signIn(page, 'zhaolei', { path: '/system/kanban' });
  const board = await makeBoard(page.request, person, `C${Date.now() % 1_000_000}`);
  const token = await tokenOf(page.request, person, board);
  const computer = await browser.newContext();
  const wall = await computer.newPage();
  await wall.goto(`/board/${board.boardCode}#token=${token}`);
  await expect(wall.locator('.board')).toBeVisible();
  const nameOf = (window: typeof wall) =>
    window.evaluate(
      (key) => sessionStorage.getItem(key),
      `board.${board.boardCode.toLowerCase()}.screen`,
    );
  const name = await nameOf(wall);
  expect(name).toMatch(/^[\w-]{36}$/);

  // A window that another one opens begins with a copy of its storage, as a duplicated one does.
  const opened = computer.waitForEvent('page');
  await wall.evaluate(() => void open(location.href));
  const copy = await opened;
  await expect(copy.locator('.board')).toBeVisible();
  expect(await nameOf(copy)).toMatch(/^[\w-]{36}$/);
  expect(await nameOf(copy)).not.toBe(name);

  await wall.reload();
  await expect(wall.locator('.board')).toBeVisible();
  expect(await nameOf(wall)).toBe(name);
  await computer.close();
});

test('a screen whose clock is wrong shows the time of its server', async ({ page, browser }) => {
  const person = await signIn(page, 'zhaolei', { path: '/system/kanban' });
  const board = await makeBoard(page.request, person, `C${Date.now() % 1_000_000}`);
  const token = await tokenOf(page.request, person, board);
  const wall = await (await browser.newContext()).newPage();
  await wall.clock.install({ time: new Date(Date.now() - 5 * 3_600_000) });
  await wall.goto(`/board/${board.boardCode}#token=${token}`);
  const now = (ahead: number) =>
    new Date(Date.now() + ahead).toLocaleTimeString('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Asia/Shanghai',
    });
  // The minute may turn while the screen is looked at.
  await expect
    .poll(async () =>
      [now(-60_000), now(0)].includes(await wall.locator('.board-head time').innerText()),
    )
    .toBe(true);
  await wall.context().close();
});

test('a screen that loses its server says so, and shows what is true now when it is back', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await signIn(page, 'zhaolei', { path: '/system/kanban' });
  const code = `F${Date.now() % 1_000_000}`;
  const machine = await make<{ id: string; revision: number }>(
    page.request,
    person,
    '/api/base/equipments',
    { number: code, nickname: '展厅车床', equipmentKind: 'machineTool', standardActionRate: '85' },
  );
  const line = await make<{ id: string }>(page.request, person, '/api/base/lines', {
    code,
    name: `展厅线${code}`,
    devices: [{ equipmentId: machine.id }],
  });
  // So long an interval that the screen would not ask by itself before the journey ends.
  const board = await makeBoard(page.request, person, code, {
    lineId: line.id,
    refreshSeconds: 3600,
    pages: [{ page: 'machines', seconds: 600 }],
  });
  const token = await tokenOf(page.request, person, board);
  const cable = await layCable(baseURL ?? '');
  const wall = await (await browser.newContext()).newPage();
  await wall.goto(`${cable.address}/board/${code}#token=${token}`);
  const tile = wall.locator('.board-tile').filter({ hasText: '展厅车床' });
  await expect(tile).toContainText('无数据');
  await expect(wall.locator('.board-foot')).toHaveText('展厅看板');

  await cable.pull();
  await expect(wall.locator('.board-foot')).toHaveText(
    /^与服务器的连接已断开，数据停在 \d\d:\d\d$/,
  );
  const engineer = await credentialsOf(page.request, 'xujun');
  const path = `/api/equipment/machine-tools/${machine.id}`;
  const { data: now } = await call<{ revision: number }>(page.request, engineer, 'GET', path);
  const set = { revision: now.revision, status: 'maintain' };
  await make(page.request, engineer, `${path}/actions/setStatus`, set);
  await expect(tile).toContainText('无数据');

  await cable.plug();
  await expect(tile).toContainText('保养', { timeout: 30_000 });
  await expect(wall.locator('.board-foot')).toHaveText('展厅看板');
  await wall.context().close();
  await cable.pull();
});

test('the form of a board offers the pages that have data, and none that come later', async ({
  page,
}) => {
  await signIn(page, 'zhaolei', { path: '/system/kanban' });
  await page.getByRole('button', { name: '新建看板' }).click();
  const form = page.locator('.page:visible').getByRole('dialog').last();
  await form.getByRole('button', { name: '添加一行' }).click();
  await form.locator('[id$=":pages.0.page"]').click();
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await expect(options).toHaveText(Object.values(offeredPages).map(({ zh }) => zh));
  for (const { label, ready } of Object.values<BoardPage>(boardPages))
    await expect(options.filter({ hasText: label.zh })).toHaveCount(ready ? 1 : 0);
});

test('a screen without its token asks for it, and says when it is wrong', async ({ page }) => {
  await page.goto('/board/NB-B01');
  await page.getByLabel('终端令牌').fill('x'.repeat(43));
  await page.getByRole('button', { name: '开始' }).click();
  await expect(page.getByRole('alert')).toContainText('令牌不正确');
});
