import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order } from '@millwright/contract/production/order';
import { sql } from 'kysely';
import checkItemModule from '../base/check-item.ts';
import lineModule from '../base/line.ts';
import { localDay } from '../base/number-series.ts';
import productModule from '../base/product.ts';
import routeModule from '../base/route.ts';
import stationModule from '../base/station.ts';
import { type Bench, makeProcedure, makeProduct, openBench } from '../base/testing.ts';
import type { Session } from '../../kernel/context.ts';
import orderModule, { startOrder } from './order.ts';

let bench: Bench;
let nb: Session;
let cs: Session;
/** A product that can be made: route over two procedures, each with a station on the line. */
let wheel: { id: string };
let line: { id: string };
let op20: { id: string };

beforeAll(async () => {
  bench = await openBench([
    orderModule,
    productModule,
    routeModule,
    lineModule,
    stationModule,
    checkItemModule,
  ]);
  [nb, cs] = [await bench.site('NB'), await bench.site('CS')];
  const op10 = await makeProcedure(bench, nb, 'OP10');
  op20 = await makeProcedure(bench, nb, 'OP20', { isKey: true });
  line = await bench.make(nb, '/api/base/lines', { code: 'L04', name: '机加线' });
  for (const { id } of [op10, op20]) await station(id);
  await bench.make(nb, '/api/base/check-items', {
    itemCode: 'HB001',
    itemName: '中心孔',
    procedureId: op20.id,
    category: 'dimension',
    standard: '66.56',
    upperLimit: '66.6',
  });
  wheel = await makeProduct(bench, nb, 'W1890A', [op10, op20]);
});
afterAll(() => bench.close());

let stations = 0;
const station = (processName: string) => {
  stations += 1;
  return bench.make(nb, '/api/base/stations', {
    lineId: line.id,
    processName,
    workReportStationNo: `S${stations}`,
    stationName: `S${stations}`,
  });
};
const draftOf = (more: object = {}) => ({
  orderName: '18寸锻造轮-星驰',
  productId: wheel.id,
  quantity: 2400,
  lineIds: [line.id],
  planStartTime: '2026-11-01T00:00:00Z',
  planEndTime: '2026-11-20T00:00:00Z',
  dueDate: '2999-11-22',
  ...more,
});
const make = (more: object = {}) => bench.make(nb, '/api/production/orders', draftOf(more));
const act = (id: string, action: string, body: object = {}) =>
  bench.call(nb, 'POST', `/api/production/orders/${id}/actions/${action}`, { ...body });
const put = (id: string, body: object) =>
  bench.call(nb, 'PUT', `/api/production/orders/${id}`, { ...body });
const get = async (id: string) =>
  (await bench.call(nb, 'GET', `/api/production/orders/${id}`)).data;
