import { createHash } from 'node:crypto';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { systemColumns, snake, storedFields } from '../store/columns.ts';

/** The rows that a seal covers: those of a day in UTC with ids behind `after` up to `upTo`. */
export interface SealedRows {
  readonly day: string;
  readonly after: string;
  readonly upTo: string;
  /** Digest of the seal before. */
  readonly before: string | null;
}

/**
 * SHA-256 over the seal before and the rows, without the columns that may change later, and how many rows they are.
 * Reads them by a cursor, so that memory stays flat, and takes each as the text that PostgreSQL gives of it.
 */
export async function digestOf(
  trx: Trx,
  log: AnyEntity,
  { day, after, upTo, before }: SealedRows,
): Promise<{ digest: string; count: number }> {
  const hash = createHash('sha256').update(before ?? '');
  await sql`set local timezone = 'UTC'`.execute(trx);
  await sql`declare sealed no scroll cursor for select ${rowText(log)} as line from ${sql.table(log.table)} t
    where ${ofDay(day)} and t.id > ${after}::bigint and t.id <= ${upTo}::bigint order by t.at, t.id`.execute(
    trx,
  );
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch 2000 from sealed`.execute(trx);
    for (const { line } of rows) hash.update(line).update('\n');
    count += rows.length;
    if (rows.length < 2000) break;
  }
  await sql`close sealed`.execute(trx);
  return { digest: hash.digest('hex'), count };
}

/** Condition over the alias `t`: the row, or the count of an hour, lies in a day in UTC. */
export function ofDay(day: string, column: 'at' | 'hour' = 'at') {
  const [opens, at] = [`${day}T00:00:00Z`, sql.ref(`t.${column}`)];
  return sql`${at} >= ${opens}::timestamptz and ${at} < ${opens}::timestamptz + interval '24 hours'`;
}

function rowText(log: AnyEntity) {
  const later = new Set(log.log?.later ?? []);
  const columns = [
    ...systemColumns(log).map(([, column]) => column),
    ...storedFields(log.fields)
      .filter(([name]) => !later.has(name))
      .map(([name]) => snake(name)),
  ];
  return sql`row(${sql.join(columns.map((column) => sql.ref(`t.${column}`)))})::text`;
}
