import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { call, signIn } from './support/person.ts';
import { shell } from './support/shell.ts';
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

test('where a row goes with the button that was pressed, the focus goes on beside it', async ({
  page,
}) => {
  const session = await signIn(page, 'huangwei', { locale: 'en_US' });
  const code = `FB-${String(Date.now()).slice(-6)}`;
  for (const at of [1, 2, 3])
    await call(page.request, session, 'POST', '/api/base/products', {
      category: 'rod',
      materialCode: `${code}-${at}`,
      productName: `Rod ${code}-${at}`,
      standardBeat: '60',
    });
  await goTo(page, `/baseConfig/product?keyword=${code}`);
  const list = page.locator('.page:visible');
  const row = (at: number) => list.locator('.ant-table-row').filter({ hasText: `${code}-${at}` });
  const { question } = shell(page);

  await row(1).getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  const remove = list.locator('.toolbar').getByRole('button', { name: 'Delete' });
  await enter(page, remove);
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await expect(row(1).getByRole('checkbox')).toBeChecked();

  await enter(page, remove);
  await enter(page, question.getByRole('button', { name: 'Delete' }));
  await expect(row(1)).toHaveCount(0);
  await expect(list.locator('.toolbar :focus')).toHaveCount(1);

  await enter(page, row(2).locator('.row-open'));
  const more = front(page).getByRole('button', { name: 'More' });
  const inMenu = page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: 'Delete' });
  await enter(page, more);
  await expect(inMenu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inMenu).toHaveCount(0);
  await enter(page, more);
  await enter(page, inMenu);
  await enter(page, question.getByRole('button', { name: 'Delete' }));
  await expect(row(2)).toHaveCount(0);
  await expect(row(3).locator(':focus')).toHaveCount(1);
});

test('a form that was left for another tab still knows its opener, and Esc closes what is open in it first', async ({
  page,
}) => {
  await signIn(page, 'admin', { locale: 'en_US' });
  await goTo(page, '/system/menu');
  const list = page.locator('.page:visible');
  const edit = list.locator('.act-icons').first().getByRole('button', { name: 'Edit' });
  await enter(page, edit);
  await formStands(page);
  const { tabs } = shell(page);
  const own = tabs.locator('[data-active] a');
  const href = await own.getAttribute('href');
  await enter(page, tabs.getByRole('link').first());
  await expect(own).not.toHaveAttribute('href', href ?? '');
  await enter(page, tabs.locator(`a[href="${href}"]`));
  await formStands(page);

  const icon = front(page).locator('.icon-input');
  await enter(page, icon);
  const choices = page.locator('.icon-choices:visible');
  await choices.getByRole('searchbox').focus();
  await page.keyboard.press('Escape');
  await expect(choices).toHaveCount(0);
  await expect(icon).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();

  // The tab goes, and with it the button that asked.
  await enter(page, edit);
  await formStands(page);
  await front(page).locator('textarea').last().focus();
  await page.keyboard.type('never mind');
  await enter(page, tabs.locator('[data-active] button'));
  await enter(page, shell(page).question.getByRole('button', { name: 'OK' }));
  await expect(tabs.locator(`a[href="${href}"]`)).toHaveCount(0);
  await expect(tabs.locator(':focus')).toHaveCount(1);
});
