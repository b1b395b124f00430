import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Behaviour } from './behaviour.ts';
import type { ActionBody, Answer, Context } from './context.ts';
import { fieldsSent } from './store/act.ts';
import { readRow } from './store/read.ts';
import { refuseStale } from './store/write.ts';

/**
 * Does an action to one row: the module's way, else the generic transition. Who saw an older row hears `row.stale`
 * before anything else is judged: what the module would say is about a row that this person has not seen.
 */
export async function actOn(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  name: string,
  id: string,
  body: ActionBody,
): Promise<Answer<AnyEntity>> {
  const replaced = module?.actions?.[name];
  if (!replaced) return context.store(entity).act(name, id, body);
  const row = await context.store(entity).get(id);
  if (body.revision !== undefined && body.revision !== row.revision)
    await refuseStale(context, entity, await readRow(context, entity, id), body.revision);
  return replaced(context, row, { ...body, ...fieldsSent(entity, name, body) });
}
