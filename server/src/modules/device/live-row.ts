import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** What a machine is now, its row locked by whoever holds this. */
export interface LiveDevice {
  readonly equipmentId: string;
  stateId: string | null;
  status: string | null;
  rawStatus: string | null;
  mode: string | null;
  program: string | null;
  startTime: string | null;
  orderTime: string | null;
  confirmedTime: string | null;
  countedUntil: string | null;
  /** Since when it has not run; null while it runs or says nothing. */
  stopSince: string | null;
  alarm: number | null;
  connection: number | null;
  device: number | null;
  emergencyStop: number | null;
  flagsTime: string | null;
  heardTime: string | null;
  clockDifference: string | null;
}

/** What the machine's clock shows at a moment of ours, as far as the two were compared. */
export function clockOf({ clockDifference }: LiveDevice, moment: number): number {
  return moment + Number(clockDifference ?? 0) * 1000;
}

/** Whether its connection is lost because of its silence and not by its own word: it was heard last before. */
export function isLossDerived(live: LiveDevice): boolean {
  if (live.connection !== 0 || live.flagsTime === null || live.heardTime === null) return false;
  return Date.parse(live.flagsTime) > clockOf(live, Date.parse(live.heardTime));
}

/** Locks machines in the order of their ids, so that two processes never wait for each other in a circle. */
export async function lockDevices(
  trx: Trx,
  siteId: string,
  equipmentIds: readonly string[],
): Promise<Map<string, LiveDevice>> {
  const found = await lock(trx, equipmentIds);
  if (found.length < equipmentIds.length) {
    await sql`insert into device_live (equipment_id, site_id)
      select id, ${siteId} from unnest(${equipmentIds}::bigint[]) id order by id on conflict do nothing`.execute(
      trx,
    );
    found.splice(0, found.length, ...(await lock(trx, equipmentIds)));
  }
  return new Map(found.map((row) => [row.equipmentId, row]));
}

/** Writes what machines are now; running status and mode go to the equipment list too where they changed. */
export async function writeLive(
  trx: Trx,
  siteId: string,
  devices: readonly LiveDevice[],
): Promise<void> {
  const rows = JSON.stringify(devices.map(columnsOf));
  const names = sql.join(COLUMNS.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`));
  await Promise.all([
    sql`update device_live l set ${names} from jsonb_populate_recordset(null::device_live, ${rows}::jsonb) n
      where l.equipment_id = n.equipment_id`.execute(trx),
    sql`update base_equipment e set running_status = n.status, mode = n.mode from (
        select e.id, n.status, n.mode from base_equipment e
        join jsonb_populate_recordset(null::device_live, ${rows}::jsonb) n on n.equipment_id = e.id
        where e.site_id = ${siteId} and (e.running_status, e.mode) is distinct from (n.status, n.mode)
        order by e.id for no key update of e) n
      where e.id = n.id`.execute(trx),
  ]);
}

async function lock(trx: Trx, equipmentIds: readonly string[]): Promise<LiveDevice[]> {
  const { rows } =
    await sql<LiveDevice>`select equipment_id as "equipmentId", state_id as "stateId", status,
      raw_status as "rawStatus", mode, program, start_time as "startTime", order_time as "orderTime",
      confirmed_time as "confirmedTime",
      counted_until as "countedUntil", stop_since as "stopSince", alarm, connection, device, emergency_stop as "emergencyStop",
      flags_time as "flagsTime", heard_time as "heardTime", clock_difference as "clockDifference"
    from device_live where equipment_id = any(${equipmentIds}::bigint[]) order by equipment_id for update`.execute(
      trx,
    );
  return rows;
}

function columnsOf(live: LiveDevice): Record<string, unknown> {
  return {
    equipment_id: live.equipmentId,
    state_id: live.stateId,
    status: live.status,
    raw_status: live.rawStatus,
    mode: live.mode,
    program: live.program,
    start_time: live.startTime,
    order_time: live.orderTime,
    confirmed_time: live.confirmedTime,
    counted_until: live.countedUntil,
    stop_since: live.stopSince,
    alarm: live.alarm,
    connection: live.connection,
    device: live.device,
    emergency_stop: live.emergencyStop,
    flags_time: live.flagsTime,
    heard_time: live.heardTime,
    clock_difference: live.clockDifference,
  };
}

const COLUMNS = [
  'state_id',
  'status',
  'raw_status',
  'mode',
  'program',
  'start_time',
  'order_time',
  'confirmed_time',
  'counted_until',
  'stop_since',
  'alarm',
  'connection',
  'device',
  'emergency_stop',
  'flags_time',
  'heard_time',
  'clock_difference',
];
