import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order } from '@millwright/contract/production/order';
import { localDay } from '@millwright/contract/kernel/local-day';
import { makeProcedure, makeProduct } from '../base/testing.ts';
import orderModule from './order.ts';
import { openOrderBench, type OrderBench } from './order.testing.ts';

let bench: OrderBench['bench'];
let nb: OrderBench['nb'];
let cs: OrderBench['cs'];
let station: OrderBench['station'];
let draftOf: OrderBench['draftOf'];
let make: OrderBench['make'];
let act: OrderBench['act'];
let put: OrderBench['put'];
let get: OrderBench['get'];
let released: OrderBench['released'];
let running: OrderBench['running'];
let count: OrderBench['count'];

beforeAll(async () => {
  ({ bench, nb, cs, station, draftOf, make, act, put, get, released, running, count } =
    await openOrderBench());
});
afterAll(() => bench.close());

const month = localDay(new Date(), 'Asia/Shanghai').slice(2, 7).replace('-', '');

describe('order numbers', () => {
  it('run by site and month without gaps, also for ten people at once', async () => {
    const many = await Promise.all(Array.from({ length: 10 }, () => make()));
    const numbers = many.map(({ orderCode }) => String(orderCode)).sort();
    const first = Number(numbers[0]?.slice(-4));
    expect(numbers).toEqual(
      numbers.map((_, index) => `NB-MO-${month}-${String(first + index).padStart(4, '0')}`),
    );
  });

  it('are given back by a refused draft and step over typed ones', async () => {
    const last = Number(String((await make()).orderCode).slice(-4));
    const next = (n: number) => `NB-MO-${month}-${String(last + n).padStart(4, '0')}`;
    expect(
      (await bench.call(nb, 'POST', '/api/production/orders', draftOf({ productId: '999999' })))
        .problems,
    ).toEqual(['ref.missing']);
    await make({ orderCode: next(1) });
    expect((await make()).orderCode).toBe(next(2));
    expect(
      (await bench.call(nb, 'POST', '/api/production/orders', draftOf({ orderCode: next(2) }))).key,
    ).toBe('row.duplicate');
    expect(
      (await bench.call(nb, 'POST', '/api/production/orders', draftOf({ orderCode: 'a b' })))
        .problems,
    ).toEqual(['field.pattern']);
  });
});

describe('an import', () => {
  it('numbers orders without a code in the order of the sheet and says where they came from', async () => {
    const values = (more: object) => ({ ...draftOf(more), state: 'draft' });
    const rows = await bench.inside(nb, async (context) => {
      const placed = [{}, { orderCode: 'ERP-77' }, {}].map((more) => ({
        siteId: nb.siteId,
        values: values(more),
      }));
      const ids = (await orderModule.createMany?.(context, placed)) ?? [];
      return Promise.all(ids.map((id) => context.store(order).get(id)));
    });
    expect(rows.map(({ source }) => source)).toEqual(['import', 'import', 'import']);
    expect(rows[1]?.orderCode).toBe('ERP-77');
    const [first, , second] = rows.map(({ orderCode }) => Number(orderCode?.slice(-4)));
    expect(second).toBe((first ?? 0) + 1);
  });
});

describe('release', () => {
  it('keeps material code and route version, whatever changes later', async () => {
    const row = await make();
    expect(row).toMatchObject({
      state: 'draft',
      source: 'manual',
      materialCode: null,
      routeId: null,
      risk: null,
      priority: '3',
    });
    const { data } = await act(row.id, 'release', { revision: row.revision });
    expect(data).toMatchObject({ state: 'released', materialCode: 'W1890A', risk: 'onTime' });
    const kept = await bench.call(nb, 'GET', `/api/base/routes/${String(data.routeId)}`);
    expect(kept.data).toMatchObject({ version: 1, state: 'effective' });
  });

  it('is done by one of two people', async () => {
    const row = await make();
    const both = await Promise.all(
      [1, 2].map(() => act(row.id, 'release', { revision: row.revision })),
    );
    expect(both.map(({ key }) => key ?? 'released').sort()).toEqual(['released', 'row.stale']);
  });

  it('needs a route, an enabled product, check items at key procedures and stations', async () => {
    const bare = await bench.make(nb, '/api/base/products', {
      category: 'wheel',
      materialCode: 'BARE',
      productName: '裸轮',
      productNameEn: 'Bare wheel',
      standardBeat: '1',
    });
    expect(await act((await make({ productId: bare.id })).id, 'release')).toMatchObject({
      key: 'order.release.noRoute',
      args: { p: { zh: '裸轮', en: 'Bare wheel' } },
    });
    const key = await makeProcedure(bench, nb, 'OPK', { isKey: true });
    const unjudged = await makeProduct(bench, nb, 'NOITEM', [key]);
    expect(await act((await make({ productId: unjudged.id })).id, 'release')).toMatchObject({
      key: 'order.release.noCheckItem',
      args: { p: { zh: '轮 NOITEM' } },
    });
    const plain = await makeProcedure(bench, nb, 'OPS');
    const homeless = await makeProduct(bench, nb, 'NOSTATION', [plain]);
    expect(await act((await make({ productId: homeless.id })).id, 'release')).toMatchObject({
      key: 'order.release.noStation',
      args: { l: { zh: 'L04 机加线' }, q: { zh: 'OPS' } },
    });
    await station(plain.id);
    const able = await make({ productId: homeless.id });
    await bench.call(nb, 'PUT', `/api/base/products/${homeless.id}`, { revision: 1, status: '0' });
    expect((await act(able.id, 'release')).key).toBe('order.release.productDisabled');
    await bench.call(nb, 'PUT', `/api/base/products/${homeless.id}`, { revision: 2, status: '1' });
    expect((await act(able.id, 'release')).key).toBeNull();
  });

  it('in a batch lets the others pass when one is refused', async () => {
    const [good, bad] = [await make(), await released()];
    const { data } = await bench.call(nb, 'POST', '/api/production/orders/actions/release', {
      ids: [good.id, bad],
    });
    expect(data).toMatchObject({
      total: 2,
      ok: 1,
      failed: 1,
      rows: [{ ok: true }, { ok: false, key: 'row.state' }],
    });
  });
});

