import { localDay } from '@millwright/contract/kernel/local-day';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Session } from '../../kernel/context.ts';
import equipmentModule from './equipment.ts';
import { dayBefore, keepHistory } from './dated-rows.ts';
import lineModule from './line.ts';
import stationModule from './station.ts';
import { type Bench, makeProcedure, openBench } from './testing.ts';

let bench: Bench;
let nb: Session;
let cs: Session;

beforeAll(async () => {
  bench = await openBench([lineModule, equipmentModule, stationModule]);
  nb = await bench.site('NB');
  cs = await bench.site('CS');
});
afterAll(() => bench.close());

const shifts = [
  { name: '早班', startTime: '08:00', endTime: '20:00', breaks: ['12:00-12:30'] },
  { name: '夜班', startTime: '20:00', endTime: '08:00' },
];
const device = (number: string, more: object = {}) =>
  bench.make(nb, '/api/base/equipments', {
    number,
    nickname: `机器人 ${number}`,
    equipmentKind: 'robot',
    ...more,
  });
const makeLine = (code: string, more: object = {}, session = nb) =>
  bench.make(session, '/api/base/lines', { code, name: `线 ${code}`, shifts, ...more });

describe('production lines', () => {
  it('S111 keep shifts and bound devices, and name a device by its nickname', async () => {
    const robot = await device('NB-RB-01');
    const line = await makeLine('L01', { devices: [{ equipmentId: robot.id }] });
    expect(line).toMatchObject({
      code: 'L01',
      serialNumber: 1,
      name: '线 L01',
      status: '1',
      minorStopSeconds: 120,
      hasOutput: false,
    });
    expect(line.shifts).toMatchObject([
      { name: '早班', startTime: '08:00', endTime: '20:00' },
      { name: '夜班', weekdays: [] },
    ]);
    expect(line.devices).toMatchObject([
      { name: '机器人 NB-RB-01', shown: { equipmentId: 'NB-RB-01 机器人 NB-RB-01' } },
    ]);
    const { data } = await bench.call(nb, 'GET', `/api/base/equipments/${robot.id}`);
    expect(data).toMatchObject({ lineId: line.id, mode: null, runningStatus: null });
  });

  it('refuse a device that another line has, also twice on one line', async () => {
    const robot = await device('NB-RB-02');
    const first = await makeLine('L02', { devices: [{ equipmentId: robot.id }] });
    const second = await bench.call(nb, 'POST', '/api/base/lines', {
      code: 'L03',
      name: 'x',
      devices: [{ equipmentId: robot.id }],
    });
    expect(second).toMatchObject({
      key: 'draft.invalid',
      problems: ['line.edit.deviceBound'],
      args: { d: 'NB-RB-02 机器人 NB-RB-02', l: '线 L02' },
    });
    const twice = await bench.call(nb, 'PUT', `/api/base/lines/${first.id}`, {
      revision: first.revision,
      devices: [{ equipmentId: robot.id }, { equipmentId: robot.id }],
    });
    expect(twice.problems).toContain('line.edit.deviceBound');
  });

  it('let one of two people bind a device at the same time', async () => {
    const robot = await device('NB-RB-03');
    const both = await Promise.all(
      ['L04', 'L05'].map((code) =>
        bench.call(nb, 'POST', '/api/base/lines', {
          code,
          name: code,
          devices: [{ equipmentId: robot.id }],
        }),
      ),
    );
    expect(both.map(({ problems }) => problems[0] ?? 'made').sort()).toEqual([
      'line.edit.deviceBound',
      'made',
    ]);
  });

  it('free a device when it is taken off or the line goes', async () => {
    const robot = await device('NB-RB-04');
    const first = await makeLine('L06', { devices: [{ equipmentId: robot.id }] });
    const freed = await bench.call(nb, 'PUT', `/api/base/lines/${first.id}`, {
      revision: first.revision,
      devices: [],
    });
    expect(freed.key).toBeNull();
    const second = await makeLine('L07', { devices: [{ equipmentId: robot.id }] });
    expect((await bench.call(nb, 'DELETE', `/api/base/equipments/${robot.id}`)).key).toBe(
      'row.inUse',
    );
    expect((await bench.call(nb, 'DELETE', `/api/base/lines/${second.id}`)).key).toBeNull();
    expect((await bench.call(nb, 'DELETE', `/api/base/equipments/${robot.id}`)).key).toBeNull();
  });

  it('leave a device where it is when a line goes that had it before', async () => {
    const robot = await device('NB-RB-60');
    const first = await makeLine('L60', { devices: [{ equipmentId: robot.id }] });
    await bench.inside(nb, (context) =>
      sql`update base_line_devices set valid_from = current_date - 9, valid_to = current_date - 5
        where parent_id = ${first.id}`.execute(context.sql),
    );
    const validFrom = localDay(new Date(), 'Asia/Shanghai');
    const second = await makeLine('L61', { devices: [{ equipmentId: robot.id, validFrom }] });
    expect((await bench.call(nb, 'DELETE', `/api/base/lines/${first.id}`)).key).toBeNull();
    const { data } = await bench.call(nb, 'GET', `/api/base/equipments/${robot.id}`);
    expect(data).toMatchObject({ lineId: second.id });
  });

  it('refuse overlapping shifts and the codes of others', async () => {
    const overlap = await bench.call(nb, 'POST', '/api/base/lines', {
      code: 'X',
      name: 'x',
      shifts: [shifts[0], { name: '夜班', startTime: '19:00', endTime: '08:00' }],
    });
    expect(overlap).toMatchObject({
      problems: ['line.edit.shiftOverlap'],
      args: { a: '早班', b: '夜班' },
    });
    await makeLine('L08');
    expect((await bench.call(nb, 'POST', '/api/base/lines', { code: 'l08', name: 'x' })).key).toBe(
      'row.duplicate',
    );
    expect((await makeLine('L08', {}, cs)).code).toBe('L08');
  });

  it('take no station of another line', async () => {
    const [robot, procedure, own, other] = [
      await device('NB-RB-05'),
      await makeProcedure(bench, nb, 'OP10'),
      await makeLine('L09'),
      await makeLine('L10'),
    ];
    const station = await bench.make(nb, '/api/base/stations', {
      lineId: other.id,
      processName: procedure.id,
      workReportStationNo: 'L10-OP10',
      stationName: 'OP10',
    });
    const bound = await bench.call(nb, 'PUT', `/api/base/lines/${own.id}`, {
      revision: own.revision,
      devices: [{ equipmentId: robot.id, stationId: station.id }],
    });
    expect(bound.problems).toEqual(['ref.missing']);
  });

  it('S111 S242 are told to every page with shift times and devices', async () => {
    const hidden = await makeLine('L12', { status: '0' });
    const { data } = await bench.call(nb, 'GET', '/api/commons/lines', {});
    const list = data.list as { id: string; code: string; shifts: object[]; devices: object[] }[];
    expect(data).toMatchObject({ page: 1, limit: 200 });
    expect(list.find(({ code }) => code === 'L01')).toMatchObject({
      serialNumber: 1,
      shifts: [
        { name: '早班', startTime: '08:00', endTime: '20:00' },
        { name: '夜班', startTime: '20:00', endTime: '08:00' },
      ],
      devices: [{ name: '机器人 NB-RB-01', number: 'NB-RB-01' }],
    });
    expect(list.some(({ id }) => id === hidden.id)).toBe(false);
    const asked = { limit: '1', params: { keyword: 'L01' } };
    expect((await bench.call(nb, 'GET', '/api/commons/lines', asked)).data).toMatchObject({
      total: 1,
      limit: 1,
      list: [{ code: 'L01', name: '线 L01' }],
    });
  });
});

