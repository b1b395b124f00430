import { sql } from 'kysely';
import { inScope, tryHold, type Trx } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';
import { type FlagChange, logFlags } from './device-logs.ts';
import { followDowntime, openDowntime } from '../equipment/follow-downtime.ts';
import { hourSums } from './hour-sums.ts';
import { beginListening, endListening, noteListening } from './listening.ts';
import { clockOf, type LiveDevice, lockDevices, writeLive } from './live-row.ts';
import { openShiftCalendar } from './shift-calendar.ts';
import { holdOf, type StateEvent } from './state-chain.ts';
import { takeStates } from './take-states.ts';
import type { TakenDevice } from './taken-device.ts';

/**
 * Writes what follows from silence, over all sites: a gateway not heard for 60 s is silent and its machines are no data,
 * but those of a recording, which speak of another time; a machine not heard for 60 s while its gateway is, is offline;
 * its connection is lost after the setting `log.heartbeatSeconds`. Counts open states up to now. What a disabled machine
 * had said ends. A site that fails is reported, the others go on. Of several processes one does it. What was not said
 * while no process listened is no silence of theirs: it is judged after 60 s of listening, and counts from its begin.
 */
export async function hearSilence(services: Services, now = Date.now()): Promise<void> {
  const { sites, since } = await services.asSystem(async (trx) => {
    const listening = await noteListening(trx, services);
    const { rows } = await sql<{
      siteId: string;
    }>`select distinct e.site_id as "siteId" from base_equipment e
      left join base_gateway g on g.id = e.gateway_id where g.is_history is not true or e.status <> '1'
      union select site_id from base_gateway where connection = 'online'`.execute(trx);
    return { sites: rows.map(({ siteId }) => siteId), since: listening };
  });
  for (const siteId of sites) {
    const scope = { site: siteId, timeoutMs: 30_000 };
    await inScope(services.database.pool, scope, (trx) =>
      hearSite(services, trx, siteId, { now, since }),
    ).catch((error: unknown) =>
      services.report(error, `The silence of machines of site ${siteId} could not be written.`),
    );
  }
  await services.asSystem((trx) => forgetOld(trx));
}

/** Now, and since when somebody has listened to the machines; milliseconds. */
interface Listening {
  readonly now: number;
  readonly since: number;
}

async function hearSite(
  services: Services,
  trx: Trx,
  siteId: string,
  listening: Listening,
): Promise<void> {
  const { now } = listening;
  if (!(await tryHold(trx, `silence of ${siteId}`))) return;
  const devices = await watchedDevices(trx, siteId);
  const ids = devices.map(({ equipmentId }) => equipmentId);
  const [lives, calendar] = await Promise.all([
    lockDevices(trx, siteId, ids),
    openShiftCalendar(trx, siteId, ids),
  ]);
  const hours = hourSums(calendar);
  const lostMs = services.settings.number('log.heartbeatSeconds', siteId) * 1000;
  const events = new Map<LiveDevice, StateEvent[]>();
  const flags: FlagChange[] = [];
  for (const device of devices) {
    const live = lives.get(device.equipmentId);
    if (!device.isEnabled && live && live.status !== null) events.set(live, [ended(live, now)]);
    if (!live || live.heardTime === null || !device.isWatched || !device.isEnabled) continue;
    const event = silenceOf(device, live, listening);
    if (event) events.set(live, [event]);
    if (silentMs(live.heardTime, listening) > lostMs && live.connection === 1)
      flags.push(lost(device, live, now));
  }
  const work = { trx, siteId, calendar, hours };
  const changes = await takeStates(work, events);
  await followDowntime(work, changes, now);
  await openDowntime(work, [...lives.values()], now);
  const counted = [...lives.values()].filter(
    (live) => countOpen(live, hours, now) || events.has(live),
  );
  await Promise.all([
    logFlags(trx, siteId, flags),
    hours.write(trx, siteId),
    markGateways(trx, siteId, listening),
  ]);
  const changed = new Set([
    ...counted,
    ...flags.flatMap(({ device }) => lives.get(device.equipmentId) ?? []),
  ]);
  if (changed.size > 0) await writeLive(trx, siteId, [...changed]);
}

interface WatchedDevice extends TakenDevice {
  /** Whether its silence means something. */
  readonly isWatched: boolean;
  readonly isEnabled: boolean;
  readonly gatewayHeard: string | null;
  /** Somebody set its state by hand; that lasts until it speaks again. */
  readonly isManual: boolean;
}

