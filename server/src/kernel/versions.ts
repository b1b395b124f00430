import { sql } from 'kysely';
import { announce, announceIn, type Announcements } from './announce.ts';
import type { Context } from './context.ts';
import type { Pool } from './database/pool.ts';
import { inScope, type Trx } from './database/transaction.ts';

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
  await announce(context, here, name, await raised(context.sql, name));
}

/** The same outside a request: every process hears of it with the commit. */
export async function raiseVersionIn(trx: Trx, name: keyof Versions): Promise<void> {
  await announceIn(trx, name, await raised(trx, name));
}

async function raised(trx: Trx, name: keyof Versions): Promise<string> {
  const { rows } = await sql<{ value: string }>`
    update version_counter set value = value + 1 where name = ${name} returning value`.execute(trx);
  return rows[0]?.value ?? '';
}

async function readVersions(pool: Pool): Promise<Partial<Versions>> {
  const { rows } = await inScope(pool, { site: null, readOnly: true }, (trx) =>
    sql<{ name: keyof Versions; value: string }>`select name, value from version_counter`.execute(
      trx,
    ),
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
