import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { policySql } from './policy.ts';
import { testDatabase, type TestDatabase } from './testing.ts';
import { inScope, openingOf, type Scope, type Trx } from './transaction.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await testDatabase({ empty: true });
  for (const [table, scope, key] of [
    ['thing', 'site', 'not null'],
    ['shared', 'company', ''],
    ['happened', 'log', 'not null'],
  ] as const) {
    await db.owner.query(
      `create table ${table} (site_id bigint ${key}, name text, later text); ${policySql(table, scope, ['later'])}`,
    );
  }
});

afterAll(() => db.close());

beforeEach(async () => {
  await db.owner.query(`truncate thing, shared, happened;
    insert into thing values (1, 'one'), (2, 'two');
    insert into shared values (1, 'one'), (2, 'two'), (null, 'all');
    insert into happened values (1, 'one'), (2, 'two')`);
});

const names = (trx: Trx, table: string) =>
  sql<{ name: string }>`select name from ${sql.table(table)} order by name`
    .execute(trx)
    .then(({ rows }) => rows.map((row) => row.name));

const see = (site: Scope['site'], table: string) =>
  inScope(db.app, { site, readOnly: true }, (trx) => names(trx, table));

describe('row-level security', () => {
  it('shows and takes rows of the named site alone', async () => {
    expect(await see('1', 'thing')).toEqual(['one']);
    expect(await see('2', 'happened')).toEqual(['two']);
    expect(await see('2', 'shared')).toEqual(['all', 'two']);
    await expect(
      inScope(db.app, { site: '1' }, (trx) => sql`insert into thing values (2, 'x')`.execute(trx)),
    ).rejects.toThrow(/row-level security/);
    await expect(
      inScope(db.app, { site: '1' }, (trx) => sql`update thing set site_id = 2`.execute(trx)),
    ).rejects.toThrow(/row-level security/);
    const changed = await inScope(db.app, { site: '1' }, (trx) =>
      sql`update thing set name = 'mine'`.execute(trx),
    );
    expect(changed.numAffectedRows).toBe(1n);
  });

  it('shows and takes nothing of a site when none is set, on a fresh and on a used connection', async () => {
    for (let round = 0; round < 3; round += 1) {
      expect(await see(null, 'thing')).toEqual([]);
      expect(await see(null, 'happened')).toEqual([]);
      expect(await see(null, 'shared')).toEqual(['all']);
      await expect(
        inScope(db.app, { site: null }, (trx) =>
          sql`insert into thing values (1, 'x')`.execute(trx),
        ),
      ).rejects.toThrow(/row-level security/);
      await see('1', 'thing');
    }
  });

  it('shows everything to a company-wide scope', async () => {
    expect(await see('*', 'thing')).toEqual(['one', 'two']);
    expect(await see('*', 'shared')).toEqual(['all', 'one', 'two']);
    await inScope(db.app, { site: '*' }, (trx) =>
      sql`insert into thing values (2, 'three')`.execute(trx),
    );
    expect(await see('2', 'thing')).toEqual(['three', 'two']);
  });

  it('lets nobody change a log but for the columns that come later', async () => {
    const write = (text: string) =>
      inScope(db.app, { site: '*' }, (trx) => sql.raw(text).execute(trx));
    await write(`insert into happened values (1, 'new')`);
    await write(`update happened set later = 'ended'`);
    await expect(write(`update happened set name = 'x'`)).rejects.toThrow(/permission denied/);
    await expect(write('delete from happened')).rejects.toThrow(/permission denied/);
    await expect(write('truncate happened')).rejects.toThrow(/permission denied/);
  });

  it('gives the application no way to the tables themselves', async () => {
    await expect(
      inScope(db.app, { site: '*' }, (trx) =>
        sql`alter table thing disable row level security`.execute(trx),
      ),
    ).rejects.toThrow(/must be owner/);
    await expect(
      inScope(db.app, { site: '*' }, (trx) => sql`set role millwright`.execute(trx)),
    ).rejects.toThrow(/permission denied/);
  });
});

