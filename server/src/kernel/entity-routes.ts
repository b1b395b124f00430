import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { offers, tagFor } from '@millwright/contract/registry';
import type { Behaviour } from './behaviour.ts';
import { batchRoute } from './batch.ts';
import { BUSINESS } from './business.ts';
import type { ActionBody, Answer, Context } from './context.ts';
import { historyOf } from './history.ts';
import type { Route } from './http/route.ts';
import { listQueryOf } from './list-query.ts';
import { refuse } from './refuse.ts';
import { sheetRoutes } from './sheet-routes/sheet-routes.ts';
import { fieldsSent } from './store/act.ts';

export { BUSINESS };

/**
 * The routes of an entity: the standard set as far as the menu names its tags, its actions, its history, and
 * what its module adds. An operation that the module replaces goes there, the others are generic.
 */
export function entityRoutes(entity: AnyEntity, module?: Behaviour): Route[] {
  const calls = callsOf(entity);
  const routes: Route[] = [];
  const add = (operation: string, route: Omit<Route, 'tag' | 'module'>) => {
    if (offers(entity, operation)) routes.push({ ...route, tag: tagFor(entity, operation), module: entity.label });
  };
  add('list', {
    ...calls.list,
    handle: (context, { query }) => {
      const asked = listQueryOf(entity, query);
      return module?.list ? module.list(context, asked) : context.store(entity).list(asked);
    },
  });
  add(offers(entity, 'query') ? 'query' : 'list', { ...calls.get, handle: (context, { params }) => getOne(context, entity, module, params.id ?? '') });
  if (entity.scope === 'log') return [...routes, ...(module?.routes ?? [])];
  add(offers(entity, 'query') ? 'query' : 'list', { ...calls.history, handle: (context, { params }) => historyOf(context, entity, params.id ?? '') });
  add('add', {
    ...calls.create,
    business: BUSINESS.add,
    handle: (context, { body }) => {
      const draft = objectOf(body);
      return module?.create ? module.create(context, draft) : context.store(entity).create(draft);
    },
  });
  add('edit', {
    ...calls.update,
    business: BUSINESS.edit,
    handle: (context, { params, body }) => {
      const change = objectOf(body);
      const id = params.id ?? String(change.id ?? '');
      return module?.update ? module.update(context, id, change) : context.store(entity).update(id, change);
    },
  });
  add('remove', {
    ...calls.remove,
    business: BUSINESS.remove,
    handle: async (context, { params }) => {
      const ids = idsOf(params.ids ?? params.id ?? '');
      await (module?.remove ? module.remove(context, ids, params) : context.store(entity).remove(ids));
      return { removed: ids.length };
    },
  });
  return [...routes, ...sheetRoutes(entity, module), ...actionRoutes(entity, module), ...(module?.routes ?? [])];
}

/** One row, through the module when it replaces `get`. */
export function getOne(context: Context, entity: AnyEntity, module: Behaviour | undefined, id: string): Promise<Answer<AnyEntity>> {
  return module?.get ? module.get(context, id) : context.store(entity).get(id);
}

/** Does an action to one row: the module's way, else the generic transition. */
export async function actOn(context: Context, entity: AnyEntity, module: Behaviour | undefined, name: string, id: string, body: ActionBody): Promise<Answer<AnyEntity>> {
  const replaced = (module?.actions as Record<string, NonNullable<Behaviour['actions']>[never]> | undefined)?.[name] as
    | ((context: Context, row: Answer<AnyEntity>, body: ActionBody) => Promise<Answer<AnyEntity>>)
    | undefined;
  if (!replaced) return context.store(entity).act(name as never, id, body);
  const row = await context.store(entity).get(id);
  return replaced(context, row, { ...body, ...fieldsSent(entity, name, body) });
}

function actionRoutes(entity: AnyEntity, module: Behaviour | undefined): Route[] {
  return Object.entries(entity.actions)
    .filter(([, action]) => !action.hidden)
    .flatMap(([name, action]) => {
      const tag = tagFor(entity, name);
      const one: Route = {
        method: 'POST',
        path: `${entity.path}/:id/actions/${name}`,
        tag,
        module: entity.label,
        business: BUSINESS.act,
        handle: (context, { params, body }) => actOn(context, entity, module, name, params.id ?? '', objectOf(body ?? {})),
      };
      return action.batch ? [one, batchRoute(entity, module, name, tag)] : [one];
    });
}

/** A JSON object as a body; anything else is refused. */
export function objectOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refuse(refusals['call.invalid'], { detail: 'body' });
  }
  return body as Record<string, unknown>;
}

/** Up to 200 ids, comma-separated. */
export function idsOf(typed: string): string[] {
  const ids = typed.split(',').filter(Boolean);
  if (ids.length === 0 || ids.length > 200) throw refuse(refusals['call.invalid'], { detail: 'ids' });
  if (ids.some((id) => !/^[1-9]\d{0,17}$/.test(id))) throw refuse(refusals['row.missing']);
  return ids;
}