describe('the life of an order', () => {
  it('runs, pauses with a reason, completes, closes, reopens', async () => {
    const id = await running();
    expect(await get(id)).toMatchObject({ state: 'running', actualStartTime: expect.any(String) });
    expect((await act(id, 'pause')).key).toBe('row.reason');
    expect((await act(id, 'pause', { reason: '缺料' })).data.state).toBe('paused');
    expect((await put(id, { revision: 4, quantity: 2500, reason: 'x' })).key).toBe('row.state');
    expect((await act(id, 'resume', { reason: '到料' })).data.state).toBe('running');
    await count(id, 'wip_qty = 3');
    expect(await act(id, 'complete')).toMatchObject({
      key: 'order.complete.piecesOpen',
      args: { n: 3 },
    });
    expect((await act(id, 'complete', { reason: '转下单' })).data).toMatchObject({
      state: 'completed',
      risk: null,
      actualEndTime: expect.any(String),
    });
    expect((await act(id, 'cancel')).key).toBe('order.cancel.hasPieces');
    expect((await act(id, 'close')).data.state).toBe('closed');
    expect((await act(id, 'reopen')).key).toBe('row.reason');
    expect((await act(id, 'reopen', { reason: '补发' })).data.state).toBe('completed');
  });

  it('is cancelled while no piece exists, and deleted as a draft only', async () => {
    const made = await released();
    await count(made, 'output_qty = 2, wip_qty = 1');
    expect(await act(made, 'cancel')).toMatchObject({
      key: 'order.cancel.hasPieces',
      args: { n: 3 },
    });
    expect((await act(await released(), 'cancel')).data.state).toBe('cancelled');
    expect((await bench.call(nb, 'DELETE', `/api/production/orders/${made}`)).key).toBe(
      'row.state',
    );
    expect(
      (await bench.call(nb, 'DELETE', `/api/production/orders/${(await make()).id}`)).key,
    ).toBeNull();
  });

  it('answers a stale hand with the present row', async () => {
    const row = await make();
    await put(row.id, { revision: row.revision, quantity: 2500 });
    expect(await act(row.id, 'release', { revision: row.revision })).toMatchObject({
      key: 'row.stale',
      data: { current: { quantity: 2500 } },
    });
  });
});

describe('changing an order', () => {
  it('is free in a draft, sending back the form included', async () => {
    const row = await make();
    const { data } = await put(row.id, {
      ...draftOf({ quantity: 10, orderName: '19寸样件' }),
      orderCode: '',
      revision: row.revision,
    });
    expect(data).toMatchObject({ quantity: 10, orderName: '19寸样件', orderCode: row.orderCode });
  });

  it('is limited to four fields after the release, with a reason that is kept', async () => {
    const id = await released();
    const form = {
      ...draftOf(),
      overPercent: '2.00',
      planStartTime: '2026-11-01T08:00:00+08:00',
      orderCode: (await get(id)).orderCode,
      revision: 2,
    };
    expect(await put(id, { ...form, orderName: '另一个' })).toMatchObject({
      key: 'order.edit.released',
      data: { fields: ['orderName'] },
    });
    expect((await put(id, { ...form, quantity: 2600 })).key).toBe('row.reason');
    expect(
      (await put(id, { ...form, quantity: 2600, priority: '1', reason: '客户加单' })).data,
    ).toMatchObject({ quantity: 2600, priority: '1' });
    expect(bench.records.at(-1)).toMatchObject({
      operation: 'update',
      reason: '客户加单',
      changes: [{ field: 'quantity', before: 2400, after: 2600 }, { field: 'priority' }],
    });
    await count(id, 'good_qty = 100, wip_qty = 20');
    expect(await put(id, { revision: 3, quantity: 119, reason: 'x' })).toMatchObject({
      problems: ['order.edit.quantityLow'],
      args: { n: 120 },
    });
    expect((await put(id, { revision: 3, quantity: 120, reason: 'x' })).key).toBeNull();
  });

  it('cannot set what the server owns', async () => {
    const row = await make({ state: 'closed', goodQty: 5, source: 'erp', siteId: cs.siteId });
    expect(row).toMatchObject({ state: 'draft', goodQty: 0, source: 'manual', siteId: nb.siteId });
  });
});
