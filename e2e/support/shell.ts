import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Parts of the shell, by what a person calls them; `zh` unless said. */
export const shell = (page: Page) => ({
  side: page.locator('nav.side'),
  tabs: page.locator('nav.tabs'),
  tab: (title: string): Locator =>
    page
      .locator('nav.tabs .tab')
      .filter({ has: page.getByRole('link', { name: title, exact: true }) }),
  crumbs: page.locator('nav.crumbs'),
  user: page.locator('button.top-user'),
  site: page.locator('.top-site'),
  toast: page.locator('.toasts .toast'),
  question: page.locator('dialog.question'),
  page: page.locator('.page:visible'),
  tabMenu: page.locator('.tab-menu'),
});

/** Opens the person's own menu and chooses an entry. */
export async function fromUserMenu(page: Page, entry: string): Promise<void> {
  await shell(page).user.click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Waits until the table of the list in front shows rows. */
export async function listShown(page: Page): Promise<void> {
  await expect(page.locator('.page:visible .ant-table-row').first()).toBeVisible({
    timeout: 30_000,
  });
}

/** Presses a button although the bell's call, which comes by itself, may have brought the question over it. */
export async function pressUnder(button: Locator): Promise<void> {
  await button.dispatchEvent('click');
}