const released = async (more: object = {}) => {
  const row = await make(more);
  await act(row.id, 'release', { revision: row.revision });
  return row.id;
};
const running = async (more: object = {}) => {
  const id = await released(more);
  await bench.inside(nb, (context) => startOrder(context, id));
  return id;
};
/** Counters are written by passes; here they are set as a day's work would leave them. */
const count = (id: string, set: string) =>
  bench.inside(nb, (context) =>
    sql`update production_order set ${sql.raw(set)} where id = ${id}`.execute(context.sql),
  );
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
    expect(both.map(({ key }) => key ?? 'released').sort()).toEqual(['released', 'row.state']);
  });

  it('needs a route, an enabled product, check items at key procedures and stations', async () => {
    const bare = await bench.make(nb, '/api/base/products', {
      category: 'wheel',
      materialCode: 'BARE',
      productName: '裸轮',
      standardBeat: '1',
    });
    expect(await act((await make({ productId: bare.id })).id, 'release')).toMatchObject({
      key: 'order.release.noRoute',
      args: { p: '裸轮' },
    });
    const key = await makeProcedure(bench, nb, 'OPK', { isKey: true });
    const unjudged = await makeProduct(bench, nb, 'NOITEM', [key]);
    expect(await act((await make({ productId: unjudged.id })).id, 'release')).toMatchObject({
      key: 'order.release.noCheckItem',
      args: { p: '轮 NOITEM' },
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

describe('company-wide people', () => {
  const company = (): Session => ({ ...nb, identity: 1, siteId: null });

  it('name the site of a new order, whose prefix its number takes', async () => {
    const unnamed = await bench.call(company(), 'POST', '/api/production/orders', draftOf());
    expect(unnamed.problems).toEqual(['site.required']);
    const made = await bench.make(
      company(),
      '/api/production/orders',
      draftOf({ siteId: nb.siteId }),
    );
    expect(made).toMatchObject({ siteId: nb.siteId, orderCode: expect.stringMatching(/^NB-MO-/) });
    const elsewhere = await bench.call(
      company(),
      'POST',
      '/api/production/orders',
      draftOf({ siteId: cs.siteId }),
    );
    expect(elsewhere.problems).toEqual(['ref.missing', 'ref.missing']);
  });

  it('see the orders of all sites and narrow them by site', async () => {
    const of = async (siteId: string | null) =>
      (
        await bench.call(
          company(),
          'GET',
          '/api/commons/orders',
          siteId ? { params: { siteId } } : {},
        )
      ).data.total;
    expect(await of(cs.siteId)).toBe(0);
    expect(await of(null)).toBe(await of(nb.siteId));
  });
});

describe('copy and split', () => {
  it('copies a draft under a new number', async () => {
    const id = await released({ customer: null });
    const { data } = await act(id, 'copy');
    expect(data).toMatchObject({
      state: 'draft',
      quantity: 2400,
      materialCode: null,
      orderName: '18寸锻造轮-星驰',
    });
    expect(data.orderCode).not.toBe((await get(id)).orderCode);
  });

  it('splits a quantity off to an order that keeps the release', async () => {
    const id = await released();
    const code = String((await get(id)).orderCode);
    expect((await act(id, 'split', { quantity: 2400 })).problems).toEqual(['order.split.quantity']);
    const part = (await act(id, 'split', { quantity: 400 })).data;
    expect(part).toMatchObject({
      orderCode: `${code}-1`,
      quantity: 400,
      state: 'released',
      materialCode: 'W1890A',
      goodQty: 0,
    });
    expect((await get(id)).quantity).toBe(2000);
    expect((await act(id, 'split', { quantity: 1 })).data.orderCode).toBe(`${code}-2`);
    await count(id, 'good_qty = 1990');
    expect((await act(id, 'split', { quantity: 100 })).problems).toEqual([
      'order.edit.quantityLow',
    ]);
  });
});

describe('what is shown of an order', () => {
  it('tells progress, forecast and risk as they are now', async () => {
    const id = await running({ quantity: 1000 });
    await count(
      id,
      "output_qty = 500, good_qty = 490, ng_qty = 10, packed_qty = 400, due_date = '2020-01-01', actual_start_time = now() - interval '5 days'",
    );
    expect(await get(id)).toMatchObject({
      progress: '40',
      risk: 'late',
      forecastTime: expect.any(String),
    });
    const funnel = (await bench.call(nb, 'GET', `/api/production/orders/${id}/funnel`)).data;
    expect(funnel.stages).toContainEqual({ stage: 'goodQty', count: 490, lost: 10 });
    const progress = (await bench.call(nb, 'GET', `/api/production/orders/${id}/progress`)).data;
    expect(progress).toMatchObject({ missing: 510, dueDate: '2020-01-01' });
    expect(Number(progress.differenceDays)).toBeLessThan(0);
    expect((await bench.call(nb, 'GET', `/api/production/orders/${id}/inspection`)).data).toEqual({
      list: [],
      total: 0,
    });
  });

  it('prints a traveller with QR, product and the route with its check items', async () => {
    const id = await released();
    const { data } = await bench.call(nb, 'GET', `/api/production/orders/${id}/traveller`);
    expect(data).toMatchObject({
      qr: `MO:${String((await get(id)).orderCode)}`,
      product: { materialCode: 'W1890A', image: null },
      route: { version: 1 },
      steps: [
        { procedureCode: 'OP10', checkItems: [] },
        {
          procedureCode: 'OP20',
          isKey: true,
          checkItems: [{ itemCode: 'HB001', upperLimit: '66.600000' }],
        },
      ],
    });
  });

  it('explains the counters above the list over all orders of the site', async () => {
    const figures = async (session: Session) =>
      (await bench.call(session, 'GET', '/api/production/orders/figures')).data as {
        worstLateDays: number;
        waitingQty: number;
      };
    const before = await figures(nb);
    const id = await released();
    const { quantity } = await get(id);
    expect(await figures(nb)).toMatchObject({ waitingQty: before.waitingQty + Number(quantity) });
    expect(await figures(cs)).toEqual({ worstLateDays: 0, waitingQty: 0 });
  });

  it('S103 suggests orders as code and name, searched by either, of the own site only', async () => {
    const row = await make({ orderName: '22.5寸商用车轮-远帆' });
    const { data } = await bench.call(nb, 'GET', '/api/commons/orders', {
      params: { keyword: '远帆' },
    });
    expect(data).toMatchObject({ total: 1, page: 1, limit: 50 });
    expect(data.list).toEqual([
      {
        id: row.id,
        code: row.orderCode,
        name: '22.5寸商用车轮-远帆',
        label: `${String(row.orderCode)}(22.5寸商用车轮-远帆)`,
        productId: wheel.id,
        state: 'draft',
      },
    ]);
    expect((await bench.call(cs, 'GET', '/api/commons/orders', {})).data.total).toBe(0);
    expect((await bench.call(cs, 'GET', `/api/production/orders/${row.id}`)).key).toBe(
      'row.missing',
    );
  });

  it('has no order lines of projects yet and says so', async () => {
    const { data } = await bench.call(nb, 'GET', '/erpProject/orderList', {
      params: { keyword: 'R02' },
    });
    expect(data).toEqual({ list: [], total: 0, page: 1, limit: 50 });
  });
});
