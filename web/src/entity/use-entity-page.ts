import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { useCallback, useState } from 'react';
import { usePage } from '../shell/page-context.ts';
import { useActions } from './actions.tsx';
import type { Actions } from './actions.tsx';
import type { EntityPageProps } from './entity-page.tsx';
import type { EntityRow } from './entity-row.ts';
import { useColumns } from './use-columns.ts';
import { useList } from './use-list.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useCards } from './use-media.ts';

/** What the parts of an entity's page share. */
export type EntityPageState = ReturnType<typeof useEntityPage>;

/** Everything that the page of an entity holds open: list, columns, drawer, form, import, and what is done to rows. */
export function useEntityPage(entity: AnyEntity, props: EntityPageProps) {
  const cards = useCards();
  const [screens, setScreens] = useState(1);
  const list = useList(entity, {
    usual: props.usual,
    fixed: props.fixed,
    limit: limitOf(entity, cards, screens),
  });
  const columns = useColumns(entity, {
    page: usePage().route.component,
    usual: props.columns,
    cells: props.cells,
    own: props.ownColumns,
  });
  const [openId, setOpenId] = useState<string>();
  const [form, setForm] = useState<{ row?: EntityRow }>();
  const [importing, setImporting] = useState(false);
  useKeptForm(entity, setForm);
  const usual = useActions(entity, {
    reasonOn: props.reasonOn,
    onEdit: (row) => setForm({ row }),
    // A copy is looked over before it goes on.
    onDone: (row, name) => name === 'copy' && setForm({ row }),
    onRemoved: (ids) => ids.includes(openId ?? '') && setOpenId(undefined),
  });
  const run: Actions['run'] = (name, rows) => props.onAct?.(name, rows) || usual.run(name, rows);
  const actions: Actions = { ...usual, run };
  const onOpen = useCallback((row: EntityRow) => setOpenId(row.id), []);
  const may = (name: string) => !props.actions || props.actions.includes(name);
  return {
    cards,
    list,
    columns,
    openId,
    setOpenId,
    form,
    setForm,
    importing,
    setImporting,
    actions,
    onOpen,
    onMore: () => setScreens(screens + 1),
    onAct: (name: string, row: EntityRow) => actions.run(name, [row]),
    onCreate: may('add') ? () => setForm({}) : undefined,
    onImport: may('import') ? () => setImporting(true) : undefined,
  };
}

const CARDS_AT_ONCE = 20;

/** A tree comes whole; cards grow by a screen at a time up to what one call gives; else the size of the pager. */
function limitOf(entity: AnyEntity, cards: boolean, screens: number): number | undefined {
  if (entity.parent) return 0;
  return cards ? Math.min(200, CARDS_AT_ONCE * screens) : undefined;
}
