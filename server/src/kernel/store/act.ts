import { checkFields } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import type { ActionBody, Context } from '../context.ts';
import { foreignFiles } from '../files/foreign.ts';
import { refuse, refuseDraft, refuseUnexplained } from '../refuse.ts';
import { type StoredRow } from './row.ts';
import { lockRow, refuseStale, refuseState, store } from './write.ts';

/**
 * One transition of a life cycle under a lock: checks revision, state, reason and the action's own fields, sets
 * the new state and `owned`, and records it. Throws `row.stale`, `row.state`, `row.reason`.
 */
export async function actOnRow(
  context: Context,
  entity: AnyEntity,
  name: string,
  id: string,
  body: ActionBody,
  owned: Readonly<Record<string, unknown>> = {},
): Promise<StoredRow> {
  const action = entity.actions[name];
  if (!action) throw refuse(refusals['row.missing']);
  const before = await lockRow(context, entity, id);
  if (body.revision !== undefined) await refuseStale(context, entity, before, body.revision);
  refuseState(entity, before, action.from, action.label);
  const reason = reasonOf(body);
  const fields = fieldsSent(entity, name, body);
  if (action.reason && reason === undefined) throw refuseUnexplained();
  const foreign = await foreignFiles(
    context,
    { ...entity.fields, ...action.fields },
    fields,
    before,
  );
  if (foreign.length > 0) throw refuseDraft(foreign);
  const state = action.to && entity.state ? { [entity.state]: action.to } : {};
  const kept = Object.fromEntries(
    Object.entries(fields).filter(([field]) => field in entity.fields),
  );
  return store(context, entity, before, { ...kept, ...state, ...owned }, name, reason);
}

/** The judged fields of an action's body. Throws `draft.invalid` with all problems, a missing reason among them. */
export function fieldsSent(
  entity: AnyEntity,
  name: string,
  body: ActionBody,
): Readonly<Record<string, unknown>> {
  const { revision: _revision, reason: _reason, ids: _ids, ...sent } = body;
  const action = entity.actions[name];
  const { draft, problems } = checkFields(action?.fields ?? {}, sent);
  if (draft) return draft;
  const isUnexplained = action?.reason === true && reasonOf(body) === undefined;
  throw refuseDraft(isUnexplained ? [...problems, ...refuseUnexplained().problems] : problems);
}

function reasonOf(body: ActionBody): string | undefined {
  const reason = typeof body.reason === 'string' ? body.reason.trim() : '';
  return reason === '' ? undefined : reason.slice(0, 500);
}
