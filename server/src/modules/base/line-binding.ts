import { equipment } from '@millwright/contract/base/equipment';
import { line, lineRefusals } from '@millwright/contract/base/line';
import { problem } from '@millwright/contract/kernel/check';
import { refusals } from '@millwright/contract/kernel/errors';
import type { Problem, Refusal } from '@millwright/contract/kernel/errors';
import { labelAt } from '@millwright/contract/kernel/field-label';
import type { TextArgs } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuseDraft } from '../../kernel/refuse.ts';
import { heldOn } from './dated-rows.ts';

/** A row of the bound devices, judged or not: `name`, `equipmentId`. */
export type BoundDevice = Readonly<Record<string, unknown>>;

interface Clash {
  device: string;
  line: string;
  position: number;
}

/** Bound devices with a name each: the nickname of the device where none was typed. */
export async function named<D extends BoundDevice>(
  context: Context,
  devices: readonly D[],
): Promise<D[]> {
  const ids = idsOf(devices.filter((device) => !device.name));
  if (ids.length === 0) return [...devices];
  const found = await sql<{ id: string; nickname: string }>`
    select id, nickname from ${sql.table(equipment.table)} where id = any(${ids}::bigint[])`.execute(
    context.sql,
  );
  const nicknames = new Map(found.rows.map(({ id, nickname }) => [id, nickname]));
  return devices.map((device) =>
    device.name
      ? device
      : Object.assign({}, device, { name: nicknames.get(String(device.equipmentId)) ?? null }),
  );
}

/** Locks devices so that two lines cannot bind one of them at the same time. */
export async function lockDevices(
  context: Context,
  devices: readonly BoundDevice[],
): Promise<void> {
  const ids = idsOf(devices);
  if (ids.length === 0) return;
  await sql`select 1 from ${sql.table(equipment.table)} where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    context.sql,
  );
}

/**
 * Refuses a stored line whose devices are bound twice on the same day, here or on another line, or whose bindings
 * name stations of other lines; all problems at once.
 */
export async function refuseWrongBindings(context: Context, lineId: string): Promise<void> {
  const [clashes, strangers] = await Promise.all([
    sql<Clash>`
      select concat_ws(' ', e.number, e.nickname) as device, l.name as line, d.position
      from base_line_devices d
      join base_line_devices o on o.equipment_id = d.equipment_id and o.id <> d.id
        and daterange(o.valid_from, o.valid_to, '[]') && daterange(d.valid_from, d.valid_to, '[]')
      join base_line l on l.id = o.parent_id
      join base_equipment e on e.id = d.equipment_id
      where d.parent_id = ${lineId} and (o.parent_id <> d.parent_id or o.position < d.position)
      order by d.position, l.id`.execute(context.sql),
    sql<{ position: number }>`
      select d.position from base_line_devices d join base_station s on s.id = d.station_id
      where d.parent_id = ${lineId} and s.line_id <> d.parent_id order by d.position`.execute(
      context.sql,
    ),
  ]);
  const problems: Problem[] = [
    ...clashes.rows.map((clash) =>
      problemIn(clash.position, 'equipmentId', lineRefusals['line.edit.deviceBound'], {
        d: clash.device,
        l: clash.line,
      }),
    ),
    ...strangers.rows.map(({ position }) =>
      problemIn(position, 'stationId', refusals['ref.missing']),
    ),
  ];
  if (problems.length > 0) throw refuseDraft(problems);
}

/**
 * Writes line and station of devices as their bindings say on a day, or on each site's own today for null. Called
 * when a line is saved, and by the clock for bindings that begin or end. Without ids it goes over every device of
 * the scope.
 */
export async function syncBindings(
  context: Context,
  day: string | null,
  equipmentIds: readonly string[] | null = null,
): Promise<void> {
  const chosen = equipmentIds === null ? sql`` : sql`and e.id = any(${equipmentIds}::bigint[])`;
  const onDay = sql`coalesce(${day}::date, (now() at time zone s.time_zone)::date)`;
  await sql`
    update base_equipment e set line_id = b.line_id, station_id = b.station_id
    from (
      select e.id, d.parent_id as line_id, d.station_id from base_equipment e join base_site s on s.id = e.site_id
      left join base_line_devices d on d.equipment_id = e.id
        and ${heldOn('d', onDay)}
      where true ${chosen}
    ) b
    where b.id = e.id and (e.line_id is distinct from b.line_id or e.station_id is distinct from b.station_id)`.execute(
    context.sql,
  );
}

/** Ids of the devices, as far as they are ids. */
export function idsOf(devices: readonly BoundDevice[]): string[] {
  return devices.flatMap(({ equipmentId }) =>
    typeof equipmentId === 'string' && /^[1-9]\d{0,17}$/.test(equipmentId) ? [equipmentId] : [],
  );
}

function problemIn(position: number, column: string, refusal: Refusal, args?: TextArgs): Problem {
  const path = ['devices', String(position), column];
  return problem(path.join('.'), labelAt(path, line.fields), refusal, args);
}
