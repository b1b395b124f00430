import type { DeviceMessage } from '@millwright/contract/device/message';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { appliers } from '../device/appliers.ts';
import { applyWaiting } from '../device/apply-waiting.ts';
import { makeGateway, message, post, type TestGateway } from '../device/testing.ts';
import { countMessage, type Insert, insertAt, makeCountingLine } from './counting.testing.ts';
import { letTimePass } from './passing-time.ts';
import { countApplier } from './take-counts.ts';

describe('output of stations without piece numbers', () => {
  let test: TestApp;
  let gateway: TestGateway;
  let insert: Insert;
  let ids: Awaited<ReturnType<typeof makeCountingLine>>;
  beforeAll(async () => {
    test = await testApp();
  });
  beforeEach(async () => {
    gateway = await makeGateway(test, ['CT-1', 'CT-2'], { isHistory: true });
    insert = insertAt(test, gateway);
    ids = await makeCountingLine(insert, gateway);
  });
  afterAll(() => test.close());

  const count = (time: string, data: object, more: Partial<DeviceMessage> = {}) =>
    countMessage(gateway, time, data, more);
  const totals = async () => {
    const { rows } = await test.database.owner.query<{ good: number; ng: number }>(
      'select coalesce(sum(good), 0)::int as good, coalesce(sum(ng), 0)::int as ng from prod_hour where site_id = $1',
      [gateway.site.id],
    );
    return rows[0];
  };
  const hours = async () => {
    const { rows } = await test.database.owner.query<{ hour: string; good: number }>(
      `select to_char(hour at time zone 'Asia/Shanghai', 'DD HH24') as hour, sum(good)::int as good from prod_hour
       where site_id = $1 group by hour having sum(good) <> 0 order by prod_hour.hour`,
      [gateway.site.id],
    );
    return rows.map(({ hour, good }) => `${hour}h ${good}`);
  };

  it('counts the differences of a counter for the order at the line, over midnight in the night shift', async () => {
    const sent = [
      count('14T22:10:00', { counter: 100 }),
      count('14T22:50:00', { counter: 104 }),
      count('15T01:30:00', { counter: 110, ng: 2 }),
      count('15T01:40:00', { stationNumber: 'st-1', counter: 111 }),
    ];
    expect((await post(test, gateway, sent)).accepted).toHaveLength(4);
    expect((await post(test, gateway, sent)).duplicate).toHaveLength(4);
    expect(await hours()).toEqual(['14 22h 4', '15 01h 7']);
    expect(await totals()).toEqual({ good: 11, ng: 2 });
    const { rows } = await test.database.owner.query(
      `select distinct equipment_id, line_id, order_id, product_id, shift_date::text, shift_id, rework from prod_hour where site_id = $1`,
      [gateway.site.id],
    );
    expect(rows).toEqual([
      {
        equipment_id: gateway.devices['CT-1'],
        line_id: ids.line,
        order_id: ids.order,
        product_id: ids.product,
        shift_date: '2026-03-14',
        shift_id: ids.night,
        rework: '0',
      },
    ]);
  });

  it('takes a counter that runs backwards as reset, and each machine for itself', async () => {
    await post(test, gateway, [
      count('14T10:00:00', { counter: 500 }),
      count('14T10:10:00', { counter: 7 }, { deviceNumber: 'CT-2' }),
      count('14T10:20:00', { counter: 510 }),
      count('14T10:30:00', { counter: 3 }),
      count('14T10:40:00', { counter: 5 }),
      count('14T10:50:00', { counter: 8 }, { deviceNumber: 'CT-2' }),
    ]);
    expect(await totals()).toEqual({ good: 16, ng: 0 });
  });

  it('gives the same in any order of arrival; a late one splits the pieces between its neighbours', async () => {
    await post(test, gateway, [
      count('14T10:10:00', { counter: 10 }),
      count('14T12:10:00', { counter: 30 }),
    ]);
    expect(await hours()).toEqual(['14 12h 20']);
    await post(test, gateway, [count('14T11:10:00', { counter: 18 })]);
    expect(await hours()).toEqual(['14 11h 8', '14 12h 12']);
    await post(test, gateway, [count('14T09:10:00', { counter: 4 })]);
    // Between 18 and 30 it was reset.
    await post(test, gateway, [count('14T11:50:00', { counter: 2 })]);
    expect(await hours()).toEqual(['14 10h 6', '14 11h 10', '14 12h 28']);
  });

  it('is not misled by a clock that goes back', async () => {
    await post(test, gateway, [
      count('14T10:10:45', { counter: 10 }),
      count('14T10:10:05', { counter: 11 }, { after: '2026-03-14T10:10:45+08:00' }),
      count('14T10:11:00', { counter: 12 }),
    ]);
    expect(await totals()).toEqual({ good: 2, ng: 0 });
  });

  it('takes no old counter for a reset where its time was replaced by that of its arrival', async () => {
    gateway = { ...gateway, ...(await makeGateway(test, ['CT-9'], { site: gateway.site })) };
    const ago = (minutes: number) => ({
      sendTime: new Date(Date.now() - minutes * 60_000).toISOString(),
    });
    await post(test, gateway, [
      count('', { counter: 5 }, ago(60 * 24 * 9)),
      count('', { counter: 6 }, ago(60 * 24 * 8)),
    ]);
    await post(test, gateway, [count('', { counter: 900 }, ago(30))]);
    await post(test, gateway, [count('', { counter: 904 }, ago(20))]);
    await post(test, gateway, [count('', { counter: 905 }, ago(-1))]);
    expect(await totals()).toEqual({ good: 5, ng: 0 });
  });

  it('forgets old readings but the last, which the next one is held against', async () => {
    const replayed = gateway;
    await post(test, replayed, [
      count('14T10:00:00', { counter: 1 }),
      count('14T11:00:00', { counter: 2 }),
    ]);
    gateway = { ...gateway, ...(await makeGateway(test, ['CT-8'], { site: gateway.site })) };
    const now = (counter: number) => count('', { counter }, { sendTime: new Date().toISOString() });
    const kept = async ({ devices }: TestGateway) => {
      const { rows } = await test.database.owner.query<{ counter: string }>(
        'select counter from device_counter where equipment_id = any($1::bigint[]) order by counter::int',
        [Object.values(devices)],
      );
      return rows.map(({ counter }) => counter);
    };
    const age = (days: number, counter: number) =>
      test.database.owner.query(
        'update device_counter set at = at - make_interval(days => $1) where equipment_id = $2 and counter = $3',
        [days, gateway.devices['CT-8'], counter],
      );
    const aged = [
      [300, 1],
      [200, 4],
      [99, 6],
    ] as const;
    for (const [days, counter] of aged) {
      await post(test, gateway, [now(counter)]);
      await age(days, counter);
    }
    await test.app.services.asSystem((trx) => letTimePass(trx, test.app.services));
    expect(await kept(gateway)).toEqual(['4', '6']);
    expect(await kept(replayed)).toEqual(['1', '2']);
    await test.database.owner.query('delete from device_counter where counter = 6');
    await post(test, gateway, [now(9)]);
    // 1, 3 and 2 before, and what came since the reading that was kept.
    expect(await totals()).toEqual({ good: 1 + 3 + 2 + 5, ng: 0 });
    await test.database.owner.query('update base_gateway set max_age_days = 400 where id = $1', [
      gateway.id,
    ]);
    await age(350, 9);
    await test.app.services.asSystem((trx) => letTimePass(trx, test.app.services));
    expect(await kept(gateway)).toEqual(['4', '9']);
  });

  it('adds pieces that are told without a counter, for the order that is named or had begun', async () => {
    const other = await insert(
      `insert into production_order (site_id, order_code, order_name, product_id, quantity, plan_start_time, plan_end_time, due_date, state)
       values ($1, 'MO-2', 'MO-2', $2, 10, now(), now(), current_date, 'released')`,
      ids.product,
    );
    await post(test, gateway, [
      count('14T10:00:00', { good: 3, ng: 1 }),
      count('14T10:05:00', { good: 4 }, { orderCode: 'mo-2' }),
      count('14T10:06:00', { ng: 2 }),
      count('14T10:07:00', { good: 9 }, { sendTime: '2026-02-14T10:00:00+08:00' }),
    ]);
    const { rows } = await test.database.owner.query(
      'select order_id as id, sum(good)::int as good, sum(ng)::int as ng from prod_hour where site_id = $1 group by 1 order by 1',
      [gateway.site.id],
    );
    expect(rows).toEqual([
      { id: '0', good: 9, ng: 0 },
      { id: ids.order, good: 3, ng: 3 },
      { id: other, good: 4, ng: 0 },
    ]);
  });

  it('refuses stations that the site does not have, in both languages', async () => {
    const stranger = await makeGateway(test, ['CT-3']);
    const sent = message(stranger, { type: 'count', data: { stationNumber: 'ST-1', counter: 1 } });
    expect((await post(test, stranger, [sent])).rejected).toEqual([
      { messageId: sent.messageId, reason: expect.stringContaining('工位「ST-1」不存在或已停用') },
    ]);
    const { rows } = await test.database.owner.query(
      'select reason_zh as zh, reason_en as en from device_refusal where gateway_id = $1',
      [stranger.id],
    );
    expect(rows).toEqual([
      { zh: '工位「ST-1」不存在或已停用', en: 'Station "ST-1" is unknown or disabled' },
    ]);
  });

  it('applies those that waited before anybody took them', async () => {
    appliers.delete('count');
    try {
      const sent = [count('14T10:00:00', { counter: 1 }), count('14T10:10:00', { counter: 4 })];
      expect((await post(test, gateway, sent)).accepted).toHaveLength(2);
      expect(await totals()).toEqual({ good: 0, ng: 0 });
    } finally {
      appliers.set('count', countApplier);
    }
    await expect
      .poll(async () => {
        await applyWaiting(test.app.services);
        return totals();
      })
      .toEqual({ good: 3, ng: 0 });
  });
});
