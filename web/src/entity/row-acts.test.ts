import { order } from '@millwright/contract/production/order';
import { expect, it } from 'vitest';
import type { EntityRow } from './entity-row.ts';
import { nameOf } from './entity-words.ts';
import { calledOf, codeOf, rowActs, titleOf } from './row-acts.ts';
import { treeOf } from './tree-list.ts';

const row = (values: Record<string, unknown>) =>
  ({ shown: {}, actions: [], ...values }) as unknown as EntityRow;

it('offers what the server allows: steps first, then editing, grave ones last', () => {
  const draft = row({ actions: ['edit', 'remove', 'release', 'cancel', 'copy', 'split'] });
  expect(rowActs(order, draft).map((act) => act.name)).toEqual([
    'release',
    'copy',
    'split',
    'edit',
    'cancel',
    'remove',
  ]);
  expect(rowActs(order, draft, ['edit', 'release']).map((act) => act.name)).toEqual([
    'release',
    'edit',
  ]);
  expect(rowActs(order, row({ actions: ['pause'] })).map((act) => [act.name, act.label])).toEqual([
    ['pause', '暂停'],
  ]);
});

it('names a row by its title and its code', () => {
  const one = row({ id: '1', orderName: '轮子', orderCode: 'MO-1' });
  expect([titleOf(order, one), codeOf(order, one)]).toEqual(['轮子', 'MO-1']);
  expect(calledOf(order, one)).toBe('MO-1 轮子');
});

it('writes names inside English sentences small, abbreviations as they are', () => {
  expect(nameOf({ label: { zh: '产线', en: 'Production line' } }).en).toBe('production line');
  expect(nameOf({ label: { zh: '日志', en: 'DNC log' } }).en).toBe('DNC log');
});

it('builds a tree in the order of the rows; orphans stand on top, nobody is lost', () => {
  const rows = [
    row({ id: '1', parentId: null }),
    row({ id: '2', parentId: '1' }),
    row({ id: '3', parentId: '9' }),
    row({ id: '4', parentId: '2' }),
  ];
  const tree = treeOf(rows, 'parentId');
  expect(tree.map((one) => one.id)).toEqual(['1', '3']);
  expect(tree[0]?.children?.[0]?.children?.[0]?.id).toBe('4');
  expect(tree[1]?.children).toBeUndefined();
});
