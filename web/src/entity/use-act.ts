import { callsOf, fillPath } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../kernel/api.ts';
import type { FormTells } from '../kernel/call-errors.ts';
import type { EntityRow } from './entity-row.ts';
import { keyOf } from './query-key.ts';

/** What a batch did: each row on its own, with the sentence of a refusal. */
export interface BatchAnswer {
  readonly total: number;
  readonly ok: number;
  readonly failed: number;
  readonly rows: readonly {
    readonly id: string;
    readonly ok: boolean;
    readonly key?: string;
    readonly msg?: string;
  }[];
}

/** What can be done to rows; every call refreshes the entity's lists and rows afterwards, refused ones too. */
export interface Acts {
  readonly act: (
    row: EntityRow,
    action: string,
    body?: Readonly<Record<string, unknown>>,
    /** Who tells a refusal: the form its problems, the caller everything. */
    told?: { readonly form?: FormTells; readonly quiet?: boolean },
  ) => Promise<EntityRow>;
  readonly batch: (
    ids: readonly string[],
    action: string,
    body?: Readonly<Record<string, unknown>>,
    told?: { readonly form?: FormTells },
  ) => Promise<BatchAnswer>;
  /** A refusal is left to the caller, who may know a way out. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** Takes rows of master data out of use, one after the other. */
  readonly disable: (rows: readonly EntityRow[]) => Promise<void>;
}

/** The life cycle of an entity, without any view. */
export function useAct(entity: AnyEntity): Acts {
  const client = useQueryClient();
  const calls = callsOf(entity);
  const done = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } finally {
      // A refusal usually means that somebody else was quicker: the list shows it at once.
      void client.invalidateQueries({ queryKey: keyOf(entity) });
    }
  };
  return {
    act: (row, action, body = {}, told = {}) =>
      done(
        api.post<EntityRow>(
          fillPath(calls.act.path, { id: row.id, action }),
          { revision: row.revision, ...body },
          told,
        ),
      ),
    batch: (ids, action, body = {}, told = {}) =>
      done(api.post<BatchAnswer>(fillPath(calls.batch.path, { action }), { ids, ...body }, told)),
    remove: (ids) => done(removeAll(calls.remove.path, ids)),
    disable: (rows) => done(disableAll(calls.update.path, rows)),
  };
}

async function removeAll(path: string, ids: readonly string[]): Promise<void> {
  await api.remove(path.replace(':ids', ids.join(',')).replace(':id', ids.join(',')), undefined, {
    quiet: true,
  });
}

async function disableAll(path: string, rows: readonly EntityRow[]): Promise<void> {
  for (const { id, revision } of rows)
    await api.put(fillPath(path, { id }), { id, revision, status: '0' });
}
