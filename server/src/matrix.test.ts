import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { entities } from '@millwright/contract/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Headers, TestApp, TestSite } from './kernel/testing.ts';
import { testApp } from './kernel/testing.ts';
import { type MatrixOperation, type Matrix, OPERATIONS, openMatrix } from './matrix.testing.ts';
import { referencesOf } from './matrix-references.testing.ts';

/**
 * From the registry: every entity × every operation × who asks. A new entity is in here with its declaration.
 * `worker` may do everything on his site, `neighbour` everything on another, `stranger` nothing, `chief` is
 * company-wide.
 */
describe('the matrix', () => {
  let test: TestApp;
  let matrix: Matrix;
  let here: TestSite;
  let there: TestSite;
  let worker: Headers;
  let neighbour: Headers;
  let stranger: Headers;
  let chief: Headers;

  beforeAll(async () => {
    test = await testApp();
    matrix = openMatrix(test);
    [here, there] = [await test.makeSite(), await test.makeSite()];
    worker = await test.as(['*:*:*'], here);
    neighbour = await test.as(['*:*:*'], there);
    stranger = await test.as(['home:data:list'], here);
    chief = await test.signIn('admin');
  }, 60_000);
  afterAll(() => test.close());

  describe.each(entities.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
    const creatable = () => matrix.has(entity, 'create');

    it('asks everybody for a session', async () => {
      for (const operation of offered(entity)) {
        const answer = await matrix.call(entity, operation, {});
        expect([operation, answer.code]).toEqual([operation, 402]);
      }
    });

    it('refuses everybody without its permission', async () => {
      for (const operation of offered(entity)) {
        const answer = await matrix.call(entity, operation, { headers: stranger });
        expect([operation, answer.code]).toEqual([operation, 403]);
      }
    });

    it('refuses on behalf of the right tag', async () => {
      for (const operation of offered(entity)) {
        const tag = matrix.tagOf(entity, operation);
        const holder = await test.as([tag], here);
        const answer = await matrix.call(entity, operation, { headers: holder });
        expect([operation, tag, keyOf(answer)]).not.toEqual([operation, tag, 'permission.missing']);
        expect([operation, tag, answer.code]).not.toEqual([operation, tag, 500]);
      }
    }, 60_000);

    it('answers a list and a missing row plainly', async () => {
      const list = await matrix.call(entity, 'list', { headers: worker });
      expect([list.code, Array.isArray((list.data as { list?: unknown }).list)]).toEqual([0, true]);
      if (!matrix.has(entity, 'get')) return;
      const one = await matrix.call(entity, 'get', { headers: worker, id: '999999999999999999' });
      expect([one.code, keyOf(one)]).toEqual([404, 'row.missing']);
    });

    it('shows a row to its own site and to the company, to no other site', async () => {
      if (!creatable()) return;
      const row = await matrix.make(entity, chief, here);
      if (!matrix.belongsTo(entity, row, here)) return;
      for (const [who, sees] of [
        [worker, true],
        [chief, true],
        [neighbour, false],
      ] as const) {
        const listed = await matrix.listIds(entity, who);
        expect(listed.includes(row.id)).toBe(sees);
        const one = await matrix.call(entity, 'get', { headers: who, row });
        expect(one.code).toBe(sees ? 0 : 404);
      }
    });

    it('lets no other site change, act on or remove a row', async () => {
      if (!creatable()) return;
      const row = await matrix.make(entity, chief, here);
      if (!matrix.belongsTo(entity, row, here)) return;
      const change = { remark: '别厂', revision: row.revision };
      const tried = [
        await matrix.call(entity, 'update', { headers: neighbour, row, body: change }),
        ...(await matrix.actions(entity, neighbour, row)),
        await matrix.call(entity, 'remove', { headers: neighbour, row }),
      ];
      expect(tried.map((answer) => [answer.code, keyOf(answer)])).toEqual(
        tried.map(() => [404, 'row.missing']),
      );
      const after = await matrix.call<{ revision: number; remark: unknown }>(entity, 'get', {
        headers: worker,
        row,
      });
      expect([after.data.revision, after.data.remark]).toEqual([row.revision, row.remark]);
    });

    it('takes nothing from a client that the server owns', async () => {
      if (!creatable()) return;
      const forged = matrix.forged(entity);
      const plain = await matrix.make(entity, chief, here);
      const row = await matrix.make(entity, chief, here, forged);
      const taken = Object.entries(forged).filter(
        ([name, value]) => same(row[name], value) && !same(plain[name], value),
      );
      expect(taken.map(([name]) => name)).toEqual([]);
      expect(row.revision).toBe(1);
      expect(Date.now() - Date.parse(String(row.createTime))).toBeLessThan(60_000);
    });

    it('writes on the site of the session, whatever the client names', async () => {
      if (!creatable() || entity.scope !== 'site') return;
      const row = await matrix.make(entity, worker, here, { siteId: there.id });
      expect(row.siteId).toBe(here.id);
    });

    it('refuses references to rows of another site, at their field', async () => {
      if (!creatable() || entity.scope !== 'site') return;
      for (const reference of referencesOf(entity)) {
        const body = await matrix.draftAcross(entity, chief, reference, here, there);
        const answer = await matrix.call(entity, 'create', { headers: worker, body });
        expect([reference.path, answer.code]).toEqual([reference.path, 422]);
        expect(errorsOf(answer)).toContainEqual([reference.path, 'ref.missing']);
      }
    }, 60_000);

    it('lets the second of two people know that the first was faster', async () => {
      if (!creatable() || !matrix.has(entity, 'update')) return;
      const row = await matrix.make(entity, chief, here);
      const change = { remark: '第一次', revision: row.revision };
      const first = await matrix.call(entity, 'update', { headers: chief, row, body: change });
      expect([first.code, first.msg]).toEqual([0, first.msg]);
      const second = await matrix.call(entity, 'update', {
        headers: chief,
        row,
        body: { ...change, remark: '第二次' },
      });
      expect([second.code, keyOf(second)]).toEqual([409, 'row.stale']);
      const without = await matrix.call(entity, 'update', {
        headers: chief,
        row,
        body: { remark: '没有版本' },
      });
      expect(without.code).toBe(400);
    });

    it('removes a row once', async () => {
      if (!creatable() || !matrix.has(entity, 'remove')) return;
      const row = await matrix.make(entity, chief, here);
      const first = await matrix.call(entity, 'remove', { headers: chief, row });
      expect([first.code, first.msg]).toEqual([0, first.msg]);
      const second = await matrix.call(entity, 'remove', { headers: chief, row });
      expect([second.code, keyOf(second)]).toEqual([404, 'row.missing']);
    });
  });

  function offered(entity: AnyEntity): MatrixOperation[] {
    return OPERATIONS.filter((operation) => matrix.has(entity, operation));
  }
});

function same(stored: unknown, sent: unknown): boolean {
  return stored !== undefined && JSON.stringify(stored) === JSON.stringify(sent);
}

function keyOf(answer: { data: unknown }): unknown {
  return (answer.data as { key?: unknown } | null)?.key;
}

function errorsOf(answer: { data: unknown }): [string, string][] {
  const { errors = [] } = answer.data as { errors?: { field: string; key: string }[] };
  return errors.map(({ field, key }) => [field, key]);
}
