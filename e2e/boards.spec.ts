import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { call, type Credentials, signIn } from './support/person.ts';

interface Board {
  readonly id: string;
  readonly revision: number;
  readonly siteId: string;
  readonly boardCode: string;
  readonly lastCommandState: string | null;
}

const KANBANS = '/api/system/kanbans';
/** Long before the screen would ask by itself. */
const AT_ONCE = { timeout: 8_000 };

/** A board of its own, so that no other journey disturbs it. */
async function makeBoard(
  request: APIRequestContext,
  person: Credentials,
  boardCode: string,
): Promise<Board> {
  const made = await call<Board>(request, person, 'POST', KANBANS, {
    boardCode,
    boardName: '展厅看板',
    pages: [
      { page: 'plan', seconds: 600 },
      { page: 'andon', seconds: 600 },
    ],
  });
  expect(made, made.msg).toMatchObject({ code: 0 });
  return made.data;
}

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

test('a screen whose clock is wrong shows the time of its server', async ({ page, browser }) => {
  const person = await signIn(page, 'zhaolei', { path: '/system/kanban' });
  const { id, revision, boardCode } = await makeBoard(
    page.request,
    person,
    `C${Date.now() % 1_000_000}`,
  );
  const path = `${KANBANS}/${id}/actions/renewToken`;
  const renewed = await call<{ screenToken: string }>(page.request, person, 'POST', path, {
    revision,
  });
  const wall = await (await browser.newContext()).newPage();
  await wall.clock.install({ time: new Date(Date.now() - 5 * 3_600_000) });
  await wall.goto(`/board/${boardCode}#token=${renewed.data.screenToken}`);
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

test('a screen without its token asks for it, and says when it is wrong', async ({ page }) => {
  await page.goto('/board/NB-B01');
  await page.getByLabel('终端令牌').fill('x'.repeat(43));
  await page.getByRole('button', { name: '开始' }).click();
  await expect(page.getByRole('alert')).toContainText('令牌不正确');
});
