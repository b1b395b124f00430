import { expect } from 'vitest';
import type { TestApp } from '../../kernel/testing.ts';
import type { TestGateway } from '../device/testing.ts';

/** Two shifts of 720 min with breaks of 60, a beat of 145 s by the route of the order, an end with two stations and one for NG. */
export async function makeLine(test: TestApp, gateway: TestGateway): Promise<string> {
  const insert = (text: string, ...values: unknown[]) => insertInto(test, gateway, text, ...values);
  const shift = { breaks: [], weekdays: [] };
  const shifts = [
    { ...shift, name: '早班', startTime: '08:00', endTime: '20:00', breaks: ['12:00-13:00'] },
    {
      ...shift,
      name: '夜班',
      startTime: '20:00',
      endTime: '08:00',
      breaks: ['00:00-00:30', '04:00-04:30'],
    },
  ];
  const devices = Object.values(gateway.devices).map((equipmentId) => ({ equipmentId }));
  const draft = { code: 'L7', name: '七线', serialNumber: 1, standardBeat: 120, shifts, devices };
  const admin = await test.as('site_admin', gateway.site);
  const made = await test.call<{ id: string }>('POST', '/api/base/lines', draft, admin);
  expect(made).toMatchObject({ code: 0 });
  const procedure =
    await insert(`insert into base_procedure (site_id, procedure_code, procedure_name, procedure_type, sequence)
      values ($1, 'OP30', '钻孔', 'machine', 30)`);
  for (const [number, discharge, ng, merge] of [
    ['S-1', true, false, 1],
    ['S-2', false, false, 1],
    ['S-3', false, false, null],
    ['S-NG', false, true, null],
  ])
    await insert(
      `insert into base_station (site_id, line_id, process_name, work_report_station_no, station_name, discharge_flag, ng_station_flag, merge_station)
       values ($1, $2, $3, $4, $4, $5, $6, $7)`,
      made.data.id,
      procedure,
      number,
      discharge,
      ng,
      merge,
    );
  const ends = 'update base_line set has_output = true where id = $1';
  await test.database.owner.query(ends, [made.data.id]);
  await makeOrder(insert, made.data.id, procedure);
  return made.data.id;
}

async function makeOrder(
  insert: (text: string, ...values: unknown[]) => Promise<string>,
  lineId: string,
  procedure: string,
): Promise<void> {
  const product =
    await insert(`insert into base_product (site_id, category, material_code, product_name, standard_beat)
      values ($1, 'wheel', 'W1', '锻造轮', 99)`);
  const route = await insert(
    `insert into base_route (site_id, product_id, route_code, version, state) values ($1, $2, 'R1', 1, 'effective')`,
    product,
  );
  await insert(
    `insert into base_route_steps (site_id, parent_id, position, procedure_id, standard_beat) values ($1, $2, 0, $3, 145)`,
    route,
    procedure,
  );
  await insert(
    `insert into production_order (site_id, order_code, order_name, product_id, quantity, line_ids, plan_start_time,
       plan_end_time, due_date, actual_start_time, state)
     values ($1, 'MO-1', '一号订单', $2, 10, array[$3]::bigint[], now(), now(), current_date, '2026-03-01T00:00:00Z', 'running')`,
    product,
    lineId,
  );
}

/** Inserts a row with the gateway's site as `$1`, and gives its id. */
export async function insertInto(
  test: TestApp,
  gateway: TestGateway,
  text: string,
  ...values: unknown[]
): Promise<string> {
  const { rows } = await test.database.owner.query<{ id: string }>(`${text} returning id`, [
    gateway.site.id,
    ...values,
  ]);
  return rows[0]?.id ?? '';
}