describe('inScope', () => {
  it('takes ids and the star, nothing else', () => {
    expect(openingOf({ site: '12', user: '7' })).toBe(
      `begin;set local app.site = '12';set local app.actor = '7';set local statement_timeout = 5000`,
    );
    for (const site of ["1'; drop table thing; --", '', '1 ', '**', '-1'])
      expect(() => openingOf({ site })).toThrow(TypeError);
    expect(() => openingOf({ site: '1', user: 'x' })).toThrow(TypeError);
    expect(() => openingOf({ site: '1', timeoutMs: Number.NaN })).toThrow(TypeError);
  });

  it('rolls back what was thrown out of, and the connection stays usable', async () => {
    const failed = inScope(db.app, { site: '1' }, async (trx) => {
      await sql`insert into thing values (1, 'half')`.execute(trx);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await see('1', 'thing')).toEqual(['one']);
    expect(db.app.pg.totalCount).toBeGreaterThan(0);
  });

  it('does not report success when a failed statement was swallowed', async () => {
    const failed = inScope(db.app, { site: '1' }, async (trx) => {
      await sql`insert into thing values (1, 'half')`.execute(trx);
      await sql`select 1 / 0`.execute(trx).catch(() => undefined);
    });
    await expect(failed).rejects.toThrow(/rolled back/);
    expect(await see('1', 'thing')).toEqual(['one']);
  });

  it('refuses statements after its end, and writes in a reading scope', async () => {
    let late: Trx | undefined;
    await inScope(db.app, { site: '1' }, async (trx) => void (late = trx));
    await expect(names(late as Trx, 'thing')).rejects.toThrow(/has ended/);
    await expect(
      inScope(db.app, { site: '1', readOnly: true }, (trx) => sql`delete from thing`.execute(trx)),
    ).rejects.toThrow(/read-only/);
  });

  it('keeps scopes apart when many run at once', async () => {
    const runs = Array.from({ length: 400 }, (_, index) =>
      index % 3 === 0 ? null : String((index % 2) + 1),
    );
    const seen = await Promise.all(runs.map((site) => see(site, 'thing')));
    expect(seen).toEqual(runs.map((site) => (site === null ? [] : [site === '1' ? 'one' : 'two'])));
  });

  it('gives up a statement that takes too long', async () => {
    const slow = inScope(db.app, { site: '1', timeoutMs: 30 }, (trx) =>
      sql`select pg_sleep(5)`.execute(trx),
    );
    await expect(slow).rejects.toThrow(/statement timeout/);
  });

  it('streams by cursor', async () => {
    const sizes: number[] = [];
    await inScope(db.app, { site: '*' }, async (trx) => {
      await sql`insert into thing select 1, n::text from generate_series(1, 2498) n`.execute(trx);
      for await (const row of trx.selectFrom('thing').selectAll().stream(1000))
        sizes.push(Object.keys(row).length);
    });
    expect(sizes).toHaveLength(2500);
  });

  it('survives a connection that the database ends', async () => {
    const killed = inScope(db.app, { site: '1' }, async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await db.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await names(trx, 'thing');
    });
    await expect(killed).rejects.toThrow();
    expect(await see('1', 'thing')).toEqual(['one']);
  });

  it('gives days as text, ids and decimals as text, instants as ISO 8601 in UTC', async () => {
    const { rows } = await inScope(db.app, { site: null }, (trx) =>
      sql<
        Record<string, unknown>
      >`select date '2026-03-01' as day, 9007199254740993 as id, 1.10 as price, timestamptz '2026-03-01 00:00Z' as at`.execute(
        trx,
      ),
    );
    expect(rows[0]).toEqual({
      day: '2026-03-01',
      id: '9007199254740993',
      price: '1.10',
      at: '2026-03-01T00:00:00.000Z',
    });
  });

  it('gives instants of all lengths in one shape', async () => {
    const written = [
      ['2026-03-01 08:15:30.1+08', '2026-03-01T00:15:30.100Z'],
      ['2026-03-01 00:15:30.123456+00', '2026-03-01T00:15:30.123Z'],
      ['0099-12-31 23:59:59+00', '0099-12-31T23:59:59.000Z'],
    ] as const;
    for (const [text, shape] of written) {
      const { rows } = await inScope(db.app, { site: null }, (trx) =>
        sql<{ at: string }>`select ${text}::timestamptz as at`.execute(trx),
      );
      expect(rows[0]?.at).toBe(shape);
    }
  });

  it('ends with the closing statements, and stands or falls with them', async () => {
    const insert = (name: string) => sql`insert into thing (site_id, name) values (7, ${name})`;
    await inScope(
      db.app,
      { site: '7' },
      async () => 'late',
      (name) => [insert(name), insert(`${name} too`)],
    );
    expect(await see('7', 'thing')).toEqual(['late', 'late too']);
    const failing = inScope(
      db.app,
      { site: '7' },
      async (trx) => insert('early').execute(trx),
      () => [sql`select 1 / 0`, insert('never')],
    );
    await expect(failing).rejects.toThrow('division by zero');
    expect(await see('7', 'thing')).toEqual(['late', 'late too']);
  });
});
