import type { Page } from '@playwright/test';
import { addressesOf } from './support/addresses.ts';
import { expect, test } from './support/journey.ts';
import { axeFindings, complaintsOf, hiddenSideways } from './support/page-checks.ts';
import { signIn } from './support/person.ts';
import type { Locale } from './support/person.ts';
import { draw, goTo } from './support/sights.ts';
import type { Theme } from './support/sights.ts';

/** Each language and each theme once: what axe judges of one does not hang on the other. */
const SIGHTS: readonly { locale: Locale; theme: Theme }[] = [
  { locale: 'zh_CN', theme: 'light' },
  { locale: 'en_US', theme: 'dark' },
];

/** The tabs of the personal center, from its own row of tabs. */
async function tabsOf(page: Page): Promise<string[]> {
  const tabs = await page
    .locator('.page:visible [role=tab]')
    .evaluateAll((all) => all.map((tab) => tab.id.replace(/^.*-tab-/, '')));
  expect(tabs).not.toEqual([]);
  return tabs.map((tab) => `/user/profile?tab=${tab}`);
}

/** Parts of the walk, so that none takes long. */
const PARTS = [0, 1, 2];

for (const { locale, theme, part } of SIGHTS.flatMap((sight) =>
  PARTS.map((part) => ({ ...sight, part })),
)) {
  test(`every page in ${locale}, ${theme}, part ${part + 1}: axe finds nothing, no list scrolls sideways, the console is silent`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    const complaints = complaintsOf(page);
    await draw(page, theme);
    const session = await signIn(page, 'admin', { locale });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const found: string[] = [];
    let lists = 0;
    await goTo(page, '/user/profile');
    const paths = [...(await addressesOf(page.request, session)), ...(await tabsOf(page)), '/404'];
    for (const path of paths.filter((_, at) => at % PARTS.length === part)) {
      await goTo(page, path);
      for (const finding of await axeFindings(page)) found.push(`${path}: ${finding}`);
      const hidden = await hiddenSideways(page);
      if (hidden !== null) lists += 1;
      if (hidden) found.push(`${path}: ${hidden} px of its list stand outside of the window`);
    }
    expect(found).toEqual([]);
    expect(lists).toBeGreaterThan(4);
    expect(complaints).toEqual([]);
  });
}

test('every page of a planner: axe finds nothing, the console is silent', async ({ page }) => {
  test.setTimeout(300_000);
  const complaints = complaintsOf(page);
  await draw(page, 'light');
  const session = await signIn(page, 'liuyang', { locale: 'en_US' });
  const found: string[] = [];
  for (const path of await addressesOf(page.request, session)) {
    await goTo(page, path);
    for (const finding of await axeFindings(page)) found.push(`${path}: ${finding}`);
  }
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
});