describe('a line sent back', () => {
  it('as it was answered changes nothing', async () => {
    const robot = await device('NB-RB-30');
    const made = await makeLine('L30', { devices: [{ equipmentId: robot.id }] });
    const { data, key, problems } = await bench.call(nb, 'PUT', `/api/base/lines/${made.id}`, made);
    expect([key, problems]).toEqual([null, []]);
    expect(data).toMatchObject({ shifts: made.shifts, devices: made.devices });
  });

  it('with another shift keeps the one that held until yesterday', async () => {
    const made = await makeLine('L31');
    await bench.inside(nb, (context) =>
      sql`update base_line set create_time = now() - interval '9 days' where id = ${made.id}`.execute(
        context.sql,
      ),
    );
    const [day, night] = made.shifts as Record<string, unknown>[];
    const { data } = await bench.call(nb, 'PUT', `/api/base/lines/${made.id}`, {
      revision: 1,
      shifts: [{ ...day, startTime: '09:00' }, night],
    });
    const today = localDay(new Date(), 'Asia/Shanghai');
    expect(data.shifts).toMatchObject([
      { id: day?.id, startTime: '08:00', validTo: dayBefore(today) },
      { startTime: '09:00', validFrom: today, validTo: null },
      { id: night?.id, validTo: null },
    ]);
    const lines = (
      await bench.call(nb, 'GET', '/api/commons/lines', { params: { keyword: 'L31' } })
    ).data.list as { shifts: object[] }[];
    expect(lines[0]?.shifts).toMatchObject([
      { name: '早班', startTime: '09:00' },
      { name: '夜班' },
    ]);
  });
});

describe('a changed shift or binding', () => {
  const today = '2025-11-06';
  const old = {
    id: '1',
    name: '早班',
    startTime: '08:00',
    breaks: [],
    validFrom: null,
    validTo: null,
  };

  it('takes effect from a date and leaves the days before alone', () => {
    const changed = { ...old, startTime: '07:00' };
    expect(keepHistory([old], [changed], today, '2025-01-01')).toEqual([
      { ...old, validTo: '2025-11-05' },
      { name: '早班', startTime: '07:00', breaks: [], validFrom: today, validTo: null },
    ]);
    const later = keepHistory(
      [old],
      [{ ...changed, validFrom: '2025-12-01' }],
      today,
      '2025-01-01',
    );
    expect(later.map(({ validFrom, validTo }) => [validFrom, validTo])).toEqual([
      [null, '2025-11-30'],
      ['2025-12-01', null],
    ]);
  });

  it('ends what was left out, keeps what has ended, rewrites what never held', () => {
    const ended = { ...old, id: '2', validTo: '2025-06-30' };
    expect(
      keepHistory([old, ended], [{ ...ended, startTime: '01:00' }], today, '2025-01-01'),
    ).toEqual([{ ...old, validTo: '2025-11-05' }, ended]);
    expect(keepHistory([old], [], today, today)).toEqual([]);
    expect(keepHistory([old], [old], today, '2025-01-01')).toEqual([old]);
    expect(dayBefore('2025-03-01')).toBe('2025-02-28');
  });
});