/** Machines that were heard once, of gateways that speak for the present; those that stand or were disabled, heard or not. */
async function watchedDevices(trx: Trx, siteId: string): Promise<WatchedDevice[]> {
  const { rows } = await sql<WatchedDevice>`
    select e.id as "equipmentId", e.number, e.nickname, e.line_id as "lineId", l.code as "lineCode",
      e.equipment_kind as "equipmentKind", e.control_type as "controlType", g.last_heard_time as "gatewayHeard",
      g.id is not null as "isWatched", e.status = '1' as "isEnabled",
      exists (select from device_state s where s.equipment_id = d.equipment_id and s.order_time = d.order_time and s.id = d.state_id
        and s.source = 'manual') as "isManual"
    from device_live d join base_equipment e on e.id = d.equipment_id left join base_gateway g on g.id = e.gateway_id
    left join base_line l on l.id = e.line_id
    where d.site_id = ${siteId} and g.is_history is not true
      and ((d.heard_time is not null and g.id is not null) or d.stop_since is not null or (e.status <> '1' and d.status is not null))
    order by e.id`.execute(trx);
  return rows;
}

/**
 * What a machine's silence means now; null when nothing, or when it is known already. In the time of the machine's own
 * clock, so that what it says next comes after it.
 */
function silenceOf(
  device: WatchedDevice,
  live: LiveDevice,
  listening: Listening,
): StateEvent | null {
  if (live.status === null || live.stateId === null || device.isManual) return null;
  const confirmed = Date.parse(live.confirmedTime ?? live.startTime ?? '');
  const unknown = { source: 'gateway', data: { status: 'noData', rawStatus: null } } as const;
  const hold = holdOf(Math.max(confirmed, Date.parse(live.countedUntil ?? '') || confirmed));
  if (hold <= listening.now) return { ...unknown, time: hold, order: hold, timeSuspect: false };
  const since = Math.max(clockOf(live, Date.parse(live.heardTime ?? '')), confirmed);
  // What was last said holds for as long as silence may last.
  const end = Math.max(Math.min(since + SILENT_MS, clockOf(live, listening.now)), confirmed);
  const event = { time: end, order: end, timeSuspect: false };
  const silent = silentMs(live.heardTime, listening);
  if (silent <= SILENT_MS) return null;
  if (device.gatewayHeard === null || silentMs(device.gatewayHeard, listening) > SILENT_MS)
    return { ...event, ...unknown };
  if (live.status === 'offline') return null;
  return { ...event, source: 'heartbeat', data: { status: 'offline', rawStatus: null } };
}

/** For how long somebody has listened without hearing; not at all before 60 s of listening. */
function silentMs(heardTime: string | null, { now, since }: Listening): number {
  if (now - since <= SILENT_MS) return 0;
  return now - Math.max(Date.parse(heardTime ?? ''), since);
}

/** Somebody disabled the machine: nothing is known of it any more. */
function ended(live: LiveDevice, now: number): StateEvent {
  const end = Math.max(clockOf(live, now), Date.parse(live.confirmedTime ?? live.startTime ?? ''));
  const data = { status: 'noData', rawStatus: null } as const;
  return { time: end, order: end, timeSuspect: false, source: 'manual', data };
}

function lost(device: WatchedDevice, live: LiveDevice, now: number): FlagChange {
  // By the machine's own clock, so that what it says next comes after it.
  const at = Math.max(clockOf(live, now), Date.parse(live.flagsTime ?? '') + 1 || 0);
  live.connection = 0;
  live.flagsTime = new Date(at).toISOString();
  const flags = {
    alarm: live.alarm,
    connection: 0,
    device: live.device,
    emergencyStop: live.emergencyStop,
  };
  return { device, at, changed: ['connection'], flags, source: 'heartbeat', orderCode: null };
}

/** Counts the open state up to now, once a minute. */
function countOpen(live: LiveDevice, hours: ReturnType<typeof hourSums>, now: number): boolean {
  const from = Date.parse(live.countedUntil ?? live.startTime ?? '');
  if (live.status === null || Number.isNaN(from) || now - from < COUNT_MS) return false;
  hours.add(live.equipmentId, live.status, from, now);
  live.countedUntil = new Date(now).toISOString();
  return true;
}

async function markGateways(trx: Trx, siteId: string, { now, since }: Listening): Promise<void> {
  if (now - since <= SILENT_MS) return;
  await sql`update base_gateway set connection = 'silent' where site_id = ${siteId}
    and connection = 'online' and last_heard_time < now() - make_interval(secs => ${SILENT_MS / 1000})`.execute(
    trx,
  );
}

async function forgetOld(trx: Trx): Promise<void> {
  await Promise.all([
    sql`delete from device_batch where at < now() - interval '2 hours'`.execute(trx),
    sql`delete from device_refusal where at < now() - interval '30 days'`.execute(trx),
    sql`delete from device_suspect where at < now() - interval '7 days'`.execute(trx),
  ]);
}

/** Listens for silence every 10 s until the function it returns is called. */
export function keepListening(services: Services): () => Promise<void> {
  const failed = (error: unknown) =>
    services.report(error, 'The silence of machines could not be written; it is tried again.');
  let turn: Promise<void> | null = beginListening(services)
    .catch(failed)
    .finally(() => (turn = null));
  const timer = setInterval(() => {
    turn ??= hearSilence(services)
      .catch(failed)
      .finally(() => (turn = null));
  }, 10_000);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await turn;
    await endListening(services).catch(failed);
  };
}

const SILENT_MS = 60_000;
const COUNT_MS = 60_000;
