import { publicPaths } from '@millwright/contract/constants';
import { offeredPages } from '@millwright/contract/system/kanban-page';
import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { axeFindings, complaintsOf } from './support/page-checks.ts';
import { call, credentialsOf, rowsOf, signIn } from './support/person.ts';
import type { Credentials, Locale } from './support/person.ts';
import { findingsOf, followDevice, goTo } from './support/sights.ts';

const LOCALES: readonly Locale[] = ['zh_CN', 'en_US'];

for (const locale of LOCALES) {
  test(`pages outside the menu in ${locale}, light and dark: axe finds nothing`, async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const complaints = complaintsOf(page);
    await followDevice(page);
    await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
    const found: string[] = [];
    const look = async (name: string) => {
      for (const finding of await findingsOf(page)) found.push(`${name}: ${finding}`);
    };
    for (const path of publicPaths) {
      await page.goto(path);
      await expect(page.getByRole('main')).toBeVisible();
      await look(path);
    }
    const session = await signIn(page, 'huangwei', { locale });
    await goTo(page, await instructionAddress(page, session));
    await expect(page.locator('dialog.instruction-full')).toBeVisible();
    await look('an instruction over the whole screen');
    await page.goto('/system/setting');
    await expect(page.locator('.notice-code')).toHaveText('403');
    await look('a forbidden page');
    await page.locator('button.top-user').click();
    await look('the menu of the person');
    await page.getByRole('menuitem', { name: /^(锁定屏幕|Lock screen)$/ }).click();
    await expect(page.locator('.lock')).toBeVisible();
    await look('the lock screen');
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test(`the boards in ${locale}, light and dark: axe finds nothing`, async ({ page }) => {
    const complaints = complaintsOf(page);
    const keeper = await credentialsOf(page.request, 'zhaolei');
    const board = await boardWithToken(page, keeper);
    const found: string[] = [];
    const look = async (name: string) => {
      for (const finding of await axeFindings(page)) found.push(`${name}: ${finding}`);
    };
    const lang = locale.slice(0, 2);
    await page.goto(`/board/${board.boardCode}?lang=${lang}`);
    await expect(page.getByRole('button')).toBeVisible();
    await look('the form of the token');
    for (const theme of ['light', 'dark'] as const) {
      await page.goto(
        `/board/${board.boardCode}?theme=${theme}&lang=${lang}#token=${board.screenToken}`,
      );
      for (const name of Object.keys(offeredPages)) {
        await call(page.request, keeper, 'POST', `${BOARDS}/actions/refresh`, {
          ids: [board.id],
          command: 'page',
          args: { page: name },
        });
        await expect(page.locator('.board')).toHaveAttribute('data-page', name);
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await look(`${name}, ${theme}`);
      }
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

const BOARDS = '/api/system/kanbans';

interface Board {
  readonly id: string;
  readonly revision: number;
  readonly boardCode: string;
  readonly screenToken: string;
}

/** A board of its own with every page that boards offer, and what its screen signs in with. */
async function boardWithToken(page: Page, keeper: Credentials): Promise<Board> {
  const made = await call<Board>(page.request, keeper, 'POST', BOARDS, {
    boardCode: `X${Date.now() % 10_000_000}`,
    boardName: '检查看板',
    pages: Object.keys(offeredPages).map((name) => ({ page: name, seconds: 600 })),
  });
  expect(made, made.msg).toMatchObject({ code: 0 });
  const { id, revision } = made.data;
  const path = `${BOARDS}/${id}/actions/renewToken`;
  const renewed = await call<Board>(page.request, keeper, 'POST', path, { revision });
  expect(renewed, renewed.msg).toMatchObject({ code: 0 });
  return renewed.data;
}

async function instructionAddress(page: Page, session: Credentials): Promise<string> {
  const [row] = await rowsOf(
    page.request,
    session,
    '/api/system/instructions?limit=1&params[state]=published',
  );
  return `/system/instruction?view=${row?.['code'] ?? ''}&site=${row?.['siteId'] ?? ''}`;
}
