import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Context, Store } from '../context.ts';
import { actOnRow } from './act.ts';
import { createRow } from './create.ts';
import { countFigures } from './figures.ts';
import { findRow, listRows, readRow } from './read.ts';
import { answerOf } from './row.ts';
import { removeRows, updateRow } from './write.ts';

/** The generic operations on an entity inside a context; the one place where rows get their declared types. */
export function createStore<E extends AnyEntity>(context: Context, entity: E): Store<E> {
  const untyped: Store<AnyEntity> = {
    list: (query, ordering) => listRows(context, entity, query, ordering) as never,
    figures: (params) => countFigures(context, entity, params),
    get: async (id) =>
      answerOf(context.session, entity, await readRow(context, entity, id)) as never,
    find: (values) => findRow(context, entity, values) as never,
    create: (draft, owned) => createRow(context, entity, draft, owned) as never,
    update: (id, change, owned) => updateRow(context, entity, id, change, owned) as never,
    remove: (ids) => removeRows(context, entity, ids),
    act: (action, id, body, owned) => actOnRow(context, entity, action, id, body, owned) as never,
  };
  return untyped;
}
