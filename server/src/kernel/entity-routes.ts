import { refusals } from '@millwright/contract/kernel/errors';
import { textOf } from '@millwright/contract/kernel/text';
import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { offers, tagFor } from '@millwright/contract/registry';
import type { Behaviour } from './behaviour.ts';
import { actOn } from './act-on.ts';
import { batchRoute } from './batch.ts';
import { BUSINESS } from './business.ts';
import type { ActionBody, Answer, Context } from './context.ts';
import { historyOf } from './history.ts';
import type { Route } from './http/route.ts';
import { listQueryOf } from './list-query.ts';
import { recordSearch } from './log/searched.ts';
import { idsOf, objectOf } from './sent-body.ts';
import { refuse } from './refuse.ts';
import { sheetRoutes } from './sheet-routes/sheet-routes.ts';

/**
 * The routes of an entity: the standard set as far as the menu names its tags, its actions, its history, and
 * what its module adds. An operation that the module replaces goes there, the others are generic.
 */
export function entityRoutes(entity: AnyEntity, module?: Behaviour): Route[] {
  const operations = [
    ...readingOperations(entity, module),
    ...(entity.scope === 'log' ? [] : writingOperations(entity, module)),
  ];
  return [
    ...operations
      .filter(({ operation }) => offers(entity, operation))
      .map(({ operation, ...route }) => ({
        ...route,
        tag: tagFor(entity, operation),
        module: entity.label,
      })),
    ...sheetRoutes(entity, module),
    ...actionRoutes(entity, module),
    ...(module?.routes ?? []),
  ];
}

/** A route of the standard set, before it is known whether the menu names its tag. */
interface Operation extends Omit<Route, 'tag' | 'module'> {
  readonly operation: string;
}

function readingOperations(entity: AnyEntity, module: Behaviour | undefined): Operation[] {
  const calls = callsOf(entity);
  const query = offers(entity, 'query') ? 'query' : 'list';
  return [
    {
      operation: 'list',
      ...calls.list,
      handle: (context, call) => {
        const asked = listQueryOf(entity, call.query);
        if (entity.scope === 'log') recordSearch(context, entity, asked);
        return module?.list ? module.list(context, asked) : context.store(entity).list(asked);
      },
    },
    ...(Object.keys(entity.figures).length > 0 ? [figuresOperation(entity, module)] : []),
    {
      operation: query,
      ...calls.get,
      handle: (context, { params }) => getOne(context, entity, module, params.id ?? ''),
    },
  ];
}

/** The counters above the list; a page narrows them by the conditions that a click keeps. */
function figuresOperation(entity: AnyEntity, module: Behaviour | undefined): Operation {
  return {
    operation: 'list',
    ...callsOf(entity).figures,
    handle: (context, call) => {
      const { params } = listQueryOf(entity, call.query);
      return module?.figures
        ? module.figures(context, params)
        : context.store(entity).figures(params);
    },
  };
}

function writingOperations(entity: AnyEntity, module: Behaviour | undefined): Operation[] {
  const calls = callsOf(entity);
  return [
    {
      operation: offers(entity, 'query') ? 'query' : 'list',
      ...calls.history,
      handle: (context, { params }) => historyOf(context, entity, params.id ?? ''),
    },
    {
      operation: 'add',
      ...calls.create,
      business: BUSINESS.add,
      handle: (context, { body }) => createOne(context, entity, module, objectOf(body)),
    },
    {
      operation: 'edit',
      ...calls.update,
      business: BUSINESS.edit,
      handle: (context, { params, body }) =>
        updateOne(context, entity, module, params.id, objectOf(body)),
    },
    {
      operation: 'remove',
      ...calls.remove,
      business: BUSINESS.remove,
      handle: async (context, { params }) => {
        const ids = idsOf(params.ids ?? params.id ?? '');
        await (module?.remove
          ? module.remove(context, ids, params)
          : context.store(entity).remove(ids));
        return { removed: new Set(ids).size };
      },
    },
  ];
}

type Sent = Readonly<Record<string, unknown>>;

function createOne(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  draft: Sent,
): Promise<unknown> {
  return module?.create ? module.create(context, draft) : context.store(entity).create(draft);
}

/** Calls whose path the specification fixes may carry the id in the body alone. */
function updateOne(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  named: string | undefined,
  change: Sent,
): Promise<unknown> {
  const id = named ?? textOf(change.id);
  return module?.update
    ? module.update(context, id, change)
    : context.store(entity).update(id, change);
}

/** One row, through the module when it replaces `get`. */
export function getOne(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  id: string,
): Promise<Answer<AnyEntity>> {
  return module?.get ? module.get(context, id) : context.store(entity).get(id);
}

/** The body of an action on one row: it says which revision the caller saw. Throws `call.invalid`; rows of logs have none. */
function seenIn(entity: AnyEntity, body: ActionBody): ActionBody {
  if (entity.scope !== 'log' && !Number.isInteger(body.revision))
    throw refuse(refusals['call.invalid'], { detail: 'revision' });
  return body;
}

/** A route of the module itself under the same address takes the place of an action's. */
function actionRoutes(entity: AnyEntity, module: Behaviour | undefined): Route[] {
  const own = new Set(module?.routes?.map(({ method, path }) => `${method} ${path}`));
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
        handle: (context, { params, body }) =>
          actOn(
            context,
            entity,
            module,
            name,
            params.id ?? '',
            seenIn(entity, objectOf(body ?? {})),
          ),
      };
      return action.batch ? [one, batchRoute(entity, module, name, tag)] : [one];
    })
    .filter(({ method, path }) => !own.has(`${method} ${path}`));
}
