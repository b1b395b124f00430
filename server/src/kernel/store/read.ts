import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import type { ListAnswer, ListQuery } from '@millwright/contract/kernel/query';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { listLog } from '../log/list.ts';
import { refuse } from '../refuse.ts';
import { snake } from './columns.ts';
import { conditionsOf, ordering, reach, visibility, where } from './filter.ts';
import { answersOf, type StoredRow } from './row.ts';
import { type Depth, selection } from './select.ts';
import { type Counted, counting, summedIn, sumsOf } from './sums.ts';

/** One page of an entity with its exact total and totals; the two statements travel together. `ordered` replaces the query's order. */
export async function listRows(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  ordered = ordering(entity, context.session, query),
): Promise<ListAnswer<StoredRow>> {
  if (entity.log) return listLog(context, entity, query);
  const conditions = where(conditionsOf(entity, context.session, query.params));
  const table = sql.table(entity.table);
  const summed = summedIn(entity, context.session);
  const [counted, found] = await Promise.all([
    sql<Counted>`select ${counting(summed)} from ${table} t ${conditions}`.execute(context.sql),
    sql<StoredRow>`select ${selection(entity, 'list', context.session)} from ${table} t ${conditions} ${ordered} ${windowOf(query)}`.execute(
      context.sql,
    ),
  ]);
  return {
    list: answersOf(context.session, entity, found.rows),
    total: Number(counted.rows[0]?.total ?? 0),
    page: query.page,
    limit: query.limit,
    ...sumsOf(summed, counted.rows[0]),
  };
}

/**
 * The part of the rows that a page shows. PostgreSQL keeps the plan of a statement that comes often only when it sees
 * how many rows are wanted, and planning takes longer than reading twenty rows.
 */
function windowOf({ page, limit }: ListQuery): RawBuilder<unknown> {
  if (limit === 0) return sql``;
  const offset = (page - 1) * limit;
  return offset === 0
    ? sql`limit ${sql.lit(limit)}`
    : sql`limit ${sql.lit(limit)} offset ${offset}`;
}

/** Rows of an entity by id in their stored form; those that are not visible are left out. */
export async function readRows(
  context: Context,
  entity: AnyEntity,
  ids: readonly string[],
  depth: Depth = 'whole',
): Promise<StoredRow[]> {
  const known = ids.filter((id) => /^\d{1,18}$/.test(id));
  const conditions = where([
    ...visibility(entity, context.session),
    ...reach(entity, context.session),
    sql`t.id = any(${known}::bigint[])`,
  ]);
  const found =
    await sql<StoredRow>`select ${selection(entity, depth, context.session)} from ${sql.table(entity.table)} t ${conditions}`.execute(
      context.sql,
    );
  return found.rows;
}

/** One row by id. Throws `row.missing`, also for a row of another site. */
export async function readRow(context: Context, entity: AnyEntity, id: string): Promise<StoredRow> {
  const [row] = await readRows(context, entity, [id]);
  if (!row) throw refuse(refusals['row.missing']);
  return row;
}

/** The first row whose columns have these values, or null; text is compared without case. */
export async function findRow(
  context: Context,
  entity: AnyEntity,
  values: Readonly<Record<string, unknown>>,
): Promise<StoredRow | null> {
  const equal = Object.entries(values).map(([name, value]) => {
    const column = sql.ref(`t.${snake(name)}`);
    if (value === null) return sql<boolean>`${column} is null`;
    const isText = entity.fields[name]?.kind.name === 'text';
    return isText
      ? sql<boolean>`lower(${column}) = lower(${value})`
      : sql<boolean>`${column} = ${value}`;
  });
  const conditions = where([...visibility(entity, context.session), ...equal]);
  const found =
    await sql<StoredRow>`select ${selection(entity, 'whole', context.session)} from ${sql.table(entity.table)} t ${conditions} order by t.id limit 1`.execute(
      context.sql,
    );
  return found.rows[0] ?? null;
}
