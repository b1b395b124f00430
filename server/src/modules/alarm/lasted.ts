import { type RawBuilder, sql } from 'kysely';

/** Seconds that an alarm lasted between two columns of its row; one that stands lasts until now. */
export function lasted(
  start: `${string}.at` | `${string}.start_time`,
  end: `${string}.end_time`,
): RawBuilder<number> {
  return sql<number>`extract(epoch from coalesce(${sql.ref(end)}, now()) - ${sql.ref(start)})`;
}
