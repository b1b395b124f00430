import { describe, expect, it } from 'vitest';
import {
  differentIds,
  foundIn,
  givableIds,
  menuTree,
  storedIds,
  ticksOf,
  toggled,
  toggledWithin,
} from './menu-tree.ts';
import type { MenuNode } from './menu-tree.ts';

const tree = menuTree([
  row('1', null, 'D', '系统管理', 'System'),
  row('2', '1', 'P', '用户管理', 'Users', 'system:user:list'),
  row('3', '2', 'B', '新增', 'Add', 'system:user:add'),
  row('4', '2', 'B', '删除', 'Delete', 'system:user:remove'),
  row('5', '1', 'P', '角色管理', 'Roles', 'system:role:list'),
]);

describe('permission tree', () => {
  it('ticks everything below a linked row and what stands above it', () => {
    expect([...toggled(tree, new Set(), '2', true, true)].toSorted()).toEqual(['1', '2', '3', '4']);
  });

  it('shows a parent half when not all below it are held', () => {
    const held = toggled(tree, new Set(), '3', true, true);
    expect(ticksOf(tree, held)).toEqual({ full: ['3'], half: ['2', '1'] });
  });

  it('stores half-ticked parents, so that the tree comes back as it was left', () => {
    const stored = storedIds(tree, new Set(['3']));
    expect(stored).toEqual(['1', '2', '3']);
    expect(ticksOf(tree, new Set(stored))).toEqual(
      ticksOf(tree, toggled(tree, new Set(), '3', true, true)),
    );
  });

  it('touches one row only when parents and children are not linked', () => {
    expect([...toggled(tree, new Set(['1', '2', '3', '4']), '2', false, false)]).toEqual([
      '1',
      '3',
      '4',
    ]);
  });

  it('drops a directory with nothing left, but keeps a page without its buttons', () => {
    expect([...toggled(tree, new Set(['1', '2', '3']), '3', false, true)]).toEqual(['1', '2']);
    expect([...toggled(tree, new Set(['1', '5']), '5', false, true)]).toEqual([]);
  });

  it('lets nobody tick what he does not hold, nor the way to it', () => {
    const holds = (tags: string[]) => givableIds(tree, (tag) => tags.includes(tag));
    expect([...holds(['system:user:list', 'system:user:add'])].toSorted()).toEqual(['1', '2', '3']);
    expect([...holds(['system:user:add'])]).toEqual([]);
    expect([...holds(['system:role:list'])].toSorted()).toEqual(['1', '5']);
    const givable = holds(['system:user:list', 'system:user:add']);
    const all = toggledWithin(givable, tree, new Set(), '1', true, true);
    expect([...all].toSorted()).toEqual(['1', '2', '3']);
    expect([...toggledWithin(givable, tree, all, '1', true, true)]).toEqual([]);
    expect([...toggledWithin(givable, tree, new Set(['1', '5']), '2', true, true)]).toEqual([
      '1',
      '5',
      '2',
      '3',
    ]);
  });

  it('finds rows by title in both languages and by tag, with the way to them and what hangs on them', () => {
    expect([...foundIn(tree, '新增').seen].toSorted()).toEqual(['1', '2', '3']);
    expect([...foundIn(tree, 'role:list').seen].toSorted()).toEqual(['1', '5']);
    expect([...foundIn(tree, 'users').seen].toSorted()).toEqual(['1', '2', '3', '4']);
    expect(foundIn(tree, 'nothing').seen.size).toBe(0);
  });

  it('opens the way to what is found, not what hangs on it', () => {
    expect([...foundIn(tree, 'user:list').way]).toEqual(['1']);
    expect([...foundIn(tree, 'user:add').way].toSorted()).toEqual(['1', '2']);
  });

  it('marks what only one of two roles holds', () => {
    expect([...differentIds(new Set(['1', '2']), new Set(['2', '5']))]).toEqual(['1', '5']);
  });
});

function row(
  id: string,
  parentId: string | null,
  menuType: 'D' | 'P' | 'B',
  titleZh: string,
  titleEn: string,
  perms: string | null = null,
): MenuNode {
  return { id, parentId, menuType, titleZh, titleEn, perms, orderNum: Number(id) };
}
