import { entityOf } from '@millwright/contract/registry';
import type { ComponentType, ReactNode } from 'react';
import { later } from '../kernel/later.tsx';
import { BatchBar } from './batch-bar.tsx';
import type { DetailSlots } from './entity-drawer.tsx';
import type { EntityListProps } from './entity-list.tsx';
import type { EntityRow } from './entity-row.ts';
import { DeclaredFigures } from './figures.tsx';
import { LazyDrawer } from './lazy-drawer.tsx';
import type { Filters as Conditions, ListState } from './list-address.ts';
import { ListBlock, ListFrame } from './list-block.tsx';
import type { Cells, OwnColumn } from './list-columns.ts';
import { mayBatch } from './row-acts.ts';
import type { RowAct } from './row-acts.ts';
import type { List } from './use-list.ts';
import { useEntityPage } from './use-entity-page.ts';
import type { EntityPageState } from './use-entity-page.ts';
import type { Form } from './use-save.ts';

// Brought when they are needed, so that the list itself stands early.
const EntityForm = later(async () => ({ default: (await import('./entity-form.tsx')).EntityForm }));
const ImportDialog = later(() => import('./import-dialog.tsx'));

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
  /** In the place of the figures that the entity declares. */
  readonly figures?: ComponentType<{ list: List }>;
  readonly toolbar?: (list: List) => ReactNode;
  readonly detail?: DetailSlots;
  readonly beside?: ComponentType<{ form: Form }>;
  /** Fields of the generic form that may be changed of a row; absent = all. */
  readonly opens?: (row: EntityRow, name: string) => boolean;
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
  /** Does an action in the page's own way and answers false where nothing was done; at once, it leaves it to the usual one. */
  readonly onAct?: (name: string, rows: readonly EntityRow[]) => Promise<boolean | void> | false;
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
  return (
    <ListFrame cards={page.cards}>
      <PageFigures list={page.list} own={props.figures} />
      <PageList page={page} props={props} />
      <LazyDrawer
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
      <OpenForm page={page} props={props} />
      {page.importing && (
        <ImportDialog entity={page.list.entity} onClose={() => page.setImporting(false)} />
      )}
      {page.actions.dialog}
    </ListFrame>
  );
}

interface PartProps {
  readonly page: EntityPageState;
  readonly props: EntityPageProps;
}

function PageFigures({ list, own: Own }: { list: List; own: EntityPageProps['figures'] }) {
  if (Own) return <Own list={list} />;
  return Object.keys(list.entity.figures).length > 0 ? <DeclaredFigures list={list} /> : null;
}

function PageList({ page, props }: PartProps) {
  const { list } = page;
  const { actions: only } = props;
  const ownBatch = props.ownBatch?.() ?? [];
  return (
    <ListBlock
      list={list}
      columns={page.columns}
      cards={page.cards}
      openId={page.openId}
      filters={props.filters}
      searchTags={props.searchTags}
      toolbar={props.toolbar?.(list)}
      batch={<BatchBar list={list} only={only} own={ownBatch} onAct={page.actions.run} />}
      only={only}
      own={props.ownActs}
      selectable={mayBatch(list.entity, only) || ownBatch.length > 0}
      startsClosed={props.startsClosed}
      card={props.card}
      view={props.view}
      note={props.note}
      onOpen={page.onOpen}
      onAct={page.onAct}
      onMore={page.onMore}
      onCreate={page.onCreate}
      onImport={page.onImport}
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
      opens={props.opens}
      onClose={close}
      onSaved={close}
    />
  );
}
