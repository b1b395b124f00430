import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { sql } from 'kysely';
import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import { countLog } from '../log/list.ts';
import { conditionsOf, where } from '../store/filter.ts';

/** How many rows an export would have, counted as its list does, up to `limit`. */
export async function countForExport(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  query: ListQuery,
  limit: number,
): Promise<number> {
  if (module?.list && !module.asListed) {
    const { total } = await module.list(context, { ...query, page: 1, limit: 1 });
    return Math.min(total, limit);
  }
  if (entity.log) return Math.min(await countLog(context, entity, query, limit), limit);
  const conditions = where(conditionsOf(entity, context.session, query.params));
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (
    select from ${sql.table(entity.table)} t ${conditions} limit ${sql.lit(limit)}) few`.execute(
    context.sql,
  );
  return rows[0]?.n ?? 0;
}
