import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { entities } from '@millwright/contract/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedRoutes } from './generate/described-routes.ts';
import { ROOT_FOLDER } from './config.ts';
import { type TestDatabase, testDatabase } from './database/testing.ts';
import { artefacts } from './generate/artefacts.ts';
import { actualSchema } from './database/actual-schema.ts';
import { differenceSql } from './sql/difference.ts';

describe('the migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  it('make what the declarations say', async () => {
    expect(differenceSql(entities, await actualSchema(database.owner))).toEqual([]);
  });

  it('lock every table with a site column to the site of the transaction', async () => {
    const { rows } = await database.owner.query<{ table: string }>(`
      select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        and not (c.relrowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid))`);
    expect(rows).toEqual([]);
  });

  it('let the application add to logs and read them, never change them', async () => {
    const tables = entities.filter(({ scope }) => scope === 'log').map(({ table }) => table);
    const { rows } = await database.owner.query<{ table: string; right: string }>(
      `
      select table_name as table, privilege_type as right from information_schema.role_table_grants
      where grantee = 'millwright_app' and table_name = any($1) order by 1, 2`,
      [tables],
    );
    expect(rows).toEqual(
      tables.toSorted().flatMap((table) => [
        { table, right: 'INSERT' },
        { table, right: 'SELECT' },
      ]),
    );
  });
});

describe('generated/', () => {
  const folder = path.join(ROOT_FOLDER, 'generated');
  const wanted = artefacts(describedRoutes(), ROOT_FOLDER);

  it('holds the files that follow from the sources, and no others', () => {
    const present = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
    expect(present.toSorted()).toEqual([...wanted.keys()].toSorted());
  });

  it.each([...wanted.keys()])('%s is fresh (npm run generate)', (name) => {
    expect(readFileSync(path.join(folder, name), 'utf8') === wanted.get(name)).toBe(true);
  });
});
