import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { useCallback, useState } from 'react';
import { usePage } from '../shell/page-context.ts';
import type { EntityPageProps } from './entity-page.tsx';
import type { EntityRow } from './entity-row.ts';
import { useColumns } from './use-columns.ts';
import { useList } from './use-list.ts';
import { useCards } from './use-media.ts';

type ListViewOptions = Pick<
  EntityPageProps,
  'usual' | 'fixed' | 'columns' | 'ownColumns' | 'cells'
>;

/** What a page with a list looks at: its rows, their columns, and which row is open; a phone has cards. */
export function useListView(entity: AnyEntity, options: ListViewOptions) {
  const cards = useCards();
  const [screens, setScreens] = useState(1);
  const list = useList(entity, {
    usual: options.usual,
    fixed: options.fixed,
    limit: limitOf(entity, cards, screens),
  });
  const columns = useColumns(entity, {
    page: usePage().route.component,
    usual: options.columns,
    cells: options.cells,
    own: options.ownColumns,
  });
  const [openId, setOpenId] = useState<string>();
  const onOpen = useCallback((row: EntityRow) => setOpenId(row.id), []);
  const onMore = () => setScreens(screens + 1);
  return { cards, list, columns, openId, setOpenId, onOpen, onMore };
}

const CARDS_AT_ONCE = 20;

/** A tree comes whole; cards grow by a screen at a time up to what one call gives; else the size of the pager. */
function limitOf(entity: AnyEntity, cards: boolean, screens: number): number | undefined {
  if (entity.parent) return 0;
  return cards ? Math.min(200, CARDS_AT_ONCE * screens) : undefined;
}
