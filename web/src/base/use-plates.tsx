import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { tagFor } from '@millwright/contract/registry';
import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import type { RowAct } from '../entity/row-acts.ts';
import { t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { baseText as text } from '../locales/base.ts';
import { PlateDialog } from './plate-dialog.tsx';
import type { Plate } from './plate-dialog.tsx';

/** Printing plates of rows: the act for rows and selections, what does it, and its dialog. */
export function usePlates(plateOf: (row: EntityRow) => Plate) {
  const [rows, setRows] = useState<readonly EntityRow[]>();
  const act = (name: string, chosen: readonly EntityRow[]): Promise<void> | false => {
    if (name !== PLATE) return false;
    setRows(chosen);
    return Promise.resolve();
  };
  const dialog: ReactNode = rows && (
    <PlateDialog plates={rows.map(plateOf)} onClose={() => setRows(undefined)} />
  );
  const print = useCallback((row: EntityRow) => setRows([row]), []);
  return { act, dialog, print };
}

/** Whether this person may print the plates of an entity's rows. */
export function mayPrint(entity: AnyEntity): boolean {
  return hasPermission([tagFor(entity, 'print')]);
}

/** The act of an entity's page for rows and selections: theirs who may print. */
export function plateActsOf(entity: AnyEntity): () => RowAct[] {
  return () =>
    mayPrint(entity) ? [{ name: PLATE, label: t(text.plate), icon: 'qr', danger: false }] : [];
}

const PLATE = 'plate';
