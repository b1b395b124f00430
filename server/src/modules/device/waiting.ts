import type { MessageType } from '@millwright/contract/device/message';
import type { Text } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { appliers, refusedByAppliers, type SaidMessage } from './appliers.ts';
import type { Judged } from './judge.ts';
import { lockDevices } from './live-row.ts';
import { seenOf } from './seen.ts';
import { deviceKey, type TakenDevice } from './taken-device.ts';

/** What is to become of messages for pages: types that wait, and reasons of the appliers by digest. */
export interface Course {
  readonly waiting: ReadonlySet<MessageType>;
  readonly refused: ReadonlyMap<string, Text>;
}

/**
 * Types wait that nobody takes yet, and those of which earlier messages still wait: their turn comes first. What an
 * applier may refuse is asked with the machines locked, so that nothing else of them comes in between.
 */
export async function courseOf(
  trx: Trx,
  siteId: string,
  devices: ReadonlyMap<string, TakenDevice>,
  messages: readonly Judged[],
): Promise<Course> {
  const meant = messages.filter(({ message }) => !TAKEN.has(message.type));
  const types = [...new Set(meant.map(({ message }) => message.type))];
  const taken = types.filter((type) => appliers.has(type));
  const waiting = new Set(types.filter((type) => !appliers.has(type)));
  if (taken.length === 0) return { waiting, refused: new Map() };
  const said = messages.flatMap((one) => saidOf(one, devices) ?? []);
  await lockDevices(trx, siteId, [...new Set(said.map(({ equipmentId }) => equipmentId))]);
  for (const type of await typesThatWait(trx, siteId, taken)) waiting.add(type);
  const asked = said.filter(
    ({ message }) => taken.includes(message.type) && !waiting.has(message.type),
  );
  const against = await refusedByAppliers(trx, siteId, await unseen(trx, asked));
  return {
    waiting,
    refused: new Map([...against].map(([{ digest }, reason]) => [digest, reason])),
  };
}

/** Whether a message is one for the records of a page. */
export function isForPage({ message }: Pick<Judged, 'message'>): boolean {
  return !TAKEN.has(message.type);
}

/** Keeps messages until the pages that take them are there. */
export async function keepWaiting(
  trx: Trx,
  siteId: string,
  said: readonly SaidMessage[],
): Promise<void> {
  if (said.length === 0) return;
  const rows = said.map(({ gatewayId, equipmentId, message, time, timeSuspect }) => ({
    gateway_id: gatewayId,
    equipment_id: equipmentId,
    type: message.type,
    send_time: new Date(time).toISOString(),
    time_suspect: timeSuspect,
    message,
  }));
  await sql`insert into device_waiting (site_id, gateway_id, equipment_id, type, send_time, time_suspect, message)
    select ${siteId}, gateway_id, equipment_id, type, send_time, time_suspect, message
    from jsonb_populate_recordset(null::device_waiting, ${JSON.stringify(rows)}::jsonb)`.execute(
    trx,
  );
}

/** A judged message with its machine; null for one of an unknown machine. */
function saidOf(
  { gateway, message, time, order, timeSuspect, digest }: Judged,
  devices: ReadonlyMap<string, TakenDevice>,
): (SaidMessage & { readonly digest: string }) | null {
  const device = devices.get(deviceKey(gateway.id, message.deviceNumber));
  if (!device) return null;
  const { equipmentId } = device;
  return { gatewayId: gateway.id, equipmentId, message, time, order, timeSuspect, digest };
}

async function typesThatWait(
  trx: Trx,
  siteId: string,
  types: readonly MessageType[],
): Promise<MessageType[]> {
  const { rows } = await sql<{ type: MessageType }>`select t as type from unnest(${types}::text[]) t
    where exists (select from device_waiting w where w.site_id = ${siteId} and w.type = t and w.tried_time is null)`.execute(
    trx,
  );
  return rows.map(({ type }) => type);
}

/** Those that did not come before: a second arrival is a duplicate, whatever an applier would say of it. */
async function unseen<Said extends { readonly digest: string }>(
  trx: Trx,
  said: readonly Said[],
): Promise<Said[]> {
  const seen = await seenOf(
    trx,
    said.map(({ digest }) => digest),
  );
  return said.filter(({ digest }) => !seen.has(digest));
}

/** Types that need no page. */
const TAKEN: ReadonlySet<MessageType> = new Set(['state', 'alarm', 'heartbeat']);
