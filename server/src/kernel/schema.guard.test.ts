import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { entities, entityOf } from '@millwright/contract/registry';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writerIn } from '../demo/writer.ts';
import { type TestDatabase, testDatabase } from './database/testing.ts';
import { inScope } from './database/transaction.ts';
import { draftArbitrary } from './arbitrary.testing.ts';
import { draftFor, writableFields } from './drafts.testing.ts';
import { inSavepoint } from './savepoint.ts';
import { insertRows } from './store/write.ts';

const SEED = 20_251_106;
const RUNS = 40;

describe('what the schema accepts, the table accepts', () => {
  let database: TestDatabase;
  let siteId = '';
  beforeAll(async () => {
    database = await testDatabase();
    const { rows } = await database.owner.query<{ id: string }>(
      `insert into base_site (depart_name, depart_type, institution_code, short_code) values ('厂', 'site', 'GUARD', 'GD') returning id`,
    );
    siteId = rows[0]?.id ?? '';
  });
  afterAll(() => database.close());

  const declared = entities.filter(
    (entity) => entity.scope !== 'log' && Object.keys(writableFields(entity)).length > 0,
  );

  it.each(declared.map(({ name }) => name))('%s', async (name) => {
    const entity = entityOf(name);
    let stored = 0;
    const known = new Map<string, string[]>();
    await rolledBack(known, async (insert) => {
      for (const target of targetsOf(entity))
        known.set(target.name, [await oneRow(target, insert, known)]);
      const ids = (target: string) => known.get(target) ?? [];
      await fc.assert(
        fc.asyncProperty(draftArbitrary(entity, ids), async (draft) => {
          if (draft === null) return;
          if (await insert(entity, draft)) stored += 1;
        }),
        { seed: SEED, numRuns: RUNS, endOnFailure: true },
      );
    });
    expect(stored).toBeGreaterThan(4);
  });

  /** Runs work whose rows are gone afterwards. */
  async function rolledBack(known: Known, work: (insert: Insert) => Promise<void>): Promise<void> {
    const undone = new Error('undone');
    const run = inScope(database.app, { site: '*' }, async (trx) => {
      const { context } = writerIn(trx, '1');
      await work(async (entity, draft) => {
        const place = entity.scope === 'company' ? null : siteId;
        const owned = ownedOf(entity, known);
        const placed = [{ siteId: place, values: { ...draft, ...owned } }];
        let ids: readonly string[] = [];
        const refused = await inSavepoint(context, async (held) => {
          ids = await insertRows(held, entity, placed);
        });
        // Anything but a declared key that is taken is what this guard looks for.
        if (refused && refused.data.fields === undefined) throw refused;
        return ids[0] ?? null;
      });
      throw undone;
    });
    await expect(run).rejects.toBe(undone);
  }

  async function oneRow(
    entity: AnyEntity,
    insert: Insert,
    known: Map<string, string[]>,
  ): Promise<string> {
    if (entity.name === 'base/site') return siteId;
    for (const target of ownedTargetsOf(entity))
      if (!known.has(target.name)) known.set(target.name, [await oneRow(target, insert, known)]);
    const draft = await draftFor(entity, 7, async ({ target }) => {
      const [id] = known.get(target) ?? [];
      return id ?? oneRow(entityOf(target), insert, known);
    });
    const id = (await insert(entity, draft)) ?? '';
    known.set(entity.name, [id]);
    return id;
  }
});

/** Gives the id, or null when a unique key refused the row. */
type Insert = (entity: AnyEntity, draft: Record<string, unknown>) => Promise<string | null>;

/** Ids of rows that stand, by the name of their entity. */
type Known = ReadonlyMap<string, readonly string[]>;

/** What the server sets beside a draft where the table asks for it. */
function ownedOf(entity: AnyEntity, known: Known): Record<string, unknown> {
  const owned: Record<string, unknown> = {};
  for (const [name, field] of ownedFields(entity)) {
    if (field.kind.name === 'instant') owned[name] = new Date().toISOString();
    else if (field.kind.name === 'integer') owned[name] = counter += 1;
    else if (field.kind.name === 'ref') owned[name] = known.get(targetOf(field))?.[0] ?? '1';
    else owned[name] = `x${(counter += 1)}`;
  }
  return owned;
}

let counter = 0;

function ownedFields(entity: AnyEntity) {
  return Object.entries(entity.fields).filter(
    ([, field]) => field.computed && field.required && field.default === undefined,
  );
}

function ownedTargetsOf(entity: AnyEntity): AnyEntity[] {
  return ownedFields(entity)
    .filter(([, field]) => field.kind.name === 'ref')
    .map(([, field]) => entityOf(targetOf(field)));
}

function targetOf(field: object): string {
  return (field as { target?: string }).target ?? '';
}

function targetsOf(entity: AnyEntity): AnyEntity[] {
  const fields = Object.values(entity.fields).flatMap((field) => {
    const { columns = {} } = field as { columns?: Record<string, object> };
    return [field as object].concat(Object.values(columns));
  });
  const names = fields.flatMap((field) => (field as { target?: string }).target ?? []);
  return [...new Set(names)].map(entityOf);
}
