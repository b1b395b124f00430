import type { DeviceMessage } from '@millwright/contract/device/message';
import { order } from '@millwright/contract/production/order';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, post, type TestGateway } from '../device/testing.ts';
import { countMessage, type Insert, insertAt, makeCountingLine } from './counting.testing.ts';

describe('the first pieces of an order', () => {
  let test: TestApp;
  let gateway: TestGateway;
  let insert: Insert;
  let ids: Awaited<ReturnType<typeof makeCountingLine>>;
  let planner: Headers;
  beforeAll(async () => {
    test = await testApp();
  });
  beforeEach(async () => {
    gateway = await makeGateway(test, ['CT-1', 'CT-2'], { isHistory: true });
    insert = insertAt(test, gateway);
    ids = await makeCountingLine(insert, gateway);
    planner = await test.as('planner', gateway.site);
  });
  afterAll(() => test.close());

  const makeOrder = (code: string, state: string) =>
    insert(
      `insert into production_order (site_id, order_code, order_name, product_id, quantity, line_ids, plan_start_time,
         plan_end_time, due_date, state)
       values ($1, $2, $2, $3, 10, array[$4]::bigint[], now(), now(), current_date, $5)`,
      code,
      ids.product,
      ids.line,
      state,
    );
  const count = (time: string, data: object, orderCode = 'MO-2', more: object = {}) =>
    countMessage(gateway, time, data, { orderCode, ...more });
  const send = (...messages: DeviceMessage[]) => post(test, gateway, messages);
  const read = async (id: string) => {
    const { data } = await test.call<Record<string, unknown>>(
      'GET',
      `${order.path}/${id}`,
      undefined,
      planner,
    );
    return { state: data.state, since: data.actualStartTime };
  };
  const historyOf = async (id: string) => {
    const { data } = await test.call<{
      list: { operation: string; operator: string; changes: { field: string; after: unknown }[] }[];
    }>('GET', `${order.path}/${id}/history`, undefined, planner);
    return data.list.map(({ operation, operator, changes }) => ({
      operation,
      operator,
      fields: changes.map(({ field }) => field),
    }));
  };
  const START = {
    operation: 'start',
    operator: '系统 system',
    fields: ['actualStartTime', 'state'],
  };

  it('set it running from their time on, once, as its history and the operate log tell', async () => {
    const id = await makeOrder('MO-2', 'released');
    await send(count('14T10:00:00', { counter: 100 }));
    expect(await read(id)).toEqual({ state: 'released', since: null });
    await send(count('14T10:20:00', { counter: 107 }), count('14T10:10:00', { counter: 103 }));
    const begun = { state: 'running', since: '2026-03-14T02:10:00.000Z' };
    expect(await read(id)).toEqual(begun);
    expect(await historyOf(id)).toEqual([START]);
    await send(count('14T10:30:00', { counter: 110 }), count('14T09:00:00', { good: 2 }));
    expect(await read(id)).toEqual(begun);
    expect(await historyOf(id)).toHaveLength(1);
    const { data } = await test.call<{ list: { module: string; businessType: string }[] }>(
      'GET',
      '/api/log/operate-logs?params[operator]=system',
      undefined,
      await test.as('site_admin', gateway.site),
    );
    expect(data.list).toMatchObject([{ module: '生产订单', businessType: '11', status: '0' }]);
    const { rows } = await test.database.owner.query(
      'select risk from production_order where id = $1',
      [id],
    );
    expect(rows).toEqual([{ risk: expect.any(String) }]);
  });

  it('may be NG ones; what counts nothing starts nothing', async () => {
    const id = await makeOrder('MO-2', 'released');
    await send(
      count('14T10:00:00', { counter: 7 }),
      count('14T10:05:00', { counter: 7, ng: 0 }),
      count('14T10:06:00', { good: 0, ng: 0 }),
    );
    expect(await read(id)).toMatchObject({ state: 'released' });
    await send(count('14T10:07:00', { counter: 7, ng: 1 }));
    expect(await read(id)).toEqual({ state: 'running', since: '2026-03-14T02:07:00.000Z' });
  });

  it('count for the order from then on, named or not', async () => {
    const id = await makeOrder('MO-2', 'released');
    await send(count('14T10:00:00', { good: 3 }));
    await send(count('14T10:10:00', { good: 4 }, ''));
    const { rows } = await test.database.owner.query(
      'select sum(good)::int as good from prod_hour where order_id = $1',
      [id],
    );
    expect(rows).toEqual([{ good: 7 }]);
  });

  it.each(['draft', 'paused', 'completed', 'closed', 'cancelled'])(
    'leave one that is %s as it is',
    async (state) => {
      const id = await makeOrder('MO-2', state);
      await send(count('14T10:00:00', { good: 3 }));
      expect(await read(id)).toEqual({ state, since: null });
      expect(await historyOf(id)).toEqual([]);
    },
  );

  it('start it once when two gateways tell them at the same moment, and several orders at once', async () => {
    const other = await makeGateway(test, ['CT-3'], { isHistory: true, site: gateway.site });
    const orders = [await makeOrder('MO-2', 'released'), await makeOrder('MO-3', 'released')];
    const both = (of: TestGateway) =>
      ['mo-3', 'MO-2'].map((orderCode) =>
        countMessage(of, '14T10:00:00', { good: 1 }, { orderCode }),
      );
    await Promise.all([
      post(test, gateway, both(gateway)),
      post(test, other, both(other)),
      send(count('14T10:00:00', { good: 1 }, 'MO-3', { deviceNumber: 'CT-2' })),
    ]);
    for (const id of orders) {
      expect(await read(id)).toEqual({ state: 'running', since: '2026-03-14T02:00:00.000Z' });
      expect(await historyOf(id)).toEqual([START]);
    }
  });
});
