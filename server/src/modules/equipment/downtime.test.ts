import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../kernel/testing.ts';
import { message, post } from '../device/testing.ts';
import { DOWNTIMES, HOUR, MINUTE, openPlant, type Row, ten } from './downtime.testing.ts';

const test = await testApp();
const { gateway, me, admin, lineId, tell, list, act } = await openPlant(test, ['MC-1']);
afterAll(() => test.close());

describe('downtime', () => {
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
      `${DOWNTIMES}/actions/classify`,
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
    // Whoever saves the same once more is the one who says so.
    const other = await test.as('equipment_engineer', gateway.site);
    const { category, reasonId, revision } = told as Row;
    const said = await test.call<Row>(
      'PUT',
      `${DOWNTIMES}/${told?.id}`,
      { category, reasonId, revision },
      other,
    );
    expect(said).toMatchObject({ code: 0, data: { category, revision: revision + 1 } });
    expect(said.data.classifyBy).not.toBe(told?.classifyBy);
  });

  it('refuses to accept where nothing is proposed, an unknown category, and a reason of another one', async () => {
    const row = (await list()).find(({ state }) => state === 'unclassified') as Row;
    expect(await act(row, 'classify', {})).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'category', key: 'downtime.classify.empty' }] },
    });
    expect(await act(row, 'classify', { category: 'nonsense' })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'category', key: 'field.choice' }] },
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
    const unknown = await act(row, 'split', {
      parts: [part(0, 9, 'nonsense'), part(9, 15, 'setup')],
    });
    expect(unknown).toMatchObject({ code: 422, data: { errors: [{ key: 'field.choice' }] } });
    const done = await act(row, 'split', { parts: [part(0, 9, 'tool'), part(9, 15, 'setup')] });
    expect(done).toMatchObject({ code: 0, data: { minutes: '9.00', category: 'tool' } });
    const rest = (await list()).find(({ minutes }) => minutes === '6.00');
    expect(rest).toMatchObject({ category: 'setup', state: 'classified', shiftName: '早班' });
  });

  it('adds minutes up by reason, hour and day', async () => {
    const { data, code } = await test.call<DowntimePareto>(
      'GET',
      `${DOWNTIMES}/pareto?params[lineId]=${lineId}`,
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
        `${DOWNTIMES}/pareto?params[shiftDate][begin]=2020-01-01&params[shiftDate][end]=2025-01-01`,
        undefined,
        me,
      ),
    ).toMatchObject({ code: 400 });
  });

  it('adds up the production date that goes on: that of yesterday until the day of the site begins', async () => {
    const late = await test.makeSite();
    await test.database.owner.query(`update base_site set day_start = '23:59' where id = $1`, [
      late.id,
    ]);
    const engineer = await test.as('equipment_engineer', late);
    const dayNow = () =>
      new Date(Date.now() + 8 * HOUR - (24 * HOUR - MINUTE)).toISOString().slice(0, 10);
    const before = dayNow();
    const ask = (days: number) =>
      test.call<DowntimePareto>('GET', `${DOWNTIMES}/pareto?days=${days}`, undefined, engineer);
    const { data } = await ask(1);
    expect([before, dayNow()]).toContain(data.to);
    expect(data.from).toBe(data.to);
    expect(await ask(367)).toMatchObject({ code: 400 });
  });

  it('adds up all sites over a date that goes on where there are machines, not at a site that has none yet', async () => {
    const early = await test.makeSite();
    const { rows: before } = await test.database.owner.query<{ id: string; start: string | null }>(
      `select id, day_start as start from base_site where depart_type = 'site'`,
    );
    // More than a day later than every other site.
    await test.database.owner.query(
      `update base_site set day_start = case when id = $1 then '00:00' else '23:59' end,
        time_zone = case when id = $1 then 'Pacific/Kiritimati' else time_zone end where depart_type = 'site'`,
      [early.id],
    );
    const leader = await test.as(['equipment:downtime:list', 'equipment:downtime:query']);
    const ask = async (site = '') =>
      (
        await test.call<DowntimePareto>(
          'GET',
          `${DOWNTIMES}/pareto?days=1${site}`,
          undefined,
          leader,
        )
      ).data.to;
    expect(await ask(`&params[siteId]=${gateway.site.id}`)).toBe(await ask());
    expect((await ask(`&params[siteId]=${early.id}`)) > (await ask())).toBe(true);
    for (const { id, start } of before)
      await test.database.owner.query('update base_site set day_start = $2 where id = $1', [
        id,
        start,
      ]);
  });

  it('lets operators classify but not split', async () => {
    const operator = await test.as('operator', gateway.site);
    const [row] = await list();
    const answer = await test.call('POST', `${DOWNTIMES}/${row?.id}/actions/split`, {}, operator);
    expect(answer.code).toBe(403);
  });
});
