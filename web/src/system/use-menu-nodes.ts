import { menuEntry } from '@millwright/contract/system/menu';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keyOf } from '../entity/query-key.ts';
import { fetchList } from '../entity/use-list.ts';
import { menuTree } from './menu-tree.ts';
import type { MenuNode, MenuTree } from './menu-tree.ts';

/** The whole menu as a tree for ticking; undefined while loading. */
export function useMenuTree(): MenuTree | undefined {
  const { data } = useQuery({
    queryKey: keyOf(menuEntry, 'tree'),
    queryFn: ({ signal }) => fetchList(menuEntry, { page: 1, limit: 0 }, signal),
    staleTime: 60_000,
  });
  return useMemo(() => (data ? menuTree(data.list as unknown as MenuNode[]) : undefined), [data]);
}
