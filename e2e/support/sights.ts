import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { axeFindings } from './page-checks.ts';

export type Theme = 'light' | 'dark';

/** The theme that the browser remembers as chosen. */
export async function draw(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
}

/** Lets the page follow the device's theme, so that one visit shows it light and dark; before the first page. */
export async function followDevice(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', 'system'));
}

/** What axe finds in both themes, on the page or in a part of it. */
export async function findingsOf(page: Page, part?: string): Promise<string[]> {
  const light = await axeFindings(page, part);
  await turn(page, 'dark');
  const dark = await axeFindings(page, part);
  await turn(page, 'light');
  return [...light, ...dark.map((finding) => `dark: ${finding}`)];
}

/** Waits until nothing in a part of the page is on its way any more. */
export async function settled(part: Locator, name: string): Promise<void> {
  const loading = part.locator(
    '.page-loading, .ant-skeleton-active, .ant-spin-spinning, [aria-busy=true]',
  );
  await expect(loading, `${name} is loading`).toHaveCount(0, { timeout: 25_000 });
}

/** Opens a page by its address and waits until it stands. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('.page:visible'), path).toHaveCount(1);
  await settled(page.locator('.page:visible'), path);
}

async function turn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}
