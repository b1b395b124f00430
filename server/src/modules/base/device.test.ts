import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../../kernel/context.ts';
import equipmentModule from './equipment.ts';
import lineModule from './line.ts';
import stationModule from './station.ts';
import { type Bench, makeProcedure, openBench } from './testing.ts';

let bench: Bench;
let nb: Session;

beforeAll(async () => {
  bench = await openBench([lineModule, equipmentModule, stationModule]);
  nb = await bench.site('NB');
});
afterAll(() => bench.close());

const device = (number: string, more: object = {}) =>
  bench.make(nb, '/api/base/equipments', {
    number,
    nickname: `机器人 ${number}`,
    equipmentKind: 'robot',
    ...more,
  });
const makeLine = (code: string, more: object = {}, session = nb) =>
  bench.make(session, '/api/base/lines', { code, name: `线 ${code}`, ...more });

describe('equipment', () => {
  it('S112 keeps its fields, refuses a false address and one that is taken', async () => {
    const robot = await device('NB-RB-20', { ip: '10.20.4.33', port: 502, securityDoorNo: 'D-03' });
    expect(robot).toMatchObject({
      number: 'NB-RB-20',
      nickname: '机器人 NB-RB-20',
      ip: '10.20.4.33',
      mode: null,
      runningStatus: null,
      standardActionRate: '85.00',
      isShow: true,
      securityDoorNo: 'D-03',
    });
    const bad = { number: 'NB-RB-21', nickname: 'x', equipmentKind: 'robot' };
    expect(
      (await bench.call(nb, 'POST', '/api/base/equipments', { ...bad, ip: '10.20.4.999' }))
        .problems,
    ).toEqual(['equipment.edit.ip']);
    expect(
      (
        await bench.call(nb, 'POST', '/api/base/equipments', {
          ...bad,
          ip: '10.20.4.33',
          port: 502,
        })
      ).key,
    ).toBe('row.duplicate');
    await device('NB-RB-22', { ip: '10.20.4.40' });
    expect(
      (await bench.call(nb, 'POST', '/api/base/equipments', { ...bad, ip: '10.20.4.40' })).key,
    ).toBe('row.duplicate');
  });

  it('has an address of its own when two people add it at once', async () => {
    const draft = { number: 'NB-RB-27', nickname: 'x', equipmentKind: 'robot', ip: '10.20.4.41' };
    const { other } = await bench.inside(nb, async (context) => {
      await equipmentModule.create?.(context, draft);
      const sent = bench.call(nb, 'POST', '/api/base/equipments', { ...draft, number: 'NB-RB-28' });
      await Promise.race([sent, sleep(300)]);
      return { other: sent };
    });
    expect((await other).key).toBe('row.duplicate');
  });

  it.each([
    [
      'device_state',
      `(site_id, equipment_id, start_time, order_time, confirmed_time, shift_date) select site_id, id, now(), now(), now(), now()`,
      '设备状态(1)',
    ],
    [
      'device_hour',
      `(site_id, equipment_id, hour, shift_date) select site_id, id, now(), now()`,
      '状态小时汇总(1)',
    ],
    [
      'alarm_event',
      `(site_id, equipment_id, encoding, start_time) select site_id, id, 'A1', now()`,
      '报警(1)',
    ],
    [
      'prod_hour',
      `(site_id, equipment_id, line_id, station_id, hour, shift_date) select site_id, id, 0, 0, now(), now()`,
      '小时产量(1)',
    ],
  ])('is disabled, not removed, once there is a %s of it', async (table, values, told) => {
    const robot = await device(`NB-${table}`);
    await bench.inside(nb, ({ sql: trx }) =>
      sql
        .raw(`insert into ${table} ${values} from base_equipment where id = ${robot.id}`)
        .execute(trx),
    );
    const path = `/api/base/equipments/${robot.id}`;
    const { key, args } = await bench.call(nb, 'DELETE', path);
    expect(key).toBe('row.inUse');
    expect(args).toMatchObject({
      name: `NB-${table} 机器人 NB-${table}`,
      list: { zh: told },
    });
    expect((await bench.call(nb, 'PUT', path, { revision: 1, status: '0' })).data.status).toBe('0');
    const unheard = await device(`NB-${table}-2`);
    expect((await bench.call(nb, 'DELETE', `/api/base/equipments/${unheard.id}`)).key).toBeNull();
  });

  it('is found when no line has it, alone or besides that of a line', async () => {
    const [free, bound] = [await device('NB-RB-61'), await device('NB-RB-62')];
    const made = await makeLine('L61', { devices: [{ equipmentId: bound.id }] });
    const found = async (lineId: string) => {
      const { data } = await bench.call(nb, 'GET', '/api/base/equipments', {
        params: { lineId, number: 'NB-RB-6' },
      });
      return (data as { list: { id: string }[] }).list.map(({ id }) => id).toSorted();
    };
    expect(await found('none')).toEqual([free.id]);
    expect(await found(`none,${made.id}`)).toEqual([free.id, bound.id].toSorted());
    expect(await found(made.id)).toEqual([bound.id]);
  });

  it('says that it has not been heard, and is copied without its plate and cable', async () => {
    const robot = await device('NB-RB-23', { ip: '10.20.4.50', serialNo: 'F1', brand: 'Fanuc' });
    const test = await bench.call(nb, 'POST', `/api/base/equipments/${robot.id}/actions/test`, {
      revision: 1,
    });
    expect(test.data.test).toEqual({
      lastMessageTime: null,
      ageSeconds: null,
      clockDifferenceSeconds: null,
    });
    const copy = await bench.call(nb, 'POST', `/api/base/equipments/${robot.id}/actions/copy`, {
      revision: 1,
    });
    expect(copy.data).toMatchObject({
      number: 'NB-RB-23-1',
      brand: 'Fanuc',
      serialNo: null,
      ip: null,
    });
  });
});

describe('stations', () => {
  it('S114 mark their line, merge only where procedure and line agree, and are in use', async () => {
    const [op10, op20, line] = [
      await makeProcedure(bench, nb, 'OP11'),
      await makeProcedure(bench, nb, 'OP21'),
      await makeLine('L20'),
    ];
    const draft = {
      lineId: line.id,
      processName: op10.id,
      workReportStationNo: 'S1',
      stationName: 'OP10',
      dischargeFlag: true,
      mergeStation: 7,
    };
    const first = await bench.make(nb, '/api/base/stations', draft);
    expect(first).toMatchObject({ ...draft, ngStationFlag: false });
    expect((await bench.call(nb, 'GET', `/api/base/lines/${line.id}`)).data.hasOutput).toBe(true);
    const other = { ...draft, workReportStationNo: 'S2', dischargeFlag: false };
    expect(
      (await bench.call(nb, 'POST', '/api/base/stations', { ...other, processName: op20.id }))
        .problems,
    ).toEqual(['station.edit.mergeProcedure']);
    expect(
      (await bench.call(nb, 'POST', '/api/base/stations', { ...draft, ngStationFlag: true }))
        .problems,
    ).toEqual(['station.edit.flags']);
    await bench.make(nb, '/api/base/stations', other);
    expect((await bench.call(nb, 'DELETE', `/api/base/procedures/${op10.id}`)).key).toBe(
      'row.inUse',
    );
    await bench.call(nb, 'DELETE', `/api/base/stations/${first.id}`);
    expect((await bench.call(nb, 'GET', `/api/base/lines/${line.id}`)).data.hasOutput).toBe(false);
  });
});
