import { textOf } from '@millwright/contract/kernel/text';
import { describe, expect, it } from 'vitest';
import type { EntityRow } from '../entity/entity-row.ts';
import { menuDifferences, menuFile, missingRows, readMenuFile } from './menu-json.ts';

const rows = [
  row({ id: '9', parentId: '2', menuType: 'B', titleZh: '新增', perms: 'system:user:add' }),
  row({ id: '1', parentId: null, menuType: 'D', titleZh: '系统管理', name: 'System' }),
  row({
    id: '2',
    parentId: '1',
    menuType: 'P',
    titleZh: '用户管理',
    name: 'SystemUser',
    perms: 'system:user:list',
    orderNum: 10,
  }),
];

describe('menu file', () => {
  it('names rows and parents by route name or tag, parents first', () => {
    expect(menuFile(rows).rows.map(({ key, parent }) => [key, parent])).toEqual([
      ['System', null],
      ['SystemUser', 'System'],
      ['system:user:add', 'SystemUser'],
    ]);
  });

  it('comes back without any difference, whatever the ids are there', () => {
    const file = readMenuFile(JSON.stringify(menuFile(rows)));
    const elsewhere = rows.map((one) =>
      row({
        ...one,
        id: `5${one.id}`,
        parentId: one['parentId'] === null ? null : `5${textOf(one['parentId'])}`,
      }),
    );
    expect(file && menuDifferences(file, elsewhere)).toEqual([]);
  });

  it('says what is new, what changes and what it does not hold', () => {
    const file = menuFile([
      ...rows
        .slice(1)
        .map((one) => row({ ...one, titleZh: one.id === '2' ? '人员管理' : one['titleZh'] })),
      row({ id: '3', parentId: '1', menuType: 'P', titleZh: '日历', name: 'Calendar' }),
    ]);
    const differences = menuDifferences(file, rows);
    expect(
      differences.map(({ row: { key }, present, fields }) => [key, present?.id, fields]),
    ).toEqual([
      ['SystemUser', '2', [{ field: 'titleZh', before: '用户管理', after: '人员管理' }]],
      ['Calendar', undefined, []],
    ]);
    expect(missingRows(file, rows).map(({ id }) => id)).toEqual(['9']);
  });

  it('refuses what is no menu file', () => {
    for (const text of [
      '',
      '{}',
      '[]',
      'null',
      '{"kind":"millwright-menu"}',
      '{"kind":"millwright-menu","rows":[{"key":1}]}',
    ])
      expect(readMenuFile(text)).toBeNull();
  });
});

function row(values: Readonly<Record<string, unknown>>): EntityRow {
  return values as unknown as EntityRow;
}
