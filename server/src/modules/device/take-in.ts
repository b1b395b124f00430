import type { AlarmData, MessageType } from '@millwright/contract/device/message';
import { sql } from 'kysely';
import { isPassing } from '../../kernel/database/refused-value.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
import { type SaidAlarm, tellAlarms } from '../alarm/alarm-notices.ts';
import { followDowntime } from '../equipment/follow-downtime.ts';
import type { AlarmWord } from './alarm-book.ts';
import { applyMessages, type SaidMessage } from './appliers.ts';
import { hourSums } from './hour-sums.ts';
import type { Judged } from './judge.ts';
import { type LiveDevice, lockDevices, writeLive } from './live-row.ts';
import { openShiftCalendar } from './shift-calendar.ts';
import type { StateEvent } from './state-chain.ts';
import { takeAlarms } from './take-alarms.ts';
import { takeFlags } from './take-flags.ts';
import { mayBeSilence, takeStates } from './take-states.ts';
import { deviceKey, type TakenDevice } from './taken-device.ts';
import { isForPage, keepWaiting } from './waiting.ts';

/**
 * Writes what new messages of known machines of a site say, machines locked in one order; those of the types that wait
 * are kept for their pages. Alarms of the present are told to people, what is replayed is not; resolves with what went
 * wrong in telling, which leaves the alarms as they are.
 */
export async function takeIn(
  trx: Trx,
  siteId: string,
  devices: ReadonlyMap<string, TakenDevice>,
  { messages, waiting, now }: Arrived,
): Promise<Error | null> {
  const byDevice = new Map<TakenDevice, Judged[]>();
  for (const message of [...messages].sort((a, b) => a.order - b.order)) {
    const device = devices.get(deviceKey(message.gateway.id, message.message.deviceNumber));
    const said = device && byDevice.get(device);
    if (said) said.push(message);
    else if (device) byDevice.set(device, [message]);
  }
  if (byDevice.size === 0) return null;
  const ids = [...byDevice.keys()].map(({ equipmentId }) => equipmentId);
  const [lives, calendar] = await Promise.all([
    lockDevices(trx, siteId, ids),
    openShiftCalendar(trx, siteId, ids),
  ]);
  const hours = hourSums(calendar);
  const work = { trx, siteId, calendar, hours };
  // The machines are locked: what is written of them may be sent side by side.
  const [changes, alarms] = await Promise.all([
    takeStates(work, eventsOf(byDevice, lives)),
    takeAlarms(trx, siteId, wordsOf(byDevice, false)),
    takeAlarms(trx, siteId, wordsOf(byDevice, true)),
    takeFlags(trx, siteId, byDevice, lives),
    keepWaiting(
      trx,
      siteId,
      forPages(byDevice, (type) => waiting.has(type)),
    ),
    applyMessages(
      trx,
      siteId,
      forPages(byDevice, (type) => !waiting.has(type)),
    ),
  ]);
  await followDowntime(work, changes, now);
  for (const [device, said] of byDevice) noteHeard(lives.get(device.equipmentId), said, now);
  await Promise.all([hours.write(trx, siteId), writeLive(trx, siteId, [...lives.values()])]);
  return tellApart(trx, siteId, alarms);
}

/**
 * Tells of alarms behind a savepoint: a notice that cannot be stored does not take its alarm with it, and where some
 * cannot be told each alarm is told for itself. Gives what went wrong last.
 */
async function tellApart(
  trx: Trx,
  siteId: string,
  alarms: readonly SaidAlarm[],
): Promise<Error | null> {
  if (alarms.length === 0) return null;
  const failed = await tellOrUndo(trx, siteId, alarms);
  const each = Map.groupBy(alarms, ({ equipmentId, encoding }) => `${equipmentId} ${encoding}`);
  if (!failed || each.size === 1) return failed;
  let last: Error | null = null;
  for (const some of each.values()) last = (await tellOrUndo(trx, siteId, some)) ?? last;
  return last;
}

async function tellOrUndo(
  trx: Trx,
  siteId: string,
  alarms: readonly SaidAlarm[],
): Promise<Error | null> {
  await sql`savepoint notices`.execute(trx);
  try {
    await tellAlarms(trx, siteId, alarms);
    await sql`release savepoint notices`.execute(trx);
    return null;
  } catch (error) {
    if (isPassing(error) || !(error instanceof Error)) throw error;
    await sql`rollback to savepoint notices`.execute(trx);
    await sql`release savepoint notices`.execute(trx);
    return error;
  }
}

/** New messages of known machines, the types that wait, and when they came (milliseconds). */
export interface Arrived {
  readonly messages: readonly Judged[];
  readonly waiting: ReadonlySet<MessageType>;
  readonly now: number;
}

type ByDevice = ReadonlyMap<TakenDevice, readonly Judged[]>;

function eventsOf(
  byDevice: ByDevice,
  lives: ReadonlyMap<string, LiveDevice>,
): Map<LiveDevice, StateEvent[]> {
  const events = new Map<LiveDevice, StateEvent[]>();
  for (const [device, messages] of byDevice) {
    const live = lives.get(device.equipmentId);
    if (!live) continue;
    const states = messages.filter((one) => mayTell(one, live)).map(eventOf);
    if (states.length > 0) events.set(live, states);
  }
  return events;
}

/**
 * Whether a message may tell what a machine is. One that fell silent is again what it said last when it gives a sign of
 * life, unless its source is read by the server: that is asked what the machine is by now.
 */
function mayTell({ message, gateway }: Judged, live: LiveDevice): boolean {
  if (message.type === 'state') return true;
  return mayBeSilence(live) ? TELLING.has(gateway.protocol) : message.type !== 'heartbeat';
}

/** Gateways that speak of themselves; others are sources that the server reads. */
const TELLING: ReadonlySet<string> = new Set(['http', 'mqtt']);

/** Messages of other types tell nothing of the state but that the machine speaks. */
function eventOf({ message, time, order, timeSuspect }: Judged): StateEvent {
  const data = message.type === 'state' ? message.data : {};
  return { time, order, timeSuspect, data, source: 'device' };
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
        orderCode: message.orderCode || null,
      })),
    );
  }
  return words;
}

/** Messages for pages, in their order over all machines. */
function forPages(byDevice: ByDevice, isMeant: (type: MessageType) => boolean): SaidMessage[] {
  const found = [...byDevice].flatMap(([{ equipmentId }, messages]) =>
    messages
      .filter((one) => isForPage(one) && isMeant(one.message.type))
      .map(({ gateway, message, time, order, timeSuspect }) => ({
        gatewayId: gateway.id,
        equipmentId,
        message,
        time,
        order,
        timeSuspect,
      })),
  );
  return found.sort((a, b) => a.time - b.time);
}

function noteHeard(live: LiveDevice | undefined, said: readonly Judged[], now: number): void {
  const last = said.at(-1);
  if (!live || !last) return;
  live.heardTime = new Date(now).toISOString();
  // What was sent later tells nothing of the clock.
  if (Math.abs(last.delayMs) <= SENT_LATER_MS) live.clockDifference = String(-last.delayMs / 1000);
}

const SENT_LATER_MS = 600_000;
