import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { asked, conditionsOf, where } from './filter.ts';

/**
 * The declared counters of an entity by name, in one statement over the rows that fit `params`:
 * `{ enabled: 12, noShifts: 1 }`. Each is the total of the list under the same conditions.
 */
export async function countFigures(
  context: Context,
  entity: AnyEntity,
  params: ListQuery['params'],
): Promise<Record<string, number>> {
  const { session } = context;
  const counts = Object.entries(entity.figures).map(([name, { filters }]) => {
    const fits = where([sql<boolean>`true`, ...asked(entity, session, filters)]);
    return sql`count(*) filter (${fits})::int as ${sql.id(name)}`;
  });
  const found = await sql<Record<string, number>>`
    select ${sql.join(counts)} from ${sql.table(entity.table)} t
    ${where(conditionsOf(entity, session, params))}`.execute(context.sql);
  return found.rows[0] ?? {};
}
