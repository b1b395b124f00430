import { alarmLog } from '@millwright/contract/log/alarm';
import { communicationLog } from '@millwright/contract/log/communication';
import { equipmentStateLog, type stateFlags } from '@millwright/contract/log/equipment-state';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { type LogEntry, writeLog } from '../../kernel/log/write.ts';
import { contentOf } from '../alarm/content.ts';
import type { ExplainedAlarm } from '../alarm/explain.ts';
import type { AlarmEntry, AlarmSpan } from './alarm-book.ts';
import type { TakenDevice } from './taken-device.ts';

/** Result of a message as the communication log words it. */
export type MessageResult = 'accepted' | 'waiting' | 'duplicate' | 'rejected';

/** A message of a gateway and what became of it; or one to a gateway (`down`). */
export interface LoggedMessage {
  readonly gateway: { readonly siteId: string; readonly clientId: string };
  readonly message: unknown;
  readonly result: MessageResult;
  readonly direction?: 'up' | 'down';
}

/** One row of the communication log for each message, whatever became of it. */
export function logMessages(
  trx: Trx,
  at: string,
  messages: readonly LoggedMessage[],
): Promise<string[]> {
  return writeLog(
    trx,
    communicationLog,
    messages.map((logged) => messageRow(at, logged)),
  );
}

/** A flag of a machine that changed. */
export interface FlagChange {
  readonly device: TakenDevice;
  readonly at: number;
  readonly changed: readonly (keyof typeof stateFlags)[];
  readonly flags: Readonly<Record<keyof typeof stateFlags, number | null>>;
  readonly source: 'reported' | 'heartbeat';
  readonly orderCode: string | null;
}

/** A row of the equipment state log for each change. */
export function logFlags(
  trx: Trx,
  siteId: string,
  changes: readonly FlagChange[],
): Promise<string[]> {
  return writeLog(
    trx,
    equipmentStateLog,
    changes.map(({ device, at, changed, flags, source, orderCode }) => ({
      siteId,
      at: new Date(at).toISOString(),
      ...namesOf(device),
      alarm: bit(flags.alarm),
      connection: bit(flags.connection),
      device: bit(flags.device),
      emergencyStop: bit(flags.emergencyStop),
      changedField: changed,
      source,
      orderCode,
    })),
  );
}

/** An entry of the alarm log with the latest alarm that was folded into it. */
export interface LoggedAlarm {
  readonly device: TakenDevice;
  readonly entry: AlarmEntry;
  readonly span: AlarmSpan;
  readonly config: ExplainedAlarm | null;
  readonly orderCode: string | null;
}

/** Adds new entries of the alarm log (setting their ids) and writes end and count of those that are there. */
export async function logAlarms(
  trx: Trx,
  siteId: string,
  alarms: readonly LoggedAlarm[],
): Promise<void> {
  const added = alarms.filter(({ entry }) => entry.id === null);
  const ids = await writeLog(
    trx,
    alarmLog,
    added.map((alarm) => alarmRow(siteId, alarm)),
  );
  for (const [index, { entry }] of added.entries()) entry.id = ids[index] ?? null;
  const known = alarms.filter((alarm) => !added.includes(alarm));
  if (known.length === 0) return;
  const rows = JSON.stringify(
    known.map(({ entry }) => ({
      id: entry.id,
      at: iso(entry.start),
      end_time: iso(entry.end),
      duration: secondsOf(entry),
      count: entry.count,
    })),
  );
  await sql`update log_alarm a set end_time = n.end_time, duration = n.duration, count = n.count
    from jsonb_populate_recordset(null::log_alarm, ${rows}::jsonb) n
    where a.site_id = ${siteId} and a.at = n.at and a.id = n.id
      and (a.end_time, a.count) is distinct from (n.end_time, n.count)`.execute(trx);
}

/** The configuration's words as they are now; without one the machine's own text stands for both languages. */
function alarmRow(
  siteId: string,
  { device, entry, span, config, orderCode }: LoggedAlarm,
): LogEntry {
  const raw = span.text ?? span.encoding;
  const content = config ? contentOf(config, span.text) : { zh: raw, en: raw };
  return {
    siteId,
    at: new Date(entry.start).toISOString(),
    encoding: span.encoding,
    level: config?.level ?? null,
    contentZh: content.zh,
    contentEn: content.en,
    configured: config !== null,
    ...namesOf(device),
    orderCode,
    endTime: iso(entry.end),
    duration: secondsOf(entry),
    count: entry.count,
  };
}

function messageRow(
  at: string,
  { gateway, message, result, direction = 'up' }: LoggedMessage,
): LogEntry {
  const fields = (typeof message === 'object' && message !== null ? message : {}) as Record<
    string,
    unknown
  >;
  const written = JSON.stringify(message) ?? '';
  const sent = typeof fields.sendTime === 'string' ? Date.parse(fields.sendTime) : Number.NaN;
  return {
    siteId: gateway.siteId,
    at,
    queueName: wordOf(fields.queueName) ?? 'device',
    message: written,
    messageId: wordOf(fields.messageId),
    clientId: gateway.clientId,
    orderCode: wordOf(fields.orderCode),
    deviceType: wordOf(fields.deviceType),
    deviceNumber: wordOf(fields.deviceNumber),
    lineNumber: wordOf(fields.lineNumber),
    direction,
    result,
    size: Buffer.byteLength(written),
    sendTime: isStorable(sent) ? iso(sent) : null,
  };
}

function namesOf(device: TakenDevice) {
  return {
    deviceNumber: device.number,
    deviceName: device.nickname,
    lineNumber: device.lineCode,
  };
}

/** A refused message may tell any time. */
function isStorable(moment: number): boolean {
  return moment > 0 && moment < Date.UTC(9999, 0);
}

function wordOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function bit(value: number | null): boolean | null {
  return value === null ? null : value === 1;
}

function secondsOf({ start, end }: AlarmEntry): number | null {
  return end === null ? null : Math.round((end - start) / 1000);
}

function iso(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}
