import type { ActionRateHistory } from '@millwright/contract/equipment/live-equipment';
import { equipmentStateLog } from '@millwright/contract/log/equipment-state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { writeLog } from '../../kernel/log/write.ts';
import { readWorkbook } from '../../kernel/sheet/read-workbook.ts';
import { allRows, values } from '../../kernel/sheet/sheet-testing.ts';
import { type Headers, type TestApp, testApp } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from '../device/testing.ts';

const EXPORT = '/api/log/equipment-state-logs/shifts/export';
const EXPORTER = ['log:equipmentState:list', 'log:equipmentState:export'];

describe('the equipment state log by shift', () => {
  let test: TestApp;
  let gateway: TestGateway;
  let me: Headers;
  const shanghai = (moment: number) => new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10);
  const today = shanghai(Date.now());
  const day = shanghai(Date.now() - 86_400_000);
  const at = (clock: string) => new Date(`${day}T${clock}+08:00`).toISOString();
  const call = (query: string, headers = me) =>
    test.app.inject({ method: 'GET', url: `${EXPORT}?${query}`, headers });
  const rowsOf = async (query: string, headers = me) => {
    const { rawPayload } = await call(query, headers);
    const workbook = await readWorkbook(rawPayload, { rows: 10_000 });
    return values(await allRows(workbook.rows(0)));
  };

  beforeAll(async () => {
    test = await testApp();
    gateway = await makeGateway(test, ['MC-1', 'MC-2']);
    me = await test.as(EXPORTER, gateway.site);
    const shifts = [
      { name: '早班', startTime: '08:00', endTime: '20:00', breaks: [], weekdays: [] },
    ];
    const devices = Object.values(gateway.devices).map((equipmentId) => ({ equipmentId }));
    const line = { code: 'L1', name: '一线', serialNumber: 1, shifts, devices };
    const admin = await test.as('site_admin', gateway.site);
    expect(await test.call('POST', '/api/base/lines', line, admin)).toMatchObject({ code: 0 });
    const flags = { alarm: false, connection: true, device: true, emergencyStop: false };
    const told = [
      { at: at('07:00:00'), ...flags },
      { at: at('09:00:00'), ...flags, alarm: true, device: false },
      { at: at('09:30:00'), ...flags },
      { at: at('19:50:00'), ...flags, connection: false },
      { at: at('20:30:00'), ...flags },
    ];
    await inScope(test.database.app, { site: gateway.site.id }, (trx) =>
      writeLog(
        trx,
        equipmentStateLog,
        told.map((row) => ({
          siteId: gateway.site.id,
          deviceNumber: 'MC-1',
          deviceName: '设备MC-1',
          lineNumber: 'L1',
          source: 'reported',
          changedField: ['alarm'],
          ...row,
        })),
      ),
    );
  });
  afterAll(() => test.close());

  it('sums each flag of a device within its shift, what held before the shift included', async () => {
    const [heads, ...rows] = await rowsOf(`params[at][begin]=${day}&params[at][end]=${day}`);
    expect(heads).toEqual([
      '生产日',
      '班次',
      '产线号',
      '设备编号',
      '设备名称',
      '报警(分)',
      '连接(分)',
      '设备(分)',
      '急停(分)',
      '变化次数',
      '稼动率(%)',
      '数据覆盖率(%)',
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.slice(1)).toEqual([
      '早班',
      'L1',
      'MC-1',
      '设备MC-1',
      30,
      710,
      690,
      0,
      3,
      null,
      0,
    ]);
  });

  it('gives the shares that the machine pages give, and follows the conditions of the list', async () => {
    const states = [
      message(gateway, {
        type: 'state',
        deviceNumber: 'MC-1',
        sendTime: at('08:00:00'),
        data: { status: 'run', mode: 'auto' },
      }),
      message(gateway, {
        type: 'state',
        deviceNumber: 'MC-1',
        sendTime: at('14:00:00'),
        data: { status: 'idle', mode: 'auto' },
      }),
      message(gateway, {
        type: 'state',
        deviceNumber: 'MC-1',
        sendTime: at('20:00:00'),
        data: { status: 'run', mode: 'auto' },
      }),
    ];
    expect((await post(test, gateway, states)).accepted).toHaveLength(3);
    const span = `params[at][begin]=${day}&params[at][end]=${day}`;
    const [, row] = await rowsOf(`${span}&params[deviceNumber]=mc-1&params[lineNumber]=L1`);
    expect(row?.slice(-2)).toEqual([50, 100]);
    const late = message(gateway, {
      type: 'state',
      deviceNumber: 'MC-1',
      sendTime: at('17:00:00'),
      data: { status: 'run', mode: 'auto' },
    });
    await post(test, gateway, [late]);
    const [, exported] = await rowsOf(`${span}&params[deviceNumber]=MC-1`);
    const rate = await test.call<ActionRateHistory>(
      'GET',
      `/api/equipment/machine-tools/${gateway.devices['MC-1']}/action-rate`,
      undefined,
      await test.as('equipment_engineer', gateway.site),
    );
    expect(rate.data.days.find((one) => one.day === day)).toMatchObject({
      actionRate: 0.75,
      coverage: 1,
    });
    expect(exported?.slice(-2)).toEqual([75, 100]);
    expect(await rowsOf(`${span}&params[deviceNumber]=MC-9`)).toHaveLength(1);
    const elsewhere = await test.as(EXPORTER, await test.makeSite());
    expect(await rowsOf(span, elsewhere)).toHaveLength(1);
  });

  it('tells of a machine whose last change was weeks ago, however long a time is asked for', async () => {
    const quiet = await makeGateway(test, ['QT-1', 'QT-2', 'QT-3']);
    const admin = await test.as('site_admin', quiet.site);
    const shifts = [
      { name: '早班', startTime: '08:00', endTime: '20:00', breaks: [], weekdays: [] },
    ];
    const devices = Object.values(quiet.devices).map((equipmentId) => ({ equipmentId }));
    const line = { code: 'L2', name: '二线', serialNumber: 1, shifts, devices };
    expect(await test.call('POST', '/api/base/lines', line, admin)).toMatchObject({ code: 0 });
    const long = new Date(Date.now() - 40 * 86_400_000).toISOString();
    await inScope(test.database.app, { site: quiet.site.id }, (trx) =>
      writeLog(trx, equipmentStateLog, [
        {
          siteId: quiet.site.id,
          at: long,
          deviceNumber: 'QT-1',
          connection: true,
          device: true,
          changedField: ['device'],
        },
      ]),
    );
    // Since then it bears another number; QT-3 never told anything.
    await test.database.owner.query(
      'insert into device_live (equipment_id, site_id, alarm, connection, flags_time) values ($1, $2, 1, 1, $3)',
      [quiet.devices['QT-2'], quiet.site.id, at('12:00:00')],
    );
    const reader = await test.as(EXPORTER, quiet.site);
    const begun = (days: number) => shanghai(Date.parse(at('12:00:00')) - days * 86_400_000);
    const told = async (days: number) => {
      const query = `params[at][begin]=${begun(days)}&params[at][end]=${day}`;
      const [, ...rows] = await rowsOf(query, reader);
      return rows.map(([shiftDate, , , number, , ...sums]) => [
        shiftDate,
        number,
        ...sums.slice(0, 5),
      ]);
    };
    const one = await told(0);
    expect(one.map((row) => row.slice(1))).toEqual([
      ['QT-1', 0, 720, 720, 0, 0],
      ['QT-2', 480, 480, 0, 0, 1],
    ]);
    const many = await told(20);
    expect(many).toHaveLength(22);
    expect(many).toEqual(expect.arrayContaining(one));
  });

  it('refuses more than 31 days and people without the right, and stands in the operate log', async () => {
    const long = await call(`params[at][begin]=2026-01-01&params[at][end]=${today}`);
    expect(long.json()).toMatchObject({ code: 400, msg: expect.stringContaining('31天') });
    const reader = await test.as(['log:equipmentState:list'], gateway.site);
    expect((await call(`params[at][begin]=${day}`, reader)).json()).toMatchObject({ code: 403 });
    const { rows } = await test.database.owner.query(
      `select url from log_operate where url like '%/shifts/export%' and business_type = '5'`,
    );
    expect(rows.length).toBeGreaterThan(0);
  });
});
