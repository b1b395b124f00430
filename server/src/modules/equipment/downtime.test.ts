import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import type { Headers, TestApp } from '../../kernel/testing.ts';
import { testApp } from '../../kernel/testing.ts';
import { hearAfterLong, makeGateway, message, post, type TestGateway } from '../device/testing.ts';
import { shiftSums } from './shift-sums.ts';

interface Row {
  id: string;
  revision: number;
  state: string;
  startTime: string;
  endTime: string | null;
  minutes: string;
  category: string;
  reasonId: string | null;
  alarmEncoding: string | null;
  proposedReasonId: string | null;
  proposedCategory: string | null;
  shiftDate: string;
  shiftName: string;
  classifyBy: string | null;
}

const HOUR = 3_600_000;
const MINUTE = 60_000;
const URL = '/api/equipment/downtimes';

describe('downtime', () => {
  let test: TestApp;
  let gateway: TestGateway;
  let me: Headers;
  let admin: Headers;
  let lineId = '';
  const tell = (at: number, status: string, more: object = {}) =>
    message(gateway, {
      type: 'state',
      sendTime: new Date(at).toISOString(),
      data: { status, ...more },
    });
  const list = async () => (await test.call<{ list: Row[] }>('GET', URL, undefined, me)).data.list;
  const act = (row: Row, action: string, body: object) =>
    test.call<Row>(
      'POST',
      `${URL}/${row.id}/actions/${action}`,
      { revision: row.revision, ...body },
      me,
    );

  /** A machine on a line that works round the clock but for a break at noon of the site. */
  async function bind(numbers: readonly string[], breaks = ['12:00-12:30']): Promise<void> {
    gateway = await makeGateway(test, numbers);
    admin = await test.as('site_admin', gateway.site);
    me = await test.as('equipment_engineer', gateway.site);
    const shifts = [
      { name: '早班', startTime: '08:00', endTime: '20:00', breaks, weekdays: [] },
      { name: '夜班', startTime: '20:00', endTime: '08:00', breaks: [], weekdays: [] },
    ];
    const devices = Object.values(gateway.devices).map((equipmentId) => ({ equipmentId }));
    const made = await test.call<{ id: string }>(
      'POST',
      '/api/base/lines',
      { code: 'L1', name: '一线', serialNumber: 1, shifts, devices },
      admin,
    );
    expect(made).toMatchObject({ code: 0 });
    lineId = made.data.id;
  }

  beforeAll(async () => {
    test = await testApp();
    await bind(['MC-1']);
  });
  afterAll(() => test.close());

  /** Ten in the morning of yesterday, China time: inside a shift, two hours before the break. */
  const ten = Math.floor((Date.now() + 8 * HOUR) / (24 * HOUR)) * 24 * HOUR - 24 * HOUR + 2 * HOUR;

  it('opens a stop over the minor-stop limit, closes it when the machine runs, and leaves short ones out', async () => {
    await post(test, gateway, [
      tell(ten, 'run'),
      tell(ten + 10 * MINUTE, 'idle'),
      tell(ten + 11 * MINUTE, 'run'),
      tell(ten + 30 * MINUTE, 'idle'),
    ]);
    const [open, ...none] = await list();
    expect(none).toEqual([]);
    expect(open).toMatchObject({ state: 'open', endTime: null, shiftName: '早班' });
    await post(test, gateway, [tell(ten + 45 * MINUTE, 'run')]);
    const [closed] = await list();
    expect(closed).toMatchObject({ id: open?.id, state: 'unclassified', minutes: '15.00' });
    expect(closed?.startTime).toBe(new Date(ten + 30 * MINUTE).toISOString());
    expect(closed?.endTime).toBe(new Date(ten + 45 * MINUTE).toISOString());
  });

  it('counts neighbouring states as one stop and leaves the break out', async () => {
    await post(test, gateway, [
      tell(ten + 100 * MINUTE, 'alarm'),
      tell(ten + 110 * MINUTE, 'idle'),
      tell(ten + 190 * MINUTE, 'run'),
    ]);
    const [stop] = await list();
    expect(stop).toMatchObject({ minutes: '60.00', state: 'unclassified' });
    expect(stop?.startTime).toBe(new Date(ten + 100 * MINUTE).toISOString());
  });

  it('moves a stop when a message comes late, and takes back one that never was', async () => {
    await post(test, gateway, [tell(ten + 200 * MINUTE, 'idle'), tell(ten + 230 * MINUTE, 'run')]);
    const before = await list();
    expect(before[0]).toMatchObject({ minutes: '30.00' });
    await post(test, gateway, [tell(ten + 210 * MINUTE, 'run')]);
    const after = await list();
    expect(after.length).toBe(before.length);
    expect(after[0]).toMatchObject({ id: before[0]?.id, minutes: '10.00' });
    await post(test, gateway, [tell(ten + 201 * MINUTE, 'run')]);
    expect((await list()).length).toBe(before.length - 1);
  });

  it('takes a stop of the night shift for the day on which the shift began', async () => {
    const night = ten - 8.5 * HOUR; // 01:30 of yesterday, in the shift that began the day before
    await post(test, gateway, [tell(night, 'idle'), tell(night + 30 * MINUTE, 'run')]);
    const startTime = new Date(night).toISOString();
    const stop = (await list()).find((row) => row.startTime === startTime);
    const day = new Date(ten - 16 * HOUR).toISOString().slice(0, 10);
    expect(stop).toMatchObject({ shiftDate: day, shiftName: '夜班', minutes: '30.00' });
  });

  it('proposes the reason that names the alarm, and takes it with one tap', async () => {
    const reason = await test.call<{ id: string }>(
      'POST',
      '/api/base/reason-codes',
      {
        kind: 'downtime',
        code: 'D1',
        nameZh: '伺服',
        nameEn: 'Servo',
        category: 'breakdown',
        alarmEncodings: ['SV0401'],
      },
      admin,
    );
    const at = ten + 300 * MINUTE;
    await post(test, gateway, [
      message(gateway, {
        type: 'alarm',
        sendTime: new Date(at).toISOString(),
        data: { encoding: 'SV0401', active: 1, text: 'x' },
      }),
      tell(at, 'alarm'),
      tell(at + 20 * MINUTE, 'run'),
    ]);
    const stop = (await list()).find(({ alarmEncoding }) => alarmEncoding === 'SV0401');
    expect(stop).toMatchObject({ proposedReasonId: reason.data.id, proposedCategory: 'breakdown' });
    const batch = await test.call<{ ok: number }>(
      'POST',
      `${URL}/actions/classify`,
      { ids: [stop?.id] },
      me,
    );
    expect(batch.data.ok).toBe(1);
    const told = (await list()).find(({ id }) => id === stop?.id);
    expect(told).toMatchObject({
      state: 'classified',
      category: 'breakdown',
      reasonId: reason.data.id,
    });
    expect(told?.classifyBy).not.toBeNull();
  });

  it('refuses to accept where nothing is proposed, and a reason of another category', async () => {
    const row = (await list()).find(({ state }) => state === 'unclassified') as Row;
    expect(await act(row, 'classify', {})).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'category', key: 'downtime.classify.empty' }] },
    });
    const reasons = await test.call<{ list: { id: string }[] }>(
      'GET',
      '/api/base/reason-codes?limit=0',
      undefined,
      admin,
    );
    const reasonId = reasons.data.list[0]?.id;
    expect(await act(row, 'classify', { category: 'material', reasonId })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'reasonId', key: 'downtime.classify.category' }] },
    });
    expect(await act(row, 'classify', { reasonId })).toMatchObject({
      code: 0,
      data: { category: 'breakdown', state: 'classified' },
    });
  });

  it('splits one stop into two causes; parts that overlap or leave a gap are refused', async () => {
    const row = (await list()).find(({ minutes }) => minutes === '15.00') as Row;
    const start = Date.parse(row.startTime);
    const part = (from: number, to: number, category: string) => ({
      startTime: new Date(start + from * MINUTE).toISOString(),
      endTime: new Date(start + to * MINUTE).toISOString(),
      category,
    });
    const overlap = await act(row, 'split', { parts: [part(0, 10, 'tool'), part(9, 15, 'setup')] });
    expect(overlap).toMatchObject({
      code: 422,
      data: { errors: [{ key: 'downtime.split.overlap' }] },
    });
    const gap = await act(row, 'split', { parts: [part(0, 8, 'tool'), part(9, 15, 'setup')] });
    expect(gap).toMatchObject({ code: 422, data: { errors: [{ key: 'downtime.split.cover' }] } });
    const done = await act(row, 'split', { parts: [part(0, 9, 'tool'), part(9, 15, 'setup')] });
    expect(done).toMatchObject({ code: 0, data: { minutes: '9.00', category: 'tool' } });
    const rest = (await list()).find(({ minutes }) => minutes === '6.00');
    expect(rest).toMatchObject({ category: 'setup', state: 'classified', shiftName: '早班' });
  });

  it('adds minutes up by reason, hour and day', async () => {
    const { data, code } = await test.call<DowntimePareto>(
      'GET',
      `${URL}/pareto?params[lineId]=${lineId}`,
      undefined,
      me,
    );
    expect(code).toBe(0);
    const rows = await list();
    const sum = rows.reduce((total, { minutes }) => total + Number(minutes), 0);
    expect(data.minutes).toBeCloseTo(sum);
    expect(data.count).toBe(rows.length);
    expect(data.byCategory.find(({ category }) => category === 'setup')?.minutes).toBe(6);
    expect(data.minorMinutes).toBeGreaterThanOrEqual(1);
    // A stop from 11:40 to 13:10 with the break at noon: half an hour of it lies in the hour of noon.
    expect(data.byHour.filter(({ hour }) => hour === 12)).toMatchObject([{ minutes: 30 }]);
    expect(data.byHour.reduce((total, { minutes }) => total + minutes, 0)).toBeCloseTo(sum, 0);
    expect(
      await test.call(
        'GET',
        `${URL}/pareto?params[shiftDate][begin]=2020-01-01&params[shiftDate][end]=2025-01-01`,
        undefined,
        me,
      ),
    ).toMatchObject({ code: 400 });
  });

  it('opens the stop of a machine that stands without a word, heard before or not, and keeps its minutes', async () => {
    await bind(['MC-8', 'MC-9'], []);
    const now = Date.now();
    const path = `/api/equipment/machine-tools/${gateway.devices['MC-9']}/actions/setStatus`;
    expect(await test.call('POST', path, { revision: 1, status: 'maintain' }, me)).toMatchObject({
      code: 0,
    });
    await post(test, gateway, [tell(now, 'idle')]);
    /** As if a heartbeat without a state had come; only MC-8 was ever heard. */
    const hear = async (minutes: number) => {
      const at = new Date(now + minutes * MINUTE).toISOString();
      await test.database.owner.query(
        'update device_live set heard_time = $2 where equipment_id = $1',
        [gateway.devices['MC-8'], at],
      );
      await hearAfterLong(test, now + minutes * MINUTE);
    };
    await hear(1);
    expect(await list()).toEqual([]);
    await hear(3);
    const proposed = (await list()).map(({ proposedCategory }) => proposedCategory);
    expect(new Set(proposed)).toEqual(new Set(['planned', null]));
    await hear(9);
    for (const { state, minutes } of await list()) {
      expect(state).toBe('open');
      expect(Number(minutes)).toBeCloseTo(9, 1);
    }
  });

  it('lets operators classify but not split', async () => {
    const operator = await test.as('operator', gateway.site);
    const [row] = await list();
    const answer = await test.call('POST', `${URL}/${row?.id}/actions/split`, {}, operator);
    expect(answer.code).toBe(403);
  });

  it('names the order that ran at the line when the machine stopped, for all lines or for its own', async () => {
    await bind(['MC-20'], []);
    const { site } = gateway;
    const order = (code: string, lines: string, hours: [number, number | null]) =>
      test.database.owner.query(
        `with product as (insert into base_product (site_id, category, material_code, product_name, standard_beat)
            values ($1, 'wheel', $2, $2, 145) returning id)
         insert into production_order (site_id, order_code, order_name, product_id, quantity, line_ids, plan_start_time, plan_end_time,
           due_date, state, actual_start_time, actual_end_time)
         select $1, $2, $2, id, 10, $3, now(), now(), current_date, $4, $5, $6 from product`,
        [
          site.id,
          code,
          lines,
          hours[1] === null ? 'running' : 'completed',
          new Date(ten + hours[0] * HOUR).toISOString(),
          hours[1] === null ? null : new Date(ten + hours[1] * HOUR).toISOString(),
        ],
      );
    await order('O-PAST', `{${lineId}}`, [-5, 1]);
    await order('O-ALL', '{}', [1, null]);
    await post(test, gateway, [
      tell(ten, 'run'),
      tell(ten + 10 * MINUTE, 'idle'),
      tell(ten + 40 * MINUTE, 'run'),
      tell(ten + 80 * MINUTE, 'idle'),
      tell(ten + 90 * MINUTE, 'run'),
    ]);
    const { rows } = await test.database.owner.query<{ code: string }>(
      `select o.order_code as code from equipment_downtime d left join production_order o on o.id = d.order_id
       where d.equipment_id = $1 order by d.start_time`,
      [gateway.devices['MC-20']],
    );
    expect(rows.map(({ code }) => code)).toEqual(['O-PAST', 'O-ALL']);
    const cards = await test.call<{
      list: { number: string; live: { orderCode: string | null } }[];
    }>('GET', '/api/equipment/machine-tools', undefined, me);
    expect(cards.data.list).toMatchObject([{ number: 'MC-20', live: { orderCode: 'O-ALL' } }]);
  });

  it('keeps the start of a stop however many states it is made of', async () => {
    await bind(['MC-21'], []);
    const words = Array.from({ length: 250 }, (_, place) =>
      tell(ten + (20 + place) * 1000, 'idle', { program: `O${place}` }),
    );
    await post(test, gateway, [tell(ten, 'run'), ...words.slice(0, 200)]);
    await post(test, gateway, words.slice(200, 230));
    await post(test, gateway, words.slice(230));
    await post(test, gateway, [tell(ten + 10 * MINUTE, 'run')]);
    expect(await list()).toMatchObject([
      { startTime: new Date(ten + 20_000).toISOString(), minutes: '9.67' },
    ]);
  });

  it('counts an alarm during which the machine changes its program as one failure', async () => {
    await bind(['MC-22'], []);
    await post(test, gateway, [
      tell(ten, 'run', { program: 'A' }),
      tell(ten + 10 * MINUTE, 'alarm', { program: 'A' }),
      tell(ten + 13 * MINUTE, 'alarm', { program: 'B' }),
      tell(ten + 16 * MINUTE, 'estop', { program: 'B' }),
      tell(ten + 19 * MINUTE, 'run', { program: 'B' }),
      tell(ten + 30 * MINUTE, 'alarm'),
      tell(ten + 34 * MINUTE, 'run'),
    ]);
    const id = gateway.devices['MC-22'] ?? '';
    const day = new Date(ten + 8 * HOUR).toISOString().slice(0, 10);
    const sums = await inScope(test.app.services.database.pool, { site: gateway.site.id }, (trx) =>
      shiftSums(trx, { siteId: gateway.site.id, equipmentIds: [id], from: day, to: day }),
    );
    expect(
      sums.map(({ sums: { failures, failureSeconds } }) => [failures, failureSeconds]),
    ).toEqual([
      [1, 9 * 60],
      [0, 0],
    ]);
  });
});
