import { useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { later } from '../kernel/later.tsx';
import { EntityList } from './entity-list.tsx';
import type { EntityListProps } from './entity-list.tsx';
import type { EntityRow } from './entity-row.ts';
import { Filters } from './filters.tsx';
import { bringDrawer } from './lazy-drawer.tsx';
import { ListCards } from './list-cards.tsx';
import { ListFoot } from './list-foot.tsx';
import { CreateButton, Toolbar } from './toolbar.tsx';
import './entity.css';

const FilterSheet = later(async () => ({
  default: (await import('./filter-sheet.tsx')).FilterSheet,
}));

interface ListBlockProps extends EntityListProps {
  /** A phone: cards in the place of the table, the conditions in a sheet. */
  readonly cards: boolean;
  readonly onMore: () => void;
  /** Fields that stand first in the search row. */
  readonly filters?: readonly string[] | undefined;
  readonly searchTags?: readonly string[] | undefined;
  /** Absent = nothing is imported on this page. */
  readonly onImport?: (() => void) | undefined;
  /** The page's own buttons, behind the primary one. */
  readonly toolbar?: ReactNode;
  /** What stands in the place of the buttons while rows are selected. */
  readonly batch?: ReactNode;
  readonly card?: ((row: EntityRow) => ReactNode) | undefined;
  /** In the place of the table where there is room for one. */
  readonly view?: ComponentType<EntityListProps> | undefined;
  readonly note?: string | undefined;
}

/** A page with a list: its parts one below the other. */
export function ListFrame({ cards, children }: { cards: boolean; children: ReactNode }) {
  return <div className={cards ? 'entity-page is-cards' : 'entity-page'}>{children}</div>;
}

/** A list from the search row down to the pager. */
export function ListBlock({
  cards,
  onMore,
  filters,
  searchTags,
  onImport,
  toolbar,
  batch,
  card,
  view: Wide = EntityList,
  note,
  ...rows
}: ListBlockProps) {
  const { list, columns, onCreate } = rows;
  const block = useRef<HTMLDivElement>(null);
  const scrolls = () =>
    block.current?.querySelector('.ant-table-body, .ant-table-tbody-virtual-holder');
  const search = { list, first: filters, tags: searchTags };
  return (
    <div ref={block} className="list-block" onPointerEnter={() => void bringDrawer()}>
      {!cards && <Filters {...search} />}
      <Toolbar
        list={list}
        columns={columns}
        compact={cards}
        onCreate={onCreate}
        onImport={onImport}
        batch={list.selected.length > 0 ? batch : undefined}
      >
        {toolbar}
        {cards && <FilterSheet {...search} />}
      </Toolbar>
      {cards ? <ListCards {...rows} card={card} onMore={onMore} /> : <Wide {...rows} />}
      <ListFoot
        list={list}
        note={note}
        cards={cards}
        scrolls={scrolls}
        action={<CreateButton list={list} onCreate={onCreate} />}
      />
    </div>
  );
}
