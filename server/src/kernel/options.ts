import { refusals } from '@millwright/contract/kernel/errors';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { fieldsWhere } from '@millwright/contract/kernel/entity';
import { textOf } from '@millwright/contract/kernel/text';
import { allows } from '@millwright/contract/kernel/permission';
import { entities, offers, tagFor } from '@millwright/contract/registry';
import { sql } from 'kysely';
import type { Context, Session } from './context.ts';
import type { Route } from './http/route.ts';
import { refuse } from './refuse.ts';
import { labelOf, snake, targetOf } from './store/columns.ts';
import { conditionsOf, where } from './store/filter.ts';
import { idsOf } from './store/one-of.ts';
import { listQueryOf } from './list-query.ts';

interface Option {
  id: string;
  label: string;
  code: string;
}

/**
 * Rows of an entity as a reference field offers them: id, code and name, found by either, 50 at a time; `forSite` leaves
 * out those that a row of that site may not refer to.
 */
export const optionsRoute: Route = {
  method: 'GET',
  path: '/api/commons/options',
  tag: 'session',
  handle: (context, { query }) => {
    const { entity: name, forSite, ...rest } = query;
    const entity = entities.find((candidate) => candidate.name === name);
    if (!entity) throw refuse(refusals['call.invalid'], { detail: 'entity' });
    if (!mayChoose(context.session, entity)) throw refuse(refusals['permission.missing']);
    return optionsOf(context, entity, rest, forSite);
  },
};

async function optionsOf(
  context: Context,
  entity: AnyEntity,
  query: Readonly<Record<string, unknown>>,
  forSite: unknown,
) {
  const asked = listQueryOf(entity, { limit: '50', ...query });
  // Whoever sees himself alone in the lists still names others, such as the leader of a line.
  const session = { ...context.session, dataScope: '2' as const };
  const conditions = where([...conditionsOf(entity, session, asked.params), ...atSite(forSite)]);
  const table = sql.table(entity.table);
  const code = sql.ref(`t.${snake(entity.code)}`);
  const [counted, found] = await Promise.all([
    sql<{ total: string }>`select count(*) as total from ${table} t ${conditions}`.execute(
      context.sql,
    ),
    sql<Option>`select t.id, ${labelOf(entity, 't', context.session.locale)} as label, ${code}::text as code from ${table} t ${conditions}
      order by ${code}, t.id limit ${asked.limit} offset ${(asked.page - 1) * asked.limit}`.execute(
      context.sql,
    ),
  ]);
  return {
    list: found.rows,
    total: Number(counted.rows[0]?.total ?? 0),
    page: asked.page,
    limit: asked.limit,
  };
}

function atSite(siteId: unknown) {
  if (siteId === undefined) return [];
  const [id] = idsOf('forSite', [textOf(siteId)]);
  return [sql<boolean>`(t.site_id is null or t.site_id = ${id}::bigint)`];
}

/** Who may list the entity, or write or list one that refers to it, may choose from it. */
function mayChoose(session: Session, target: AnyEntity): boolean {
  const may = (entity: AnyEntity, operation: string) =>
    offers(entity, operation) && allows(session.permissions, tagFor(entity, operation));
  if (may(target, 'list')) return true;
  return entities
    .filter((entity) => refersTo(entity, target))
    .some((entity) => may(entity, 'list') || may(entity, 'add') || may(entity, 'edit'));
}

function refersTo(entity: AnyEntity, target: AnyEntity): boolean {
  const direct = fieldsWhere(entity, (field) => targetOf(field) === target);
  if (direct.length > 0) return true;
  const children = fieldsWhere(entity, (field) => field.kind.name === 'rows');
  return children.some(([, field]) =>
    Object.values((field as unknown as { columns: AnyEntity['fields'] }).columns).some(
      (column) => targetOf(column) === target,
    ),
  );
}
