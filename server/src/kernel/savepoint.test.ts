import { product } from '@millwright/contract/base/product';
import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context, RecordedChange } from './context.ts';
import { type TestDatabase, testDatabase } from './database/testing.ts';
import { inScope } from './database/transaction.ts';
import { contextOn, systemSession } from './http/run.ts';
import { installDictionaries } from './install/dictionaries.ts';
import { refuse } from './refuse.ts';
import { inSavepoint } from './savepoint.ts';

let database: TestDatabase;
let siteId = '';
beforeAll(async () => {
  database = await testDatabase();
  const { rows } = await database.owner.query<{ id: string }>(
    `insert into base_site (depart_name, depart_type, institution_code, short_code)
     values ('厂', 'site', 'SAVE', 'SV') returning id`,
  );
  siteId = rows[0]?.id ?? '';
  await inScope(database.app, { site: '*' }, (trx) => installDictionaries(trx));
});
afterAll(() => database.close());

const made = (materialCode: string) => ({
  category: 'wheel',
  materialCode,
  productName: '轮',
  standardBeat: '60',
});

/** Two rows one after the other, the first of which is refused after it was written. */
async function halfRefused(refuseFirst: (held: Context) => Promise<unknown>) {
  const [later, records]: [(() => void)[], RecordedChange[]] = [[], []];
  const done: string[] = [];
  const refused = await inScope(database.app, { site: '*' }, async (trx) => {
    const context = contextOn(systemSession('1', siteId), trx, later, records);
    const first = await inSavepoint(context, async (held) => {
      await held.store(product).create(made('S-1'));
      held.afterCommit(() => void done.push('S-1'));
      await refuseFirst(held);
    });
    const second = await inSavepoint(context, async (held) => {
      await held.store(product).create(made('S-2'));
      held.afterCommit(() => void done.push('S-2'));
    });
    return [first?.refusal.key, second];
  });
  for (const step of later) step();
  const { rows } = await database.owner.query<{ code: string }>(
    'select material_code as code from base_product order by id',
  );
  await database.owner.query('delete from base_product');
  return { refused, done, told: records.map(({ title }) => title), stored: rows };
}

it('takes back what a refused row wrote, told and left for later; the next row stands', async () => {
  const end = await halfRefused(async () => {
    throw refuse(refusals['row.missing']);
  });
  expect(end).toEqual({
    refused: ['row.missing', null],
    done: ['S-2'],
    told: ['轮'],
    stored: [{ code: 'S-2' }],
  });
});

it('takes what PostgreSQL refuses for a refusal of this row alone', async () => {
  const end = await halfRefused((held) =>
    sql`insert into base_product (site_id, category, material_code, product_name, standard_beat)
      values (${siteId}, 'wheel', 'S-1', '轮', 60)`.execute(held.sql),
  );
  expect(end).toMatchObject({ refused: ['row.duplicate', null], stored: [{ code: 'S-2' }] });
});

it('throws a failure of ours on', async () => {
  const failing = halfRefused(async () => {
    throw new TypeError('ours');
  });
  await expect(failing).rejects.toThrow('ours');
});
