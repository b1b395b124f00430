import {
  dataSchemas,
  type DeviceMessage,
  messageSchema,
} from '@millwright/contract/device/message';
import { placesInMessage } from '@millwright/contract/device/message-labels';
import type { Text } from '@millwright/contract/kernel/text';
import type { z } from 'zod';
import type { Gateway } from './gateway-row.ts';
import { digestOf } from './seen.ts';

/** A message that may be taken in, its times settled. */
export interface Judged {
  readonly gateway: Gateway;
  readonly message: DeviceMessage;
  /** Milliseconds: when it counts, and where it stands in the order. */
  readonly time: number;
  readonly order: number;
  readonly timeSuspect: boolean;
  /** Key under which it is remembered for good. */
  readonly digest: string;
  /** Clock of the sender minus ours, ms; null for messages sent later. */
  readonly delayMs: number;
}

/** A message that may not, and why. */
export interface Rejected {
  readonly messageId: string;
  readonly reason: Text;
  readonly message: unknown;
}

/** A rejected message with the gateway that sent it, and the digest of its id as far as it has one. */
export interface Refused extends Rejected {
  readonly gateway: Gateway;
  readonly digest: string | null;
}

/** A message whose id came before, be it with something else in it that would not be taken today. */
export type Repeated = Judged | Refused;

/** Judges messages each for itself; those of one id after a good one of the batch come back under `repeated`. */
export function judgeMessages(
  gateway: Gateway,
  sent: readonly unknown[],
  now: number,
): { good: Judged[]; repeated: Repeated[]; rejected: Refused[] } {
  const good = new Map<string, Judged>();
  const repeated: Repeated[] = [];
  const rejected: Refused[] = [];
  for (const message of sent) {
    const judged = judge(gateway, message, now);
    const one = 'reason' in judged ? refusedOf(gateway, judged) : judged;
    if (one.digest !== null && good.has(one.digest)) repeated.push(one);
    else if ('reason' in one) rejected.push(one);
    else good.set(one.digest, one);
  }
  return { good: [...good.values()], repeated, rejected };
}

function judge(gateway: Gateway, sent: unknown, now: number): Judged | Rejected {
  if (isDeep(sent)) return rejection(flat(sent), wrong([['data']]));
  const parsed = messageSchema.safeParse(sent);
  if (!parsed.success) return rejection(sent, wrongFields(parsed.error));
  const message = parsed.data as DeviceMessage;
  if (message.clientId !== gateway.clientId) return rejection(sent, texts.client);
  if (UNSTORABLE.test(JSON.stringify(message))) return rejection(sent, texts.unstorable);
  const data = dataSchemas[message.type].safeParse(message.data);
  if (!data.success) return rejection(sent, wrongFields(data.error, ['data']));
  if (message.type !== 'heartbeat' && message.deviceNumber === '')
    return rejection(sent, wrong([['deviceNumber']]));
  const said = Date.parse(message.sendTime);
  const timeSuspect =
    said > now + AHEAD_MS ||
    said < EARLIEST ||
    (gateway.maxAgeMs !== null && said < now - gateway.maxAgeMs);
  const time = timeSuspect ? now : said;
  return {
    gateway,
    message: { ...message, data: data.data as DeviceMessage['data'] },
    time,
    order: orderOf(message, time, timeSuspect, now),
    timeSuspect,
    digest: digestOf(gateway.clientId, idOf(message)),
    delayMs: now - said,
  };
}

/** Where a message stands in the order; without a sure time it is after nothing. */
export function orderOf(
  { after }: DeviceMessage,
  time: number,
  timeSuspect: boolean,
  now: number,
): number {
  return after && !timeSuspect ? Math.max(time, Math.min(Date.parse(after), now + AHEAD_MS)) : time;
}

/** A sign of life: of no consequence twice, hence neither remembered nor logged. */
export function isPulse({ message }: Judged): boolean {
  return message.type === 'heartbeat';
}

/** Heartbeats of several machines may share an id. */
function idOf({ type, messageId, deviceNumber, sendTime }: DeviceMessage): string {
  return type === 'heartbeat' ? `${messageId}\u0000${deviceNumber}\u0000${sendTime}` : messageId;
}

/** Whether values lie deeper in each other than any machine says, and than JSON can be written. */
function isDeep(data: unknown): boolean {
  let level = [data];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

const DEEPEST = 20;

/** A message without what is too deep to be shown. */
function flat(sent: unknown): unknown {
  const fields = Object.entries(typeof sent === 'object' && sent !== null ? sent : {});
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'object' ? '…' : value]),
  );
}

/** A machine's clock may be this far ahead. */
const AHEAD_MS = 300_000;

/** A clock that tells an earlier time was never set; also for recordings. */
const EARLIEST = Date.UTC(1990, 0);

/** PostgreSQL keeps neither NUL nor halves of characters. An even number of backslashes before is text that spells them. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\(?:u0000|ud[89a-f][0-9a-f]{2})/;

/** A rejection of anything, with the id as far as it can be read. */
export function rejection(sent: unknown, reason: Text): Rejected {
  const id = typeof sent === 'object' && sent !== null ? Reflect.get(sent, 'messageId') : null;
  return { messageId: typeof id === 'string' ? id.slice(0, 64) : '', reason, message: sent };
}

/** A message of a machine that this gateway does not speak for. */
export function unknownDevice(message: DeviceMessage): Text {
  const number = message.deviceNumber;
  return {
    zh: `设备「${number}」不存在、已停用或未绑定此网关`,
    en: `Device "${number}" is unknown, disabled or not bound to this gateway`,
  };
}

/** A rejection with what it is remembered by if it was ever taken in. */
export function refusedOf(gateway: Gateway, { messageId, reason, message }: Rejected): Refused {
  const told = typeof message === 'object' && message !== null ? message : {};
  const id: unknown = Reflect.get(told, 'messageId');
  const isOwn = Reflect.get(told, 'clientId') === gateway.clientId;
  const digest = isOwn && typeof id === 'string' ? digestOf(gateway.clientId, id) : null;
  return { messageId, reason, message, gateway, digest };
}

function wrongFields(error: z.ZodError, before: readonly string[] = []): Text {
  return wrong(error.issues.map(({ path }) => [...before, ...path]));
}

/** Names the first few places. */
function wrong(paths: readonly (readonly PropertyKey[])[]): Text {
  const places = placesInMessage(paths, 5);
  return { zh: `字段不正确：${places.zh}`, en: `Wrong or missing: ${places.en}` };
}

const texts = {
  client: {
    zh: 'clientId 与网关凭据不符',
    en: 'clientId is not that of the gateway that sends',
  },
  unstorable: { zh: '含有无法保存的字符', en: 'Holds characters that cannot be stored' },
};
