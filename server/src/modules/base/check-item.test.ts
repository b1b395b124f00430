import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../kernel/context.ts';
import checkItemModule from './check-item.ts';
import checkLimitModule, { limitsAt } from './check-limit.ts';
import productModule from './product.ts';
import reasonCodeModule from './reason-code.ts';
import routeModule from './route.ts';
import { type Bench, makeProcedure, openBench, productDraft } from './testing.ts';

let bench: Bench;
let nb: Session;

beforeAll(async () => {
  bench = await openBench([
    productModule,
    routeModule,
    checkItemModule,
    checkLimitModule,
    reasonCodeModule,
  ]);
  nb = await bench.site('NB');
});
afterAll(() => bench.close());

const product = (materialCode: string, more: object = {}) =>
  bench.make(nb, '/api/base/products', { ...productDraft(materialCode), ...more });

describe('check items', () => {
  it('S117 keep their limits by version; a changed offset says why', async () => {
    const op = await makeProcedure(bench, nb, 'OPM');
    const draft = {
      itemCode: 'HB001',
      itemName: '中心孔直径',
      procedureId: op.id,
      category: 'dimension',
      standard: '66.56',
      upperLimit: '66.606',
      lowerLimit: '66.56',
      listed: true,
      onSignage: true,
      isKey: true,
    };
    const item = await bench.make(nb, '/api/base/check-items', draft);
    expect(item).toMatchObject({
      standard: '66.560000',
      upperLimit: '66.606000',
      lowerLimit: '66.560000',
      offset: '0.000000',
      listed: true,
      onSignage: true,
      total: null,
      average: null,
      max: null,
      min: null,
      result: null,
    });
    const between = new Date().toISOString();
    const path = `/api/base/check-items/${item.id}`;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await bench.call(nb, 'PUT', path, { revision: 1, offset: '0.01' })).key).toBe(
      'row.reason',
    );
    const changed = await bench.call(nb, 'PUT', path, {
      revision: 1,
      offset: '0.01',
      upperLimit: '66.6',
      reason: '更换测头',
    });
    expect(changed.data).toMatchObject({
      offset: '0.010000',
      upperLimit: '66.600000',
      revision: 2,
    });
    expect(bench.records.at(-2)).toMatchObject({
      entity: 'base/checkItem',
      operation: 'update',
      reason: '更换测头',
    });
    const limits = await bench.inside(nb, async (context) => [
      await limitsAt(context, item.id, between),
      await limitsAt(context, item.id, new Date().toISOString()),
    ]);
    expect(limits).toMatchObject([
      { upperLimit: '66.606000', offset: '0.000000' },
      { upperLimit: '66.600000', offset: '0.010000' },
    ]);
    const list = await bench.call(nb, 'GET', '/api/base/check-limits', {
      params: { checkItemId: item.id },
    });
    expect(list.data.total).toBe(2);
  });

  it('see a limit change in its last digit', async () => {
    const op = await makeProcedure(bench, nb, 'OPD');
    const draft = { itemCode: 'D1', itemName: 'D1', procedureId: op.id, category: 'dimension' };
    const item = await bench.make(nb, '/api/base/check-items', {
      ...draft,
      upperLimit: '9999999999.999998',
    });
    const upperLimit = '9999999999.999999';
    await bench.call(nb, 'PUT', `/api/base/check-items/${item.id}`, { revision: 1, upperLimit });
    const list = await bench.call(nb, 'GET', '/api/base/check-limits', {
      params: { checkItemId: item.id },
    });
    expect(list.data.total).toBe(2);
  });

  it('are one of each code for all products when two people add it at once', async () => {
    const op = await makeProcedure(bench, nb, 'OPT');
    const draft = {
      itemCode: 'TWIN',
      itemName: 'TWIN',
      procedureId: op.id,
      category: 'dimension',
      upperLimit: '1',
    };
    const { other } = await bench.inside(nb, async (context) => {
      await checkItemModule.create?.(context, draft);
      const sent = bench.call(nb, 'POST', '/api/base/check-items', draft);
      await Promise.race([sent, sleep(300)]);
      return { other: sent };
    });
    expect((await other).key).toBe('row.duplicate');
  });

  it('are one of each code for all products too', async () => {
    const op = await makeProcedure(bench, nb, 'OPN');
    const draft = {
      itemCode: 'RR001',
      itemName: '径向跳动',
      procedureId: op.id,
      category: 'dimension',
      upperLimit: '0.3',
    };
    await bench.make(nb, '/api/base/check-items', draft);
    expect(
      (await bench.call(nb, 'POST', '/api/base/check-items', { ...draft, itemCode: 'rr001' })).key,
    ).toBe('row.duplicate');
    expect(
      (
        await bench.call(nb, 'POST', '/api/base/check-items', {
          ...draft,
          lowerLimit: '0.4',
          itemCode: 'A',
        })
      ).problems,
    ).toEqual(['field.limits']);
  });

  it('take limits entered ahead when they fall due, not before', async () => {
    const op = await makeProcedure(bench, nb, 'OPF');
    const item = await bench.make(nb, '/api/base/check-items', {
      itemCode: 'F',
      itemName: 'F',
      procedureId: op.id,
      category: 'dimension',
      upperLimit: '1',
    });
    const ahead = new Date(Date.now() + 86_400_000).toISOString();
    const version = await bench.make(nb, '/api/base/check-limits', {
      checkItemId: item.id,
      effectiveTime: ahead,
      upperLimit: '2',
    });
    const path = `/api/base/check-items/${item.id}`;
    expect((await bench.call(nb, 'GET', path)).data.upperLimit).toBe('1.000000');
    await bench.call(nb, 'PUT', `/api/base/check-limits/${version.id}`, {
      revision: 1,
      effectiveTime: new Date().toISOString(),
    });
    expect((await bench.call(nb, 'GET', path)).data.upperLimit).toBe('2.000000');
    expect(
      (
        await bench.call(nb, 'PUT', `/api/base/check-limits/${version.id}`, {
          revision: 2,
          upperLimit: '3',
        })
      ).key,
    ).toBe('checkLimit.edit.past');
    expect((await bench.call(nb, 'DELETE', `/api/base/check-limits/${version.id}`)).key).toBe(
      'checkLimit.edit.past',
    );
    const past = { checkItemId: item.id, effectiveTime: '2020-01-01T00:00:00Z', upperLimit: '9' };
    expect((await bench.call(nb, 'POST', '/api/base/check-limits', past)).problems).toEqual([
      'checkLimit.add.past',
    ]);
  });

  it('S117 keep the rules of the item in a version entered ahead', async () => {
    const op = await makeProcedure(bench, nb, 'OPR');
    const draft = { procedureId: op.id, category: 'dimension' };
    const number = await bench.make(nb, '/api/base/check-items', {
      ...draft,
      itemCode: 'R1',
      itemName: 'R1',
      upperLimit: '1',
    });
    const words = await bench.make(nb, '/api/base/check-items', {
      ...draft,
      itemCode: 'R2',
      itemName: 'R2',
      valueType: 'text',
    });
    const version = (hours: number, more: object) => ({
      checkItemId: number.id,
      effectiveTime: new Date(Date.now() + hours * 3_600_000).toISOString(),
      ...more,
    });
    const path = '/api/base/check-limits';
    const bare = await bench.call(nb, 'POST', path, version(1, { offset: '0.01' }));
    expect(bare.problems).toEqual(['checkItem.edit.limitMissing', 'row.reason']);
    const good = { upperLimit: '1', offset: '0.01', reason: '更换测头' };
    const made = await bench.make(nb, path, version(1, good));
    const emptied = { revision: 1, upperLimit: null, reason: null };
    expect((await bench.call(nb, 'PUT', `${path}/${made.id}`, emptied)).problems).toEqual([
      'checkItem.edit.limitMissing',
      'row.reason',
    ]);
    // The offset that this version finds is the one entered ahead of it.
    await bench.make(nb, path, version(2, { upperLimit: '2', offset: '0.01' }));
    await bench.make(nb, path, version(3, { checkItemId: words.id }));
  });

  it('are copied to another product, those it has left alone', async () => {
    const op = await makeProcedure(bench, nb, 'OPK');
    const [from, to] = [await product('CI-FROM'), await product('CI-TO')];
    const draft = {
      procedureId: op.id,
      category: 'dimension',
      productId: from.id,
      upperLimit: '1',
    };
    await bench.make(nb, '/api/base/check-items', { ...draft, itemCode: 'A', itemName: 'A' });
    await bench.make(nb, '/api/base/check-items', { ...draft, itemCode: 'B', itemName: 'B' });
    await bench.make(nb, '/api/base/check-items', {
      ...draft,
      productId: to.id,
      itemCode: 'B',
      itemName: 'B',
    });
    const { data } = await bench.call(nb, 'POST', '/api/base/check-items/actions/copy', {
      fromProductId: from.id,
      productId: to.id,
    });
    expect(data).toMatchObject({
      total: 2,
      ok: 1,
      failed: 1,
      rows: [{ ok: true }, { ok: false, key: 'row.duplicate' }],
    });
  });
});
