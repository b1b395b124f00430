import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { axeFindings, complaintsOf } from './support/page-checks.ts';
import { call, signIn } from './support/person.ts';
import type { Credentials, Locale } from './support/person.ts';

interface Route {
  readonly path: string;
  readonly component: string;
  readonly hidden: boolean;
  readonly children?: readonly Route[];
}

/** Paths of all pages that the menu of a session shows, besides those that everybody has. */
async function pathsOf(page: Page, session: Credentials): Promise<string[]> {
  const { data } = await call<Route[]>(page.request, session, 'GET', '/api/user/auth/getRouters');
  const paths = (routes: readonly Route[], above: string): string[] =>
    routes.flatMap((route) => {
      const path = route.path.startsWith('/') ? route.path : `${above}/${route.path}`;
      const own =
        route.component === 'Layout' ||
        route.component === 'ParentView' ||
        route.hidden ||
        path.includes(':')
          ? []
          : [path];
      return [...own, ...paths(route.children ?? [], path)];
    });
  const tabs = ['profile', 'password', 'lock', 'sessions', 'logins', 'preferences', 'jobs'];
  return [
    ...new Set([
      '/home',
      ...paths(data, ''),
      '/404',
      ...tabs.map((tab) => `/user/profile?tab=${tab}`),
    ]),
  ];
}

/** Opens a page by its address and waits until it stands. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('.page:visible'), path).toHaveCount(1);
  const loading = page
    .locator('.page:visible')
    .locator('.page-loading, .ant-skeleton-active, .ant-spin-spinning, [aria-busy=true]');
  await expect(loading, `${path} is loading`).toHaveCount(0, { timeout: 25_000 });
}

/** The theme that the browser remembers as chosen. */
async function draw(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
}

/** Each language and each theme once: what axe judges of one does not hang on the other. */
const SIGHTS: readonly { locale: Locale; theme: 'light' | 'dark' }[] = [
  { locale: 'zh_CN', theme: 'light' },
  { locale: 'en_US', theme: 'dark' },
];

for (const { locale, theme } of SIGHTS) {
  test(`every page of the menu in ${locale}, ${theme}: axe finds nothing, the console is silent`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const complaints = complaintsOf(page);
    await draw(page, theme);
    const session = await signIn(page, 'admin', { locale });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const found: string[] = [];
    for (const path of await pathsOf(page, session)) {
      await goTo(page, path);
      for (const finding of await axeFindings(page)) found.push(`${path}: ${finding}`);
    }
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test(`the pages without a session in ${locale}, ${theme}: axe finds nothing, the console is silent`, async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    await draw(page, theme);
    await page.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
    for (const path of ['/login', '/download', '/apkversion']) {
      await page.goto(path);
      await expect(page.getByRole('main')).toBeVisible();
      expect(await axeFindings(page), path).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
}
