import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from './pool.ts';
import { type TestDatabase, testDatabase } from './testing.ts';
import { inScope } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const KEPT = `select count(*)::int as n from pg_prepared_statements where statement like '%asked again%'`;

it('keeps a statement that comes again parsed, once for each connection', async () => {
  const pool = openPool(database.appConnection, { max: 1 });
  expect(await keptAfter(pool, 4)).toEqual([0, 1, 1, 1]);
  await pool.close();
});

it('keeps none behind a pooler', async () => {
  const pool = openPool(database.appConnection, { max: 1, pooled: true });
  expect(await keptAfter(pool, 3)).toEqual([0, 0, 0]);
  await pool.close();
});

it('sends equal statements side by side, also the first time', async () => {
  const pool = openPool(database.appConnection, { max: 1 });
  const given = await inScope(pool, { site: null }, (trx) =>
    Promise.all([1, 2, 3].map((n) => sql<{ n: number }>`select ${n}::int + 1 as n`.execute(trx))),
  );
  expect(given.map(({ rows }) => rows[0]?.n)).toEqual([2, 3, 4]);
  await pool.close();
});

async function keptAfter(pool: ReturnType<typeof openPool>, times: number): Promise<number[]> {
  const kept: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await inScope(pool, { site: null }, (trx) =>
      sql`select ${time}::int /* asked again */`.execute(trx),
    );
    const { rows } = await pool.pg.query<{ n: number }>(KEPT);
    kept.push(rows[0]?.n ?? 0);
  }
  return kept;
}
