import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { signIn } from './support/person.ts';
import { goTo } from './support/sights.ts';

const front = (page: Page) => page.locator('[role=dialog]:visible').last();

/** By the keyboard alone. */
async function enter(page: Page, button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press('Enter');
}

async function formStands(page: Page): Promise<void> {
  await expect(front(page).locator('form')).toBeVisible();
  await expect(front(page).locator(':focus')).toHaveCount(1);
}

test('whatever closes a form, a drawer or a dialog, the focus is on what opened it', async ({
  page,
}) => {
  await signIn(page, 'admin', { locale: 'en_US' });
  await goTo(page, '/baseConfig/product');
  const list = page.locator('.page:visible');

  const row = list.locator('.row-open').first();
  await enter(page, row);
  const edit = front(page).getByRole('button', { name: 'Edit', exact: true });
  await enter(page, edit);
  await formStands(page);
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();

  // Thrown away after a question.
  await enter(page, edit);
  await formStands(page);
  await front(page).locator('textarea').last().focus();
  await page.keyboard.type('never mind');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog.question')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(edit).toBeFocused();

  // Saved.
  await enter(page, edit);
  await formStands(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('[role=dialog]:visible form')).toHaveCount(0);
  await expect(edit).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();

  const ownEdit = list.locator('.act-icons').first().getByRole('button', { name: 'Edit' });
  await enter(page, ownEdit);
  await formStands(page);
  await enter(page, front(page).getByRole('button', { name: 'Cancel' }));
  await expect(ownEdit).toBeFocused();

  const create = list.getByRole('button', { name: /^New / });
  await enter(page, create);
  await formStands(page);
  await page.keyboard.press('Escape');
  await expect(create).toBeFocused();

  const importing = list.getByRole('button', { name: 'Import' });
  await enter(page, importing);
  await expect(front(page).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(importing).toBeFocused();
});
