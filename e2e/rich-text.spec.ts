import { expect, test } from './support/journey.ts';
import { mount, valueOf } from './support/mounted.ts';
import { signIn } from './support/person.ts';

const EDITOR = 'controls/rich-text.tsx';
const LINK = 'https://films.example/setting-up.mp4';

test('S160 S184 S254 a film by link and one of the local upload come back when the text is opened again', async ({
  page,
}) => {
  await signIn(page, 'huangwei');
  await mount(page, EDITOR, '');
  const editor = page.locator('#probe .ql-editor');
  await editor.pressSequentially('Clamp the wheel');
  await page.getByRole('button', { name: '视频', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '插入视频' });
  await expect(dialog.getByRole('tab')).toHaveText(['视频链接', '本地上传']);
  const confirm = dialog.getByRole('button', { name: /确\s*定/ });
  await confirm.click();
  await expect(dialog.getByText('视频地址不能为空！')).toBeVisible();
  await dialog.getByRole('textbox', { name: '视频地址' }).fill(LINK);
  await confirm.click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: '视频', exact: true }).click();
  await dialog.getByRole('tab', { name: '本地上传' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '装夹.mp4', mimeType: 'video/mp4', buffer: FILM });
  await expect(editor.locator('video')).toHaveCount(2);

  await expect.poll(() => valueOf(page)).toMatch(/Clamp the wheel.*<video.*<video/s);
  const written = await valueOf(page);
  await mount(page, EDITOR, written);
  const films = editor.locator('video');
  await expect(films).toHaveCount(2);
  const addresses = await films.evaluateAll((all) => all.map((film) => film.getAttribute('src')));
  expect(addresses).toContain(LINK);
  expect(addresses.some((address) => address?.startsWith('/edition/api/file/'))).toBe(true);
  for (const film of await films.all()) {
    await expect(film).toHaveAttribute('controls');
    await expect(film).toBeVisible();
  }
  await expect(editor).toContainText('Clamp the wheel');
});

test('S296 S297 headings, sizes and colours come back when the text is opened again', async ({
  page,
}) => {
  const levels = [1, 2, 3, 4, 5, 6];
  const sizes = ['small', 'large', 'huge'];
  const text = [
    ...levels.map((level) => `<h${level}>Heading ${level}</h${level}>`),
    ...sizes.map((size) => `<p><span class="ql-size-${size}">${size}</span> normal</p>`),
    '<p><span style="color: rgb(230, 0, 0);">Red</span></p>',
  ].join('');
  await signIn(page, 'huangwei');
  await mount(page, EDITOR, text);
  const editor = page.locator('#probe .ql-editor');
  const offered = (list: string) =>
    page
      .locator(`#probe .ql-toolbar .ql-${list} .ql-picker-item`)
      .evaluateAll((items) => items.map((item) => item.dataset['value'] ?? item.dataset['label']));
  expect(await offered('header')).toEqual(['1', '2', '3', '4', '5', '6', '正文']);
  expect(await offered('size')).toEqual(['small', '标准', 'large', 'huge']);
  for (const level of levels)
    await expect(editor.locator(`h${level}`)).toHaveText(`Heading ${level}`);
  const heights: number[] = [];
  for (const size of sizes) {
    const shown = editor.locator(`.ql-size-${size}`);
    await expect(shown).toHaveText(size);
    heights.push(
      await shown.evaluate((word) => Number.parseFloat(getComputedStyle(word).fontSize)),
    );
  }
  const [small = 0, large = 0, huge = 0] = heights;
  const normal = await editor.evaluate((box) => Number.parseFloat(getComputedStyle(box).fontSize));
  expect([small < normal, normal < large, large < huge]).toEqual([true, true, true]);
  await expect(editor.getByText('Red')).toHaveCSS('color', 'rgb(230, 0, 0)');
  await editor.press('Control+End');
  await editor.pressSequentially('!');
  await expect.poll(() => valueOf(page)).toMatch(/rgb\(230, 0, 0\).*!/s);
});

/** The head of an MP4 file; the server looks at the content, not at the name alone. */
const FILM = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isomiso2'),
  Buffer.alloc(4000),
]);
