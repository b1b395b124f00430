import type { LineOee } from '@millwright/contract/equipment/line-oee';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { type TestApp, testApp } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from '../device/testing.ts';
import { lineOees } from './line-oee.ts';

let test: TestApp;
let gateway: TestGateway;

/** 02:00 in the night shift that began on 14 March. */
const NIGHT = '2026-03-15T02:00:00+08:00';

beforeAll(async () => {
  test = await testApp();
  gateway = await makeGateway(test, ['LO-1', 'LO-2', 'LO-3'], { isHistory: true });
  const shifts = [
    { name: '早班', startTime: '08:00', endTime: '20:00', breaks: [], weekdays: [] },
    { name: '夜班', startTime: '20:00', endTime: '08:00', breaks: [], weekdays: [] },
  ];
  const devices = Object.values(gateway.devices).map((equipmentId) => ({ equipmentId }));
  const line = { code: 'L9', name: '九线', serialNumber: 1, shifts, devices };
  const admin = await test.as('site_admin', gateway.site);
  const made = await test.call<{ id: string }>('POST', '/api/base/lines', line, admin);
  await drillAt('LO-2', made.data.id);
  await post(test, gateway, [
    message(gateway, {
      type: 'state',
      deviceNumber: 'LO-1',
      sendTime: new Date('2026-03-14T20:00:00+08:00').toISOString(),
      data: { status: 'run' },
    }),
  ]);
});
beforeEach(async () => {
  await bind('LO-1', null, null);
  for (const [number, beat] of [
    ['LO-1', 290],
    ['LO-2', null],
    ['LO-3', 120],
  ] as const)
    await test.database.owner.query('update base_equipment set standard_beat = $2 where id = $1', [
      gateway.devices[number],
      beat,
    ]);
});
afterAll(() => test.close());

/** Binds a machine to the station of a procedure that the route of the line's order gives 145 s. */
async function drillAt(number: string, lineId: string): Promise<void> {
  await test.database.owner.query(
    `with procedure as (insert into base_procedure (site_id, procedure_code, procedure_name, procedure_type, sequence)
        values ($1, 'OP30', '钻孔', 'machine', 30) returning id),
      station as (insert into base_station (site_id, line_id, process_name, work_report_station_no, station_name)
        select $1, $2, id, 'S-1', 'S-1' from procedure returning id),
      product as (insert into base_product (site_id, category, material_code, product_name, standard_beat)
        values ($1, 'wheel', 'W1', '锻造轮', 99) returning id),
      route as (insert into base_route (site_id, product_id, route_code, version, state)
        select $1, id, 'R1', 1, 'effective' from product returning id),
      step as (insert into base_route_steps (site_id, parent_id, position, procedure_id, standard_beat)
        select $1, route.id, 0, procedure.id, 145 from route, procedure),
      made as (insert into production_order (site_id, order_code, order_name, product_id, quantity, line_ids, plan_start_time,
          plan_end_time, due_date, actual_start_time, state)
        select $1, 'MO-1', '一号订单', id, 10, array[$2]::bigint[], now(), now(), current_date, now(), 'running' from product)
     update base_line_devices set station_id = (select id from station) where equipment_id = $3`,
    [gateway.site.id, lineId, gateway.devices[number]],
  );
}

async function bind(number: string, from: string | null, to: string | null): Promise<void> {
  await test.database.owner.query(
    'update base_line_devices set valid_from = $2, valid_to = $3 where equipment_id = $1',
    [gateway.devices[number], from, to],
  );
}

async function oeeAt(moment: string): Promise<LineOee | undefined> {
  const asked = { siteId: gateway.site.id, lineId: null, now: Date.parse(moment) };
  const lines = await inScope(test.database.app, { site: gateway.site.id }, (trx) =>
    lineOees(trx, asked),
  );
  return lines[0];
}

it('follows the machines that were bound when the shift began', async () => {
  expect(await oeeAt(NIGHT)).toMatchObject({ bottleneck: '设备LO-1', runTime: 6 * 3600 });
  await bind('LO-1', null, '2026-03-14');
  expect(await oeeAt(NIGHT)).toMatchObject({ bottleneck: '设备LO-1', runTime: 6 * 3600 });
  // It left the line before the shift began, or comes after.
  for (const [from, to] of [
    [null, '2026-03-13'],
    ['2026-03-15', null],
  ] as const) {
    await bind('LO-1', from, to);
    expect(await oeeAt(NIGHT)).toMatchObject({ bottleneck: '设备LO-2', runTime: 0 });
  }
  expect(await oeeAt('2026-03-15T09:00:00+08:00')).toMatchObject({ bottleneck: '设备LO-1' });
});

it('takes the beat of the route where a machine has none of its own', async () => {
  await bind('LO-1', null, '2026-03-01');
  expect(await oeeAt(NIGHT)).toMatchObject({ bottleneck: '设备LO-2' });
  await test.database.owner.query('update base_equipment set standard_beat = 146 where id = $1', [
    gateway.devices['LO-3'],
  ]);
  expect(await oeeAt(NIGHT)).toMatchObject({ bottleneck: '设备LO-3' });
});
