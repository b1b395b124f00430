import { sql } from 'kysely';
import type { Context, RecordedChange } from './context.ts';
import { refusalOf } from './http/envelope.ts';
import { contextOn } from './http/run.ts';
import type { Refused } from './refuse.ts';

/**
 * Runs work in a savepoint: what is refused is undone and given back, with all that it recorded and left for later;
 * a failure of ours is thrown on. Null = it stands. The savepoint is closed either way: one that stays open holds a
 * lock, and thousands exhaust PostgreSQL.
 */
export async function inSavepoint(
  context: Context,
  work: (held: Context) => Promise<unknown>,
): Promise<Refused | null> {
  const later: (() => Promise<void> | void)[] = [];
  const records: RecordedChange[] = [];
  await sql`savepoint row`.execute(context.sql);
  try {
    await work(contextOn(context.session, context.sql, later, records));
    await sql`release savepoint row`.execute(context.sql);
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    await sql`rollback to savepoint row`.execute(context.sql);
    await sql`release savepoint row`.execute(context.sql);
    return refused;
  }
  for (const step of later) context.afterCommit(step);
  for (const change of records) context.record(change);
  return null;
}
