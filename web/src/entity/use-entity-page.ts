import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { useState } from 'react';
import { useActions } from './actions.tsx';
import type { Actions } from './actions.tsx';
import type { EntityPageProps } from './entity-page.tsx';
import type { EntityRow } from './entity-row.ts';
import { useKeptForm } from './use-kept-form.ts';
import { useListView } from './use-list-view.ts';
import { fetchRow } from './use-row.ts';

/** What the parts of an entity's page share. */
export type EntityPageState = ReturnType<typeof useEntityPage>;

/** Everything that the page of an entity holds open: list, columns, drawer, form, import, and what is done to rows. */
export function useEntityPage(entity: AnyEntity, props: EntityPageProps) {
  const view = useListView(entity, props);
  const [form, setForm] = useState<{ row?: EntityRow }>();
  const [importing, setImporting] = useState(false);
  useKeptForm(entity, setForm);
  const usual = useActions(entity, {
    reasonOn: props.reasonOn,
    // A row of the list holds neither its child rows nor the rest of long texts. The call itself says when it is gone.
    onEdit: (row) =>
      fetchRow(entity, row.id).then(
        (whole) => setForm({ row: whole }),
        () => undefined,
      ),
    // A copy is looked over before it goes on.
    onDone: (row, name) => name === 'copy' && setForm({ row }),
    onRemoved: (ids) => ids.includes(view.openId ?? '') && view.setOpenId(undefined),
  });
  const run: Actions['run'] = (name, rows) => props.onAct?.(name, rows) || usual.run(name, rows);
  const may = (name: string) => !props.actions || props.actions.includes(name);
  return {
    ...view,
    form,
    setForm,
    importing,
    setImporting,
    actions: { ...usual, run } satisfies Actions,
    onAct: (name: string, row: EntityRow) => run(name, [row]),
    onCreate: may('add') ? () => setForm({}) : undefined,
    onImport: may('import') ? () => setImporting(true) : undefined,
  };
}
