import { entityOf } from '@millwright/contract/registry';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Pager } from '../controls/pager.tsx';
import { usePage } from '../shell/page-context.ts';
import { useActions } from './actions.tsx';
import type { Actions } from './actions.tsx';
import { BatchBar } from './batch-bar.tsx';
import { EntityDrawer } from './entity-drawer.tsx';
import type { DetailSlots } from './entity-drawer.tsx';
import { EntityForm } from './entity-form.tsx';
import { EntityList } from './entity-list.tsx';
import type { EntityRow } from './entity-row.ts';
import { Filters } from './filters.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import type { ListState } from './list-address.ts';
import type { Cells, OwnColumn } from './list-columns.ts';
import { ListCards } from './list-cards.tsx';
import { batchActs } from './row-acts.ts';
import { Toolbar } from './toolbar.tsx';
import { useColumns } from './use-columns.ts';
import { useList } from './use-list.ts';
import type { List } from './use-list.ts';
import { useCards } from './use-media.ts';
import type { Form } from './use-save.ts';
import './entity.css';

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
  /** Conditions and sorting of the untouched list. */
  readonly usual?: Partial<ListState>;
  readonly figures?: ComponentType<{ list: List }>;
  readonly toolbar?: (list: List) => ReactNode;
  readonly detail?: DetailSlots;
  readonly beside?: ComponentType<{ form: Form }>;
  readonly card?: (row: EntityRow) => ReactNode;
  /** Actions offered on this page (`add`, `edit`, `remove`, `import` and those of the life cycle); absent = all. */
  readonly actions?: readonly string[];
  readonly reasonOn?: readonly string[];
  /** A sentence at the bottom left. */
  readonly note?: string;
}

/** The page of an entity: figures, search row, toolbar, table, pager; drawer and form beside them. */
export default function EntityPage(props: EntityPageProps) {
  const entity = entityOf(props.entity);
  const cards = useCards();
  const [more, setMore] = useState(1);
  const limit = entity.parent ? 0 : cards ? Math.min(200, CARDS_AT_ONCE * more) : undefined;
  const list = useList(entity, { usual: props.usual, limit });
  const columns = useColumns(entity, { page: usePage().route.component, usual: props.columns, cells: props.cells, own: props.ownColumns });
  const [openId, setOpenId] = useState<string>();
  const [form, setForm] = useState<{ row?: EntityRow }>();
  const [importing, setImporting] = useState(false);
  const actions = useActions(entity, {
    reasonOn: props.reasonOn,
    onEdit: (row) => setForm({ row }),
    onDone: (row, name) => name === 'copy' && setForm({ row }),
    onRemoved: (ids) => ids.includes(openId ?? '') && setOpenId(undefined),
  });
  const open = useCallback((row: EntityRow) => setOpenId(row.id), []);
  const act = (name: string, row: EntityRow) => actions.run(name, [row]);
  const may = (name: string) => !props.actions || props.actions.includes(name);
  const onCreate = may('add') ? () => setForm({}) : undefined;
  const batch = batchActs(entity, list.rows, props.actions);
  const shared = { list, columns, openId, onOpen: open, onAct: act, onCreate, only: props.actions, selectable: batch.length > 0 };
  const toolbar = (
    <Toolbar list={list} columns={cards ? undefined : columns} compact={cards} onCreate={onCreate} onImport={may('import') ? () => setImporting(true) : undefined}
      batch={batchOf(list, actions, props.actions)}>
      {props.toolbar?.(list)}
      {cards && <FilterSheet list={list} first={props.filters} />}
    </Toolbar>
  );
  return (
    <div className={cards ? 'entity-page is-cards' : 'entity-page'}>
      {props.figures && <props.figures list={list} />}
      <div className="list-block">
        {!cards && <Filters list={list} first={props.filters} />}
        {toolbar}
        {cards ? <ListCards {...shared} card={props.card} onMore={() => setMore(more + 1)} /> : <EntityList {...shared} />}
        <ListFoot list={list} note={props.note} cards={cards} />
      </div>
      {openId && <EntityDrawer entity={entity} rows={list.rows} id={openId} only={props.actions} slots={props.detail} onStep={setOpenId} onAct={act} onClose={() => setOpenId(undefined)} />}
      {form && <EntityForm key={form.row?.id ?? 'new'} entity={entity} row={form.row} beside={props.beside} onClose={() => setForm(undefined)} onSaved={() => setForm(undefined)} />}
      {importing && <Suspense><ImportDialog entity={entity} onClose={() => setImporting(false)} /></Suspense>}
      {actions.dialog}
    </div>
  );
}
