import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, MIGRATIONS } from './migrate.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

let db: TestDatabase;
let folder: string;

beforeEach(async () => {
  db = await testDatabase({ empty: true });
  folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'));
  await write('1-first.sql', 'create table first (id int); insert into first values (1);');
  await write('2-second.sql', 'alter table first add column name text;');
});

afterEach(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(path.join(folder, name), text);

it('applies in order, and once', async () => {
  expect(await migrate(db.ownerConnection, folder)).toEqual(['1-first.sql', '2-second.sql']);
  expect(await migrate(db.ownerConnection, folder)).toEqual([]);
  await write('3-third.sql', 'create table third (id int);');
  expect(await migrate(db.ownerConnection, folder)).toEqual(['3-third.sql']);
});

it('applies once when several processes start together', async () => {
  const runs = await Promise.all(
    Array.from({ length: 4 }, () => migrate(db.ownerConnection, folder)),
  );
  expect(runs.flat().sort()).toEqual(['1-first.sql', '2-second.sql']);
  const { rows } = await db.owner.query('select count(*)::int as n from first');
  expect(rows).toEqual([{ n: 1 }]);
});

it('leaves nothing of a file that fails', async () => {
  await write('3-third.sql', 'create table third (id int); select 1 / 0;');
  await expect(migrate(db.ownerConnection, folder)).rejects.toThrow(
    /3-third.sql failed: division by zero/,
  );
  const { rows } = await db.owner.query(
    `select to_regclass('third') as third, (select count(*)::int from schema_migration) as n`,
  );
  expect(rows).toEqual([{ third: null, n: 2 }]);
});

it('refuses an applied file that was changed or is gone, whatever its line ends', async () => {
  await migrate(db.ownerConnection, folder);
  await write('2-second.sql', 'alter table first add column name text;\r\n'.trimEnd());
  expect(await migrate(db.ownerConnection, folder)).toEqual([]);
  await write('2-second.sql', 'alter table first add column title text;');
  await expect(migrate(db.ownerConnection, folder)).rejects.toThrow(/2-second.sql was changed/);
  await rm(path.join(folder, '2-second.sql'));
  await expect(migrate(db.ownerConnection, folder)).rejects.toThrow(/does not know/);
});

it('tells apart what an older database holds twice for all sites', async () => {
  const earlier = (name: string) => name < '20261122-0842';
  await migrate(db.ownerConnection, MIGRATIONS, earlier);
  await db.owner
    .query(`insert into system_role (role_key, role_name) values ('a', 'Same'), ('b', 'same'), ('c', 'Other');
    insert into system_setting (key, name, "group", value_type, value, update_time)
    values ('x.y', 'X', 'g', 'text', 'old', now() - interval '1 day'), ('x.y', 'X', 'g', 'text', 'new', now())`);
  await migrate(db.ownerConnection);
  const roles = await db.owner.query<{ id: string; role_name: string }>(
    `select id, role_name from system_role where role_key in ('a', 'b', 'c') order by role_key`,
  );
  const [, second] = roles.rows;
  expect(roles.rows.map((row) => row.role_name)).toEqual(['Same', `same (${second?.id})`, 'Other']);
  const settings = await db.owner.query(`select value from system_setting where key = 'x.y'`);
  expect(settings.rows).toEqual([{ value: 'new' }]);
});
