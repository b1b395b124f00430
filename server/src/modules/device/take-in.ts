import type { AlarmData, StateData } from '@millwright/contract/device/message';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { followDowntime } from '../equipment/follow-downtime.ts';
import type { AlarmWord } from './alarm-book.ts';
import { type FlagChange, logFlags } from './device-logs.ts';
import { hourSums } from './hour-sums.ts';
import type { Judged } from './judge.ts';
import { type LiveDevice, lockDevices, writeLive } from './live-row.ts';
import { openShiftCalendar } from './shift-calendar.ts';
import type { StateEvent } from './state-chain.ts';
import { takeAlarms } from './take-alarms.ts';
import { takeStates } from './take-states.ts';
import { deviceKey, type TakenDevice } from './taken-device.ts';

/** Writes what new messages of known machines of a site say, machines locked in one order. */
export async function takeIn(
  trx: Trx,
  siteId: string,
  devices: ReadonlyMap<string, TakenDevice>,
  messages: readonly Judged[],
  now: number,
): Promise<void> {
  const byDevice = new Map<TakenDevice, Judged[]>();
  for (const message of [...messages].sort((a, b) => a.order - b.order)) {
    const device = devices.get(deviceKey(message.gateway.id, message.message.deviceNumber));
    const said = device && byDevice.get(device);
    if (said) said.push(message);
    else if (device) byDevice.set(device, [message]);
  }
  if (byDevice.size === 0) return;
  const ids = [...byDevice.keys()].map(({ equipmentId }) => equipmentId);
  const [lives, calendar] = await Promise.all([
    lockDevices(trx, siteId, ids),
    openShiftCalendar(trx, siteId, ids),
  ]);
  const hours = hourSums(calendar);
  const work = { trx, siteId, calendar, hours };
  // The machines are locked: what is written of them may be sent side by side.
  const [changes] = await Promise.all([
    takeStates(work, eventsOf(byDevice, lives)),
    takeAlarms(trx, { siteId, isHistory: false }, wordsOf(byDevice, false)),
    takeAlarms(trx, { siteId, isHistory: true }, wordsOf(byDevice, true)),
    logFlags(trx, siteId, flagChanges(byDevice, lives)),
    keepWaiting(trx, siteId, byDevice),
  ]);
  await followDowntime(work, changes, now);
  for (const [device, said] of byDevice) noteHeard(lives.get(device.equipmentId), said, now);
  await Promise.all([hours.write(trx, siteId), writeLive(trx, siteId, [...lives.values()])]);
}

type ByDevice = ReadonlyMap<TakenDevice, readonly Judged[]>;

function eventsOf(
  byDevice: ByDevice,
  lives: ReadonlyMap<string, LiveDevice>,
): Map<LiveDevice, StateEvent[]> {
  const events = new Map<LiveDevice, StateEvent[]>();
  for (const [device, messages] of byDevice) {
    const live = lives.get(device.equipmentId);
    const states = messages.filter(({ message }) => message.type === 'state').map(eventOf);
    if (live && states.length > 0) events.set(live, states);
  }
  return events;
}

function eventOf({ message, time, order, timeSuspect }: Judged): StateEvent {
  return { time, order, timeSuspect, data: message.data, source: 'device' };
}

/** What gateways say of alarms that speak for the present, or that replay. */
function wordsOf(byDevice: ByDevice, isHistory: boolean): Map<TakenDevice, AlarmWord[]> {
  const words = new Map<TakenDevice, AlarmWord[]>();
  for (const [device, messages] of byDevice) {
    const alarms = messages.filter(
      ({ gateway, message }) => message.type === 'alarm' && gateway.isHistory === isHistory,
    );
    if (alarms.length === 0) continue;
    words.set(
      device,
      alarms.map(({ message, time, order, timeSuspect }) => ({
        time,
        order,
        timeSuspect,
        data: message.data as AlarmData,
      })),
    );
  }
  return words;
}

/** Changes of the four flags; a flag said late, after newer ones, tells nothing new. */
function flagChanges(byDevice: ByDevice, lives: ReadonlyMap<string, LiveDevice>): FlagChange[] {
  return [...byDevice].flatMap(([device, messages]) => {
    const live = lives.get(device.equipmentId);
    if (!live) return [];
    return messages.flatMap((judged): FlagChange[] => {
      if (judged.message.type !== 'state') return [];
      if (live.flagsTime !== null && judged.order < Date.parse(live.flagsTime)) return [];
      const said = saidFlags(judged.message.data, live);
      const changed = FLAGS.filter((flag) => said[flag] !== undefined && said[flag] !== live[flag]);
      if (changed.length === 0) return [];
      for (const flag of changed) live[flag] = said[flag] ?? null;
      live.flagsTime = new Date(judged.order).toISOString();
      const { alarm, connection, emergencyStop } = live;
      const flags = { alarm, connection, device: live.device, emergencyStop };
      const orderCode = judged.message.orderCode ?? null;
      return [{ device, at: judged.time, changed, flags, source: 'reported', orderCode }];
    });
  });
}

/** A machine that speaks of its state is connected, unless it says otherwise. */
function saidFlags(data: StateData, live: LiveDevice): StateData {
  return live.connection === 0 && data.connection === undefined ? { ...data, connection: 1 } : data;
}

const FLAGS = ['alarm', 'connection', 'device', 'emergencyStop'] as const;

/** Messages whose pages take them from here. */
async function keepWaiting(trx: Trx, siteId: string, byDevice: ByDevice): Promise<void> {
  const rows = [...byDevice].flatMap(([{ equipmentId }, messages]) =>
    messages
      .filter(({ message }) => !TAKEN.has(message.type))
      .map(({ gateway, message, time, timeSuspect }) => ({
        gateway_id: gateway.id,
        equipment_id: equipmentId,
        type: message.type,
        send_time: new Date(time).toISOString(),
        time_suspect: timeSuspect,
        message,
      })),
  );
  if (rows.length === 0) return;
  await sql`insert into device_waiting (site_id, gateway_id, equipment_id, type, send_time, time_suspect, message)
    select ${siteId}, gateway_id, equipment_id, type, send_time, time_suspect, message
    from jsonb_populate_recordset(null::device_waiting, ${JSON.stringify(rows)}::jsonb)`.execute(
    trx,
  );
}

const TAKEN = new Set(['state', 'alarm', 'heartbeat']);

function noteHeard(live: LiveDevice | undefined, said: readonly Judged[], now: number): void {
  const last = said.at(-1);
  if (!live || !last) return;
  live.heardTime = new Date(now).toISOString();
  // What was sent later tells nothing of the clock.
  if (Math.abs(last.delayMs) <= SENT_LATER_MS) live.clockDifference = String(-last.delayMs / 1000);
}

const SENT_LATER_MS = 600_000;
