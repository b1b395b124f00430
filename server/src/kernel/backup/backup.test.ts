import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepare } from '../../first-start.ts';
import type { Config } from '../config.ts';
import { openDirect } from '../database/direct.ts';
import { type TestDatabase, testDatabase } from '../database/testing.ts';
import { placeIn } from '../files/folder.ts';
import { tablesOf } from './catalogue.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

// The demo company with a few stored files, backed up while somebody writes and brought back elsewhere.

/** Whole databases are written and read back. */
const LIMIT = 300_000;
const NAME = `${randomBytes(16).toString('hex')}.webp`;
let from: TestDatabase;
let to: TestDatabase;
let folder: string;
let file: string;
let written: Manifest;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-backup-'));
  [from, to] = await Promise.all([testDatabase(), testDatabase({ empty: true })]);
  const config = {
    demo: true,
    adminPassword: 'first-kranich',
    dataFolder: path.join(folder, 'one'),
  } as Config;
  await prepare(config, { pool: from.app, isEmbedded: true } as never);
  await addFile(NAME, Buffer.from('picture \0 of a wheel'), Buffer.from('small'));
  // A text with everything that a line of rows could stumble over.
  await from.owner.query(
    String.raw`update production_order set remark = E'tab\t line\n back\\slash \\N 中文 "quoted"' where id = (select min(id) from production_order)`,
  );
  file = path.join(folder, 'out', 'whole.zip');
  const backup = writeBackup(source('one'), file);
  const writing = from.owner.query(`update production_order set remark = 'written meanwhile'`);
  [written] = await Promise.all([backup, writing]);
}, LIMIT);

afterAll(async () => {
  await Promise.all([from.close(), to.close()]);
  await rm(folder, { recursive: true, force: true });
});

const source = (name: string) => ({
  owner: from.ownerConnection,
  dataFolder: path.join(folder, name),
  version: '0.1.0',
});

it('holds every table with its rows, and the stored files', async () => {
  const counts = await countsOf(from);
  expect(Object.fromEntries(written.tables.map(({ name, rows }) => [name, rows]))).toEqual(counts);
  expect(written.tables.length).toBeGreaterThan(30);
  // Beside them the pictures of the demo.
  const names = written.files.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([NAME, `${NAME}.thumb`]));
  expect(written.missing).toEqual([]);
  expect(existsSync(`${file}.part`)).toBe(false);
});

it(
  'comes back equal in every row and file, and goes on from there',
  async () => {
    const dataFolder = path.join(folder, 'two');
    await restoreBackup({ owner: to.ownerConnection, dataFolder }, file);
    expect(await countsOf(to)).toEqual(await countsOf(from));
    expect(await readFile(placeIn(dataFolder, NAME), 'utf8')).toBe('picture \0 of a wheel');
    expect(await readFile(`${placeIn(dataFolder, NAME)}.thumb`, 'utf8')).toBe('small');
    // Numbers go on behind those that were given, references hold, and the application is locked in as before.
    const highest = 'select max(id)::int as id from base_line';
    const [before] = (await to.owner.query<{ id: number }>(highest)).rows;
    const line = `insert into base_line (site_id, code, name) select site_id, 'NEW', 'x' from base_line limit 1 returning id::int`;
    const [added] = (await to.owner.query<{ id: number }>(line)).rows;
    expect(added?.id).toBeGreaterThan(before?.id ?? 0);
    const stray = `insert into production_order_components (site_id, parent_id, position) values (1, 999999999, 1)`;
    await expect(to.owner.query(stray)).rejects.toThrow();
    expect(await factsOf(to)).toEqual(await factsOf(from));
  },
  LIMIT,
);

it('is not restored over data', async () => {
  await expect(
    restoreBackup({ owner: to.ownerConnection, dataFolder: path.join(folder, 'two') }, file),
  ).rejects.toThrow(/has data already/);
});

it(
  'is refused when it is damaged, and leaves the database empty',
  async () => {
    const bytes = await readFile(file);
    const damaged = path.join(folder, 'damaged.zip');
    bytes.fill(0, Math.trunc(bytes.length / 3), Math.trunc(bytes.length / 3) + 64);
    await writeFile(damaged, bytes);
    const other = await testDatabase({ empty: true });
    const target = { owner: other.ownerConnection, dataFolder: path.join(folder, 'three') };
    await expect(restoreBackup(target, damaged)).rejects.toThrow();
    expect((await other.owner.query('select from "system_user"')).rowCount).toBe(0);
    // The same database then takes the whole one.
    await restoreBackup(target, file);
    expect(await countsOf(other)).toEqual(await countsOf(from));
    await other.close();
  },
  LIMIT,
);

it(
  'tells what is no backup, and which files lack their content',
  async () => {
    const target = { owner: to.ownerConnection, dataFolder: folder };
    await expect(restoreBackup(target, path.join(folder, 'none.zip'))).rejects.toThrow(/no file/);
    await expect(restoreBackup(target, import.meta.filename)).rejects.toThrow(/no whole backup/);
    await rm(placeIn(path.join(folder, 'one'), NAME));
    const again = await writeBackup(source('one'), path.join(folder, 'again.zip'));
    expect(again.missing).toEqual([NAME]);
    await expect(writeBackup(source('one'), file)).rejects.toThrow(/exists already/);
  },
  LIMIT,
);

async function addFile(name: string, content: Buffer, small: Buffer): Promise<void> {
  const place = placeIn(path.join(folder, 'one'), name);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
  await writeFile(`${place}.thumb`, small);
  await from.owner.query(
    `insert into file (name, kind, original_name, mime, size, sha256, thumbnail) values ($1, 'image', 'x', 'image/webp', $2, $3, true)`,
    [name, content.length, createHash('sha256').update(content).digest('hex')],
  );
}

async function countsOf(database: TestDatabase): Promise<Record<string, number>> {
  const session = await openDirect(database.ownerConnection);
  try {
    const counts: Record<string, number> = {};
    for (const { name } of await tablesOf(session)) {
      const [row] = await session.query<{ n: number }>(`select count(*)::int as n from "${name}"`);
      counts[name] = row?.n ?? 0;
    }
    return counts;
  } finally {
    await session.end();
  }
}

/** Constraints, triggers, policies, partitions and grants by name. */
async function factsOf({ owner }: TestDatabase): Promise<unknown[]> {
  const { rows } = await owner.query(`
    select 'constraint', conrelid::regclass::text as of, conname::text, pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select 'trigger', tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
    union all select 'policy', tablename, policyname, qual from pg_policies where schemaname = 'public'
    union all select 'grant', oid::regclass::text, '', relacl::text from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relacl::text like '%millwright_app%'
    order by 1, 2, 3, 4`);
  return rows;
}
