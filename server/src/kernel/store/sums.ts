import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { fieldsWhere } from '@millwright/contract/kernel/entity';
import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../context.ts';
import { snake } from './columns.ts';
import { isSeen } from './seen.ts';

/** What one statement tells of all rows of a filter: how many they are, and the total of each field, by its name. */
export type Counted = { readonly total: string } & Readonly<Record<string, string>>;

/** Names of the fields whose totals a list shows to the person. */
export function summedIn(entity: AnyEntity, session: Session): string[] {
  const summed = fieldsWhere(entity, (field) => field.sum === true && isSeen(field, session));
  return summed.map(([name]) => name);
}

/** The select list of a count over the alias `t` with these totals beside. */
export function counting(summed: readonly string[]): RawBuilder<unknown> {
  const totals = summed.map(
    (name) => sql`coalesce(sum(${sql.ref(`t.${snake(name)}`)}), 0)::text as ${sql.id(name)}`,
  );
  return sql.join([sql`count(*) as total`, ...totals]);
}

/** `sums` of a list answer, where its entity has any: exact numbers as text. */
export function sumsOf(
  summed: readonly string[],
  counted: Counted | undefined,
): { sums?: Record<string, string> } {
  if (summed.length === 0) return {};
  return { sums: Object.fromEntries(summed.map((name) => [name, counted?.[name] ?? '0'])) };
}
