import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Connection } from './connection.ts';

/** A migration cannot be applied; the message says which and why. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Folder of the product's own migrations. */
export const MIGRATIONS = path.resolve(import.meta.dirname, '../../migrations');

/**
 * Applies the `.sql` files of `folder` that the database does not have yet, in the order of their names, each
 * in a transaction of its own, and returns the names of those applied. Runs as the owner; of several
 * processes that start together one applies, the others wait. An applied file that was changed or is
 * gone is refused with a `MigrationError`. With `wanted`, only files whose name it takes are applied.
 */
export async function migrate(
  owner: Connection,
  folder = MIGRATIONS,
  wanted: (name: string) => boolean = () => true,
): Promise<string[]> {
  const files = (await readMigrations(folder)).filter(({ name }) => wanted(name));
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await inTransaction(client, () => client.query(TABLE));
    const applied: string[] = [];
    for (;;) {
      const name = await inTransaction(client, () => applyNext(client, files));
      if (name === null) return applied;
      applied.push(name);
    }
  } finally {
    await client.end();
  }
}

/** One file of a migration: its name, its SQL, and the SHA-256 of the SQL with line ends made equal. */
export interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** Reads the migrations of a folder in the order in which they apply. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const found = existsSync(folder) ? await readdir(folder) : [];
  const names = found.filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

const MIGRATION_LOCK = 4_170_002;

const TABLE = `create table if not exists schema_migration (
  name text primary key,
  checksum text not null,
  duration_ms integer not null,
  applied_at timestamptz not null default now()
)`;

/** The lock lives as long as the transaction, so that it also holds through a pooler. */
async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function applyNext(client: pg.Client, files: readonly Migration[]): Promise<string | null> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  );
  refuseChanged(rows, files);
  const known = new Set(rows.map((row) => row.name));
  const next = files.find((file) => !known.has(file.name));
  if (!next) return null;
  const startedAt = performance.now();
  try {
    await client.query(next.text);
  } catch (error) {
    throw new MigrationError(`Migration ${next.name} failed: ${describe(error)}`, { cause: error });
  }
  await client.query(
    'insert into schema_migration (name, checksum, duration_ms) values ($1, $2, $3)',
    [next.name, next.checksum, Math.round(performance.now() - startedAt)],
  );
  return next.name;
}

function refuseChanged(
  applied: readonly { name: string; checksum: string }[],
  files: readonly Migration[],
): void {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of applied) {
    const file = byName.get(name);
    if (!file)
      throw new MigrationError(
        `The database has the migration ${name}, which this version does not know: start the version that made it, or a newer one.`,
      );
    if (file.checksum !== checksum)
      throw new MigrationError(
        `Migration ${name} was changed after it had been applied: restore the file and put the change into a new one.`,
      );
  }
}

/** The database's message with the line of the file that it points at. */
function describe(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  return error.position ? `${error.message} (at character ${error.position})` : error.message;
}
