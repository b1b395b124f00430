import { sql } from 'kysely';
import { announce, type Announcements } from './announce.ts';
import type { Context } from './context.ts';
import type { Pool } from './database/pool.ts';
import { inScope } from './database/transaction.ts';

/** The two numbers that clients compare with every answer. */
export interface Versions {
  permission: string;
  dictionary: string;
}

/** Reads the version counters and keeps them fresh; the object returned changes in place. */
export async function openVersions(pool: Pool, announcements: Announcements): Promise<Versions> {
  const versions: Versions = { permission: '0', dictionary: '0' };
  const reload = async () => Object.assign(versions, await readVersions(pool));
  await reload();
  const hear = (name: keyof Versions) => (payload: string) => {
    if (payload === '') void reload().catch(() => undefined);
    else if (BigInt(payload) > BigInt(versions[name])) versions[name] = payload;
  };
  announcements.hear('permission', hear('permission'));
  announcements.hear('dictionary', hear('dictionary'));
  return versions;
}

/** Raises a version in the transaction of the change and announces it; sessions or dictionaries are then read anew. */
export async function raiseVersion(
  context: Context,
  here: Announcements,
  name: keyof Versions,
): Promise<void> {
  const raised = await sql<{ value: string }>`
    update version_counter set value = value + 1 where name = ${name} returning value`.execute(
    context.sql,
  );
  await announce(context, here, name, raised.rows[0]?.value ?? '');
}

async function readVersions(pool: Pool): Promise<Partial<Versions>> {
  const { rows } = await inScope(pool, { site: null, readOnly: true }, (trx) =>
    sql<{ name: keyof Versions; value: string }>`select name, value from version_counter`.execute(
      trx,
    ),
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
