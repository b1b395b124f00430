import { order } from '@millwright/contract/production/order';
import { tagFor } from '@millwright/contract/registry';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import type { RowAct } from '../entity/row-acts.ts';
import { t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { travellerText as text } from '../locales/traveller.ts';

const TravellerDialog = later(() => import('./traveller-dialog.tsx'));

/** Printing travellers of orders: what does it, and its dialog. */
export function useTraveller() {
  const [rows, setRows] = useState<readonly EntityRow[]>();
  const act = (name: string, chosen: readonly EntityRow[]): Promise<void> | false => {
    if (name !== PRINT) return false;
    setRows(chosen);
    return Promise.resolve();
  };
  const dialog: ReactNode = rows && (
    <TravellerDialog rows={rows} onClose={() => setRows(undefined)} />
  );
  return { act, dialog };
}

/** The act for rows and selections; for those who may print. */
export function travellerActs(): RowAct[] {
  if (!hasPermission([tagFor(order, 'print')])) return [];
  return [{ name: PRINT, label: t(text.act), icon: 'print', danger: false }];
}

const PRINT = 'print';
