import { entityOf } from '@millwright/contract/registry';
import { lazy, Suspense, useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { BatchBar } from './batch-bar.tsx';
import type { DetailSlots } from './entity-drawer.tsx';
import { EntityList } from './entity-list.tsx';
import type { EntityListProps } from './entity-list.tsx';
import type { EntityRow } from './entity-row.ts';
import { Filters } from './filters.tsx';
import type { Filters as Conditions, ListState } from './list-address.ts';
import type { Cells, OwnColumn } from './list-columns.ts';
import { ListCards } from './list-cards.tsx';
import { ListFoot } from './list-foot.tsx';
import { mayBatch } from './row-acts.ts';
import type { RowAct } from './row-acts.ts';
import { CreateButton, Toolbar } from './toolbar.tsx';
import type { List } from './use-list.ts';
import { useEntityPage } from './use-entity-page.ts';
import type { EntityPageState } from './use-entity-page.ts';
import type { Form } from './use-save.ts';
import './entity.css';

// Brought when they are needed, so that the list itself stands early; pointing at the list brings the drawer.
const bringDrawer = () => import('./entity-drawer.tsx');
const EntityDrawer = lazy(() => bringDrawer().then((file) => ({ default: file.EntityDrawer })));
const EntityForm = lazy(() =>
  import('./entity-form.tsx').then((file) => ({ default: file.EntityForm })),
);
const FilterSheet = lazy(() =>
  import('./filter-sheet.tsx').then((file) => ({ default: file.FilterSheet })),
);
const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** What a page file may put in the place of the generic parts; keep the objects outside the component. */
export interface EntityPageProps {
  /** `production/order`. */
  readonly entity: string;
  /** Shown columns in their order before anybody chooses; those that the declaration does not list may be named. */
  readonly columns?: readonly string[];
  readonly ownColumns?: readonly OwnColumn[];
  readonly cells?: Cells;
  /** Fields that stand first in the search row. */
  readonly filters?: readonly string[];
  /** Tags of which the buttons search and reset need one, where it is not the page's `list`. */
  readonly searchTags?: readonly string[];
  /** Conditions and sorting of the untouched list. */
  readonly usual?: Partial<ListState>;
  /** Conditions that belong to the page: always asked, never shown. */
  readonly fixed?: Conditions;
  readonly figures?: ComponentType<{ list: List }>;
  readonly toolbar?: (list: List) => ReactNode;
  readonly detail?: DetailSlots;
  readonly beside?: ComponentType<{ form: Form }>;
  /** In the place of the generic form. */
  readonly form?: ComponentType<PageFormProps>;
  readonly card?: (row: EntityRow) => ReactNode;
  /** Actions offered on this page (`add`, `edit`, `remove`, `import` and those of the life cycle); absent = all. */
  readonly actions?: readonly string[];
  readonly reasonOn?: readonly string[];
  /** Branches of a tree that are closed at first. */
  readonly startsClosed?: (row: EntityRow) => boolean;
  /** What can be done to a row beside its life cycle; `onAct` does it. */
  readonly ownActs?: (row: EntityRow) => readonly RowAct[];
  /** The same for a selection. */
  readonly ownBatch?: () => readonly RowAct[];
  /** Does an action in the page's own way; false leaves it to the usual one. */
  readonly onAct?: (name: string, rows: readonly EntityRow[]) => Promise<void> | false;
  /** In the place of the table where there is room for one, such as cards with pictures. */
  readonly view?: ComponentType<EntityListProps> | undefined;
  /** A sentence at the bottom left. */
  readonly note?: string;
}

/** What a page's own form is told; without a row it makes a new one. */
export interface PageFormProps {
  readonly row: EntityRow | undefined;
  readonly onClose: () => void;
}

/** The page of an entity: figures, search row, toolbar, table, pager; drawer and form beside them. */
export default function EntityPage(props: EntityPageProps) {
  const page = useEntityPage(entityOf(props.entity), props);
  const ownBatch = props.ownBatch?.() ?? [];
  return (
    <div className={page.cards ? 'entity-page is-cards' : 'entity-page'}>
      {props.figures && <props.figures list={page.list} />}
      <ListBlock page={page} props={props} ownBatch={ownBatch} />
      <Suspense>
        <OpenRow page={page} props={props} />
      </Suspense>
      <Suspense>
        <OpenForm page={page} props={props} />
        {page.importing && (
          <ImportDialog entity={page.list.entity} onClose={() => page.setImporting(false)} />
        )}
        {page.actions.dialog}
      </Suspense>
    </div>
  );
}

interface PartProps {
  readonly page: EntityPageState;
  readonly props: EntityPageProps;
}

/** From the search row down to the pager. */
function ListBlock({
  page,
  props,
  ownBatch,
}: PartProps & { readonly ownBatch: readonly RowAct[] }) {
  const { cards, list, columns } = page;
  const block = useRef<HTMLDivElement>(null);
  const scrolls = () =>
    block.current?.querySelector('.ant-table-body, .ant-table-tbody-virtual-holder');
  const batch = list.selected.length > 0 && (
    <BatchBar list={list} actions={page.actions} only={props.actions} own={ownBatch} />
  );
  return (
    <div ref={block} className="list-block" onPointerEnter={() => void bringDrawer()}>
      {!cards && <Filters list={list} first={props.filters} tags={props.searchTags} />}
      <Toolbar
        list={list}
        columns={columns}
        compact={cards}
        onCreate={page.onCreate}
        onImport={page.onImport}
        batch={batch || undefined}
      >
        {props.toolbar?.(list)}
        {cards && (
          <Suspense>
            <FilterSheet list={list} first={props.filters} tags={props.searchTags} />
          </Suspense>
        )}
      </Toolbar>
      <Rows page={page} props={props} hasOwnBatch={ownBatch.length > 0} />
      <ListFoot
        list={list}
        note={props.note}
        cards={cards}
        scrolls={scrolls}
        action={<CreateButton list={list} onCreate={page.onCreate} />}
      />
    </div>
  );
}

/** The rows as cards on a phone, else as a table or in the page's own view. */
function Rows({ page, props, hasOwnBatch }: PartProps & { readonly hasOwnBatch: boolean }) {
  const { list } = page;
  const { actions: only, view: Wide = EntityList } = props;
  const shared = {
    list,
    columns: page.columns,
    startsClosed: props.startsClosed,
    openId: page.openId,
    only,
    own: props.ownActs,
    onOpen: page.onOpen,
    onAct: page.onAct,
    onCreate: page.onCreate,
    selectable: mayBatch(list.entity, only) || hasOwnBatch,
  };
  return page.cards ? (
    <ListCards {...shared} card={props.card} onMore={page.onMore} />
  ) : (
    <Wide {...shared} />
  );
}

function OpenRow({ page, props }: PartProps) {
  if (!page.openId) return null;
  return (
    <EntityDrawer
      entity={page.list.entity}
      rows={page.list.rows}
      id={page.openId}
      only={props.actions}
      own={props.ownActs}
      slots={props.detail}
      onStep={page.setOpenId}
      onAct={page.onAct}
      onClose={() => page.setOpenId(undefined)}
    />
  );
}

function OpenForm({ page, props }: PartProps) {
  const { form } = page;
  if (!form) return null;
  const close = () => page.setForm(undefined);
  const key = form.row?.id ?? 'new';
  if (props.form) return <props.form key={key} row={form.row} onClose={close} />;
  return (
    <EntityForm
      key={key}
      entity={page.list.entity}
      row={form.row}
      beside={props.beside}
      onClose={close}
      onSaved={close}
    />
  );
}
