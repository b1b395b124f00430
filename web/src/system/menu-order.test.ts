import { describe, expect, it } from 'vitest';
import type { EntityRow } from '../entity/entity-row.ts';
import { changedOrder, moved, stepped } from './menu-order.ts';

const rows = [
  row('1', null, 'D', 10),
  row('2', null, 'D', 20),
  row('3', '1', 'P', 10),
  row('4', '1', 'P', 20),
  row('5', '2', 'P', 10),
];

describe('order of the menu', () => {
  it('says only what changed', () => {
    expect(changedOrder(rows, rows)).toEqual([]);
    expect(changedOrder(rows, stepped(rows, '4', -1))).toEqual([
      { id: '4', parentId: '1', orderNum: 10 },
      { id: '3', parentId: '1', orderNum: 20 },
    ]);
  });

  it('moves a page into another directory', () => {
    expect(
      changedOrder(rows, moved(rows, '3', '2', 'last')).find(({ id }) => id === '3'),
    ).toMatchObject({ parentId: '2' });
  });

  it('puts a row before all of a directory, wherever that stands among the rows', () => {
    const order = (of: readonly EntityRow[]) =>
      of.filter((one) => one['parentId'] === '1').map(({ id }) => id);
    const late = [...rows.slice(1), row('1', null, 'D', 10)];
    expect(order(moved(late, '4', '1', 'first'))).toEqual(['4', '3']);
    expect(order(moved(late, '3', '1', 'last'))).toEqual(['4', '3']);
    expect(order(moved(late, '5', '1', 'last'))).toEqual(['3', '4', '5']);
  });

  it('never puts a row below itself or into a page', () => {
    expect(moved(rows, '1', '3', 'after')).toBe(rows);
    expect(moved(rows, '5', '4', 'first')).toBe(rows);
    expect(stepped(rows, '1', -1)).toBe(rows);
  });
});

function row(id: string, parentId: string | null, menuType: string, orderNum: number): EntityRow {
  return { id, parentId, menuType, orderNum } as unknown as EntityRow;
}
