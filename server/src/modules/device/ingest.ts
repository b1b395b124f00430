import { BATCH_LIMIT, type BatchAnswer } from '@millwright/contract/device/message';
import { gatewayRefusals } from '@millwright/contract/base/gateway';
import type { Text } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import { inScope, type Trx } from '../../kernel/database/transaction.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { logMessages } from './device-logs.ts';
import type { Gateway } from './gateway-row.ts';
import { hear } from './gateway-pulse.ts';
import { type Judged, judgeMessages, type Rejected, rejection, unknownDevice } from './judge.ts';
import { ensureParts } from './partitions.ts';
import { takeIn } from './take-in.ts';
import { devicesOf, type TakenDevice } from './taken-device.ts';

/** What became of the messages of a batch; reasons in both languages. */
export interface Ingested {
  readonly accepted: string[];
  readonly duplicate: string[];
  readonly rejected: { messageId: string; reason: Text }[];
}

/**
 * The only way in for what machines say, whatever the protocol: judges each message for itself, remembers it for good,
 * writes what it says and its row of the communication log, and answers when all of that is on disk. Several
 * processes may take in messages of one machine at once. Throws a refusal on more than 500 messages.
 */
export async function ingest(
  services: Services,
  gateway: Gateway,
  messages: readonly unknown[],
): Promise<Ingested> {
  if (messages.length > BATCH_LIMIT) throw refuse(gatewayRefusals['gateway.call.batch']);
  const now = Date.now();
  const judged = judgeMessages(gateway, messages, now);
  await ensureParts(services, [now, ...judged.good.flatMap(({ time, order }) => [time, order])]);
  const scope = { site: gateway.siteId, timeoutMs: 30_000 };
  return inScope(services.database.pool, scope, async (trx) => {
    const numbers = [
      ...new Set(judged.good.map(({ message }) => message.deviceNumber.toLowerCase())),
    ];
    const devices = await devicesOf(trx, gateway, numbers);
    const { known, strangers } = parted(judged.good, devices);
    const fresh = await rememberNew(trx, known);
    const isFresh = ({ digest }: Judged) => fresh.has(digest);
    const accepted = known.filter((one) => isFresh(one) || isPulse(one));
    const duplicate = [
      ...known.filter((one) => !isFresh(one) && !isPulse(one)),
      ...judged.repeated,
    ];
    const rejected = [...judged.rejected, ...strangers];
    await takeIn(trx, gateway, devices, accepted, now);
    await writeOutcome(trx, gateway, { accepted, duplicate, rejected, now });
    return {
      accepted: accepted.map(({ message }) => message.messageId),
      duplicate: duplicate.map(({ message }) => message.messageId),
      rejected: rejected.map(({ messageId, reason }) => ({ messageId, reason })),
    };
  });
}

/** The answer of the HTTP call, reasons in the language of the gateway. */
export function answerOf(done: Ingested, sentence: (reason: Text) => string): BatchAnswer {
  const rejected = done.rejected.map(({ messageId, reason }) => ({
    messageId,
    reason: sentence(reason),
  }));
  return { accepted: done.accepted, duplicate: done.duplicate, rejected };
}

/** A sign of life: of no consequence twice, hence neither remembered nor logged. */
function isPulse({ message }: Judged): boolean {
  return message.type === 'heartbeat';
}

function parted(
  good: readonly Judged[],
  devices: ReadonlyMap<string, TakenDevice>,
): { known: Judged[]; strangers: Rejected[] } {
  const isKnown = ({ message }: Judged) =>
    devices.has(message.deviceNumber.toLowerCase()) ||
    (message.type === 'heartbeat' && message.deviceNumber === '');
  return {
    known: good.filter(isKnown),
    strangers: good
      .filter((one) => !isKnown(one))
      .map(({ message }) => rejection(message, unknownDevice(message))),
  };
}

/** Digests that were not known yet. All processes remember in one order and so never wait in a circle. */
async function rememberNew(trx: Trx, messages: readonly Judged[]): Promise<Set<string>> {
  const digests = messages.filter((one) => !isPulse(one)).map(({ digest }) => digest);
  if (digests.length === 0) return new Set();
  const { rows } = await sql<{ digest: string }>`insert into device_message_seen (digest)
    select d from unnest(${digests.sort()}::uuid[]) d on conflict do nothing returning digest`.execute(
    trx,
  );
  return new Set(rows.map(({ digest }) => digest));
}

interface Outcome {
  readonly accepted: readonly Judged[];
  readonly duplicate: readonly Judged[];
  readonly rejected: readonly Rejected[];
  readonly now: number;
}

async function writeOutcome(trx: Trx, gateway: Gateway, outcome: Outcome): Promise<void> {
  const { accepted, duplicate, rejected, now } = outcome;
  const logged = accepted.filter((one) => !isPulse(one));
  const at = new Date(now).toISOString();
  await Promise.all([
    logMessages(trx, gateway, at, [
      ...logged.map(({ message }) => ({ message, result: 'accepted' as const })),
      ...duplicate.map(({ message }) => ({ message, result: 'duplicate' as const })),
      ...rejected.map(({ message }) => ({ message, result: 'rejected' as const })),
    ]),
    writeRejected(trx, gateway, rejected),
    hear(trx, gateway, { accepted, duplicate: duplicate.length, rejected: rejected.length, now }),
  ]);
}

async function writeRejected(
  trx: Trx,
  gateway: Gateway,
  rejected: readonly Rejected[],
): Promise<void> {
  if (rejected.length === 0) return;
  const rows = rejected.map(({ messageId, reason, message }) => ({
    message_id: messageId,
    device_number: wordOf(message, 'deviceNumber'),
    type: wordOf(message, 'type'),
    reason_zh: reason.zh,
    reason_en: reason.en,
    message: JSON.stringify(message) ?? 'null',
  }));
  await sql`insert into device_refusal (site_id, gateway_id, message_id, device_number, type, reason_zh, reason_en, message)
    select ${gateway.siteId}, ${gateway.id}, message_id, device_number, type, reason_zh, reason_en, to_jsonb(message)
    from jsonb_to_recordset(${JSON.stringify(rows, storable)}::jsonb)
      r(message_id text, device_number text, type text, reason_zh text, reason_en text, message text)`.execute(
    trx,
  );
}

function wordOf(message: unknown, name: string): string | null {
  const value: unknown =
    typeof message === 'object' && message !== null ? Reflect.get(message, name) : null;
  return typeof value === 'string' ? value.slice(0, 64) : null;
}

/** What is refused may hold anything; it is shown as text. */
function storable(_name: string, value: unknown): unknown {
  return typeof value === 'string'
    ? value.slice(0, 4096).toWellFormed().replaceAll('\u0000', '␀')
    : value;
}
