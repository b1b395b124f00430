import { menuEntry } from '@millwright/contract/system/menu';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { menuTree } from './menu-tree.ts';
import type { MenuNode, MenuTree } from './menu-tree.ts';

/** The whole menu as a tree for ticking; undefined while loading. */
export function useMenuTree(): MenuTree | undefined {
  const { data } = useQuery({
    queryKey: keyOf(menuEntry, 'tree'),
    queryFn: ({ signal }) =>
      api.get<{ list: readonly MenuNode[] }>(`${menuEntry.path}/tree`, undefined, { signal }),
    staleTime: 60_000,
  });
  return useMemo(() => (data ? menuTree(data.list) : undefined), [data]);
}
