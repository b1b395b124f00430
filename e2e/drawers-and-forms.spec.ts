import type { Page } from '@playwright/test';
import { addressesOf } from './support/addresses.ts';
import { expect, test } from './support/journey.ts';
import { complaintsOf, hiddenOfRows } from './support/page-checks.ts';
import { signIn } from './support/person.ts';
import { findingsOf, followDevice, goTo, settled } from './support/sights.ts';

/** What axe finds in details or form in front of the page, in both themes. */
async function judged(page: Page, what: string): Promise<string[]> {
  const front = page.locator('[role=dialog]:visible').last();
  await expect(front, what).toBeVisible();
  await settled(front, what);
  const found = await findingsOf(page, '[role=dialog]');
  return found.map((finding) => `${what}: ${finding}`);
}

/** The details of the first row; null where a page has no rows to open. */
async function detailsOf(page: Page, path: string): Promise<string[] | null> {
  const first = page.locator('.page:visible .row-open').first();
  if ((await first.count()) === 0) return null;
  await first.click();
  return judged(page, `${path} details`);
}

/** The form behind the edit button of the details, else behind the page's button for a new row; null where there is none. */
async function formOf(page: Page, path: string): Promise<string[] | null> {
  const details = page.locator('[role=dialog]:visible').last();
  const edit = details.getByRole('button', { name: /^(编辑|Edit)$/ });
  const create = page.locator('.page:visible').getByRole('button', { name: /^(新建|New )/ });
  if ((await edit.count()) > 0) {
    await edit.first().click();
  } else {
    if ((await details.count()) > 0) await page.keyboard.press('Escape');
    if ((await create.count()) === 0) return null;
    await create.first().click();
  }
  const form = page.locator('[role=dialog]:visible form').last();
  await expect(form, path).toBeVisible();
  const found = await judged(page, `${path} form`);
  const hidden = await hiddenOfRows(form);
  return hidden ? [...found, `${path} form: ${hidden} px of its rows stand outside of it`] : found;
}

/** Half of the pages in each language, so that none takes long. */
const HALVES = ['zh_CN', 'en_US'] as const;

for (const [half, locale] of HALVES.entries()) {
  test(`details and forms of every list in ${locale}: axe finds nothing in light and dark, no table of rows scrolls sideways`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    const complaints = complaintsOf(page);
    await followDevice(page);
    const session = await signIn(page, 'admin', { locale });
    const paths = await addressesOf(page.request, session);
    const found: string[] = [];
    const judgedOf = { details: 0, forms: 0 };
    for (const path of paths.filter((_, at) => at % HALVES.length === half)) {
      await goTo(page, path);
      const details = await detailsOf(page, path);
      const form = await formOf(page, path);
      found.push(...(details ?? []), ...(form ?? []));
      judgedOf.details += details ? 1 : 0;
      judgedOf.forms += form ? 1 : 0;
    }
    expect(found).toEqual([]);
    expect(judgedOf.details).toBeGreaterThan(6);
    expect(judgedOf.forms).toBeGreaterThan(6);
    expect(complaints).toEqual([]);
  });
}
