import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Connection } from '../database/connection.ts';
import { type DirectSession, openDirect } from '../database/direct.ts';
import { identifier } from '../database/identifier.ts';
import { migrate, MIGRATIONS, readMigrations } from '../database/migrate.ts';
import { placeIn } from '../files/folder.ts';
import { foreignKeysOf, partitionsOf, tablesOf, triggeredTables } from './catalogue.ts';
import { BackupError, filePart, type Manifest, tablePart } from './manifest.ts';
import { measuring } from './measure.ts';
import { type Backup, openBackup } from './read-backup.ts';
import { copyOutOf } from './write-backup.ts';

/** Where a backup goes: a database without the product's data, and a data folder. */
export interface Target {
  readonly owner: Connection;
  readonly dataFolder: string;
}

/**
 * Brings a backup back: makes the tables as they were, puts rows and files in, and reads every table and file again to
 * compare count and SHA-256 with what the backup says. The database takes all of it or nothing. Throws a `BackupError`.
 */
export async function restoreBackup(target: Target, file: string): Promise<Manifest> {
  const backup = await openBackup(file);
  const session = await openDirect(target.owner);
  try {
    await refuseData(session);
    await refuseForeign(backup.manifest);
    const wanted = new Set(backup.manifest.migrations.map(({ name }) => name));
    await migrate(target.owner, MIGRATIONS, (name) => wanted.has(name));
    await restoreFiles(backup, target.dataFolder);
    await session.query('begin');
    await restoreRows(session, backup);
    await session.query('commit');
    return backup.manifest;
  } finally {
    backup.close();
    await session.end();
  }
}

/** A database that was never started, or that an earlier restore left without rows, is free. */
async function refuseData(session: DirectSession): Promise<void> {
  const [known] = await session.query<{ used: boolean }>(
    `select to_regclass('public.system_user') is not null as used`,
  );
  if (!known?.used) return;
  const people = await session.query('select from "system_user" limit 1');
  if (people.length > 0)
    throw new BackupError(
      'The database has data already; a backup is restored into an empty one (another DATA_DIR or DATABASE_URL).',
    );
}

/** The tables are made by the migrations that the backup names; this version must know each as it was. */
async function refuseForeign({ migrations, version }: Manifest): Promise<void> {
  const known = new Map((await readMigrations(MIGRATIONS)).map((one) => [one.name, one.checksum]));
  const strange = migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (strange)
    throw new BackupError(
      `The backup was made by version ${version} with the migration ${strange.name}, which this version does not have: restore with that version or a newer one.`,
    );
}

async function restoreRows(session: DirectSession, backup: Backup): Promise<void> {
  const { manifest } = backup;
  const tables = new Map((await tablesOf(session)).map((table) => [table.name, table]));
  const lost = manifest.tables.filter(({ name }) => !tables.has(name));
  if (lost.length > 0)
    throw new BackupError(`Unknown tables: ${lost.map(({ name }) => name).join(', ')}.`);
  const keys = await foreignKeysOf(session);
  const triggered = await triggeredTables(session);
  for (const { table, name } of keys)
    await session.query(`alter table ${table} drop constraint ${name}`);
  for (const table of triggered) await session.query(`alter table ${table} disable trigger user`);
  // Migrations put rows of their own in, and partitions of the month they run in.
  await session.query(`truncate ${[...tables.keys()].map(identifier).join(', ')}`);
  await makePartitions(session, manifest);
  for (const { name } of manifest.tables) {
    const columns = tables.get(name)?.columns ?? '';
    const rows = await backup.read(tablePart(name));
    await pipeline(rows, session.copyIn(`copy ${identifier(name)} (${columns}) from stdin`));
  }
  for (const { name, value } of manifest.sequences)
    if (value !== null)
      await session.query('select setval($1::regclass, $2::bigint)', [identifier(name), value]);
  for (const { table, name, definition } of keys)
    await session.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const table of triggered) await session.query(`alter table ${table} enable trigger user`);
  await compareRows(session, manifest);
}

async function makePartitions(session: DirectSession, { partitions }: Manifest): Promise<void> {
  const wanted = new Set(partitions.map(({ name }) => name));
  const there = await partitionsOf(session);
  const known = new Set(there.map(({ name }) => name));
  for (const { name } of there)
    if (!wanted.has(name)) await session.query(`drop table ${identifier(name)}`);
  for (const { name, parent, bound } of partitions)
    if (!known.has(name))
      await session.query(
        `create table ${identifier(name)} partition of ${identifier(parent)} ${bound}`,
      );
}

async function compareRows(session: DirectSession, manifest: Manifest): Promise<void> {
  const tables = new Map((await tablesOf(session)).map((table) => [table.name, table]));
  for (const { name, rows, sha256 } of manifest.tables) {
    const table = tables.get(name);
    const { stream, done } = measuring();
    if (table) await pipeline(session.copyOut(copyOutOf(table)), stream, nowhere());
    const found = done();
    if (found.lines !== rows || found.sha256 !== sha256)
      throw new BackupError(
        `The table ${name} came back with ${found.lines} rows that are not the ${rows} of the backup; nothing was restored.`,
      );
  }
}

async function restoreFiles(backup: Backup, dataFolder: string): Promise<void> {
  for (const { name, sha256 } of backup.manifest.files) {
    const place = placeIn(dataFolder, name);
    if (existsSync(place)) continue;
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    const { stream, done } = measuring();
    const written = `${place}.part`;
    await pipeline(
      await backup.read(filePart(name)),
      stream,
      createWriteStream(written, { mode: 0o600, flush: true }),
    );
    if (done().sha256 !== sha256)
      throw new BackupError(`The file ${name} is damaged in the backup; nothing was restored.`);
    await rename(written, place);
    await syncFolder(path.dirname(place));
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
