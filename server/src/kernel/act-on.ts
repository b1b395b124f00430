import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Behaviour } from './behaviour.ts';
import type { ActionBody, Answer, Context } from './context.ts';
import { fieldsSent } from './store/act.ts';

/** Does an action to one row: the module's way, else the generic transition. */
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
  return replaced(context, row, { ...body, ...fieldsSent(entity, name, body) });
}
