import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Chooses an option of a drop-down by its words; `box` is the combobox, `typed` narrows a long list first. */
export async function choose(
  page: Page,
  box: Locator,
  option: string | RegExp,
  typed?: string,
): Promise<void> {
  await box.click();
  if (typed !== undefined) {
    // What stood there before the search moves when its answer comes.
    const searched = page.waitForResponse(
      (answer) => new URL(answer.url()).searchParams.get('params[keyword]') === typed,
    );
    await box.fill(typed);
    await searched;
  }
  // Only an open list has a name.
  await expect(box).toHaveAttribute('aria-controls', /.+/);
  const list = await box.getAttribute('aria-controls');
  const drop = page.locator('.ant-select-dropdown').filter({ has: page.locator(`[id="${list}"]`) });
  // While it opens its options move below the pointer, which would press one and leave another.
  await expect(drop).not.toHaveClass(/ant-slide-up/);
  await drop.locator('.ant-select-item-option').filter({ hasText: option }).first().click();
}

/** Opens the import of the list in front and gives it a file. */
export async function importFile(
  page: Page,
  file: Parameters<Locator['setInputFiles']>[0],
): Promise<Locator> {
  await page
    .locator('.page:visible')
    .getByRole('button', { name: /^(导入|Import)$/ })
    .click();
  const pane = page.getByRole('dialog', { name: /导入|Import/ });
  await pane.locator('input[type=file]').setInputFiles(file);
  return pane;
}

/** Gives a field of the import one value for all rows. */
export async function fixedValue(
  page: Page,
  pane: Locator,
  label: string,
  value: string,
): Promise<void> {
  await choose(page, pane.getByRole('combobox', { name: label, exact: true }), '固定值');
  const name = `${label}: 全部填写`;
  const input = pane.getByRole('textbox', { name, exact: true });
  const list = pane.getByRole('combobox', { name, exact: true });
  await expect(input.or(list)).toBeVisible();
  if (await input.count()) await input.fill(value);
  else await choose(page, list, value);
}
