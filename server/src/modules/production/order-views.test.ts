import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../kernel/context.ts';
import { openOrderBench, type OrderBench } from './order.testing.ts';

let bench: OrderBench['bench'];
let nb: OrderBench['nb'];
let cs: OrderBench['cs'];
let wheel: OrderBench['wheel'];
let draftOf: OrderBench['draftOf'];
let make: OrderBench['make'];
let act: OrderBench['act'];
let get: OrderBench['get'];
let released: OrderBench['released'];
let running: OrderBench['running'];
let count: OrderBench['count'];

beforeAll(async () => {
  ({ bench, nb, cs, wheel, draftOf, make, act, get, released, running, count } =
    await openOrderBench());
});
afterAll(() => bench.close());

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

describe('dates of orders', () => {
  const asked = (session: Session, more: object) =>
    bench.call(session, 'POST', '/api/production/orders', draftOf(more));
  const early = {
    planStartTime: '2026-11-21T17:00:00Z',
    planEndTime: '2026-11-21T23:00:00Z',
  };

  it('are days of the site: an early start in Shanghai is a day later than in UTC', async () => {
    expect((await asked(nb, { ...early, dueDate: '2026-11-22' })).key).toBeNull();
    expect((await asked(nb, { ...early, dueDate: '2026-11-21' })).problems).toEqual([
      'field.period',
    ]);
  });

  it('are days of the site that company-wide people name', async () => {
    const company: Session = { ...nb, identity: 1, siteId: null };
    const late = { planStartTime: '2026-11-22T03:00:00Z', planEndTime: '2026-11-22T04:00:00Z' };
    const draft = { ...late, dueDate: '2026-11-21', siteId: nb.siteId };
    expect((await asked(company, draft)).problems).toEqual(['field.period']);
    const live = (zone: string) =>
      bench.inside(company, (context) =>
        sql`update base_site set time_zone = ${zone} where id = ${nb.siteId}`.execute(context.sql),
      );
    await live('America/New_York');
    expect((await asked(company, draft)).key).toBeNull();
    await live('Asia/Shanghai');
  });

  it('are points in time, however they are written', async () => {
    const start = '2026-11-22T01:00:00+08:00';
    const dueDate = '2026-11-30';
    expect(
      (await asked(nb, { planStartTime: start, planEndTime: '2026-11-21T20:00:00Z', dueDate })).key,
    ).toBeNull();
    expect(
      (await asked(nb, { planStartTime: start, planEndTime: '2026-11-21T16:59:00Z', dueDate }))
        .problems,
    ).toEqual(['field.period']);
  });

  it('count an order that ended early today as of today', async () => {
    const { id } = await make({ ...early, dueDate: '2026-11-22' });
    await count(id, `state = 'completed', actual_end_time = '2026-11-21T23:30:00Z'`);
    const { data } = await bench.call(nb, 'GET', `/api/production/orders/${id}/progress`);
    expect(data).toMatchObject({ dueDate: '2026-11-22', forecastTime: null, differenceDays: 0 });
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

  it("explains the counters above the list over all orders of the site, one's own or the chosen one", async () => {
    const figures = async (session: Session, params: object = {}) =>
      (await bench.call(session, 'GET', '/api/production/orders/figures', { params })).data as {
        worstLateDays: number;
        waitingQty: number;
      };
    const before = await figures(nb);
    const id = await released();
    const { quantity } = await get(id);
    expect(await figures(nb)).toMatchObject({ waitingQty: before.waitingQty + Number(quantity) });
    expect(await figures(cs)).toEqual({ worstLateDays: 0, waitingQty: 0 });
    const company: Session = { ...nb, identity: 1 };
    expect(await figures(company, { siteId: nb.siteId })).toEqual(await figures(nb));
    expect(await figures(company, { siteId: cs.siteId })).toEqual(await figures(cs));
  });

  it('S103 S243 S248 suggests orders as code and name, searched by either, of the own site only', async () => {
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
});
