import type { DeviceMessage } from '@millwright/contract/device/message';
import { message, type TestGateway } from '../device/testing.ts';
import type { TestApp } from '../../kernel/testing.ts';

/** Inserts a row of the gateway's site, which stands as `$1`, and gives its id. */
export type Insert = (text: string, ...values: unknown[]) => Promise<string>;

export function insertAt(test: TestApp, gateway: TestGateway): Insert {
  return async (text, ...values) => {
    const { rows } = await test.database.owner.query<{ id: string }>(`${text} returning id`, [
      gateway.site.id,
      ...values,
    ]);
    return rows[0]?.id ?? '';
  };
}

/** A line with a night shift, station ST-1, the gateway's machines and the order MO-1 that began on 1 March. */
export async function makeCountingLine(insert: Insert, gateway: TestGateway) {
  const line = await insert(
    `insert into base_line (site_id, code, name, serial_number, line_type) values ($1, 'L04', '机加线', 1, 'machining')`,
  );
  const night = await insert(
    `insert into base_line_shifts (site_id, parent_id, position, name, start_time, end_time) values ($1, $2, 0, '夜班', '20:00', '08:00')`,
    line,
  );
  for (const machine of Object.values(gateway.devices))
    await insert(
      'insert into base_line_devices (site_id, parent_id, position, equipment_id) values ($1, $2, 0, $3)',
      line,
      machine,
    );
  const procedure =
    await insert(`insert into base_procedure (site_id, procedure_code, procedure_name, procedure_type, sequence)
      values ($1, 'OP10', '车削', 'machining', 10)`);
  await insert(
    `insert into base_station (site_id, line_id, process_name, work_report_station_no, station_name) values ($1, $2, $3, 'ST-1', '下料')`,
    line,
    procedure,
  );
  const product =
    await insert(`insert into base_product (site_id, category, material_code, product_name, standard_beat)
      values ($1, 'wheel', 'W1', '锻造轮', 145)`);
  const order = await insert(
    `insert into production_order (site_id, order_code, order_name, product_id, quantity, line_ids, plan_start_time,
       plan_end_time, due_date, actual_start_time, state)
     values ($1, 'MO-1', 'MO-1', $2, 10, array[$3]::bigint[], now(), now(), current_date, '2026-03-01T00:00:00Z', 'running')`,
    product,
    line,
  );
  return { line, night, order, product };
}

/** A count at ST-1 in March 2026, `time` such as `14T22:10:00` in China. */
export function countMessage(
  gateway: TestGateway,
  time: string,
  data: object,
  more: Partial<DeviceMessage> = {},
): DeviceMessage {
  return message(gateway, {
    type: 'count',
    sendTime: `2026-03-${time}+08:00`,
    data: { stationNumber: 'ST-1', ...data },
    ...more,
  });
}
