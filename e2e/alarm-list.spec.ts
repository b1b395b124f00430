import { choose, fixedValue, importFile } from './support/fields.ts';
import { expect, test } from './support/journey.ts';
import { credentialsOf, rowsOf, signIn } from './support/person.ts';
import { listShown } from './support/shell.ts';

test("a machine builder's list of alarms comes in with words of its own for severity, and the next edition knows them", async ({
  page,
}) => {
  // Headings and rows of this run alone: what an earlier one taught and imported would be known.
  const run = Date.now().toString(36);
  const control = `GROB ${run}`;
  const edition = (codes: readonly string[]) => ({
    name: 'alarms.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [`Code;中文内容;英文内容;Klasse ${run}`, ...codes].map((line) => `${line}\n`).join(''),
    ),
  });
  await signIn(page, 'admin', { path: '/alarm/config' });
  await listShown(page);
  const first = [
    `${run}1;门未关;Door open;Warnung`,
    `${run}2;主轴停止;Spindle stopped;Störung`,
    `${run}3;过滤器堵塞;Filter clogged;Warnung`,
  ];
  const pane = await importFile(page, edition(first));
  await choose(page, pane.getByRole('combobox', { name: '报警编码', exact: true }), /^A · /);
  await choose(page, pane.getByRole('combobox', { name: '级别', exact: true }), /^D · /);
  await fixedValue(page, pane, '设备类别', '机床');
  await fixedValue(page, pane, '控制系统', control);
  for (const [field, chosen] of [
    ['报警编码', 'A · Code'],
    ['级别', 'D · Klasse'],
    ['设备类别', '机床'],
  ] as const)
    await expect(pane.locator('.import-mapping tr', { hasText: field }).first()).toContainText(
      chosen,
    );
  await pane.getByRole('button', { name: '检查数据' }).click();
  await expect(pane.locator('.import-counts')).toContainText('错误 3');
  const words = pane.getByRole('region', { name: /不是系统的选项/ });
  await expect(words).toContainText('Warnung（2 行）');
  const again = words.getByRole('button', { name: '重新检查' });
  await expect(again).toBeDisabled();
  await choose(page, words.getByRole('combobox', { name: '级别：Warnung 的含义' }), /^警告$/);
  await again.click();
  await expect(pane.locator('.import-counts')).toContainText('新增 2');
  await choose(page, words.getByRole('combobox', { name: '级别：Störung 的含义' }), /^严重$/);
  await again.click();
  await expect(words).toHaveCount(0);
  await pane.getByRole('button', { name: '导入 3 行' }).click();
  await expect(pane.getByRole('status')).toContainText('已导入 3 行');
  await pane.getByRole('button', { name: '完成' }).click();

  const next = await importFile(page, edition([...first, `${run}4;油位低;Oil low;störung`]));
  await expect(next.locator('.import-mapping')).toContainText('Warnung → 警告 · Störung → 严重');
  await next.getByRole('button', { name: '检查数据' }).click();
  await next.getByRole('button', { name: '导入 1 行' }).click();
  await expect(next.getByRole('status')).toContainText('已导入 1 行');
  const session = await credentialsOf(page.request, 'admin');
  const stored = await rowsOf(
    page.request,
    session,
    `/api/alarm/configs?params[controlType]=${encodeURIComponent(control)}`,
  );
  expect(
    stored
      .map(({ encoding, level }) => [encoding, level])
      .toSorted((one, other) => String(one[0]).localeCompare(String(other[0]))),
  ).toEqual([
    [`${run}1`, '2'],
    [`${run}2`, '3'],
    [`${run}3`, '2'],
    [`${run}4`, '3'],
  ]);
});
