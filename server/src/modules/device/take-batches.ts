import type { Text } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import { isRefusedValue } from '../../kernel/database/refused-value.ts';
import { inScope, type Trx } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';
import { logMessages } from './device-logs.ts';
import type { Gateway } from './gateway-row.ts';
import { hear } from './gateway-pulse.ts';
import { isPulse, type Judged, type Rejected, rejection, unknownDevice } from './judge.ts';
import { ensureParts } from './partitions.ts';
import { writeRejected } from './refusals.ts';
import { takeIn } from './take-in.ts';
import { devicesOf, type TakenDevice } from './taken-device.ts';

/** Judged messages of a gateway; `repeated` have the id of an earlier one among them. */
export interface Batch {
  readonly good: readonly Judged[];
  readonly repeated: readonly Judged[];
  readonly rejected: readonly Rejected[];
}

/** What became of a message that was judged good. */
export type Verdict = 'accepted' | 'duplicate' | Rejected;

/**
 * Takes messages of one gateway in, in one transaction, and gives a verdict per digest. If PostgreSQL refuses what
 * one of them holds, halves are tried until that one is alone; it is rejected and the others are on disk.
 */
export async function takeBatch(
  services: Services,
  gateway: Gateway,
  batch: Batch,
): Promise<Map<string, Verdict>> {
  const { good, repeated, rejected } = batch;
  try {
    return await takeOnce(services, gateway, batch);
  } catch (error) {
    const [only] = good;
    if (!only || !isRefusedValue(error)) throw error;
    if (good.length === 1) {
      const refused = rejection(only.message, texts.refused);
      services.report(error, `A message of gateway ${gateway.code} could not be stored.`);
      await takeOnce(services, gateway, { good: [], repeated, rejected: [...rejected, refused] });
      return new Map([[only.digest, refused]]);
    }
    const middle = Math.ceil(good.length / 2);
    const first = { good: good.slice(0, middle), repeated, rejected };
    const second = { good: good.slice(middle), repeated: [], rejected: [] };
    return new Map([
      ...(await takeBatch(services, gateway, first)),
      ...(await takeBatch(services, gateway, second)),
    ]);
  }
}

async function takeOnce(
  services: Services,
  gateway: Gateway,
  { good, repeated, rejected }: Batch,
): Promise<Map<string, Verdict>> {
  const now = Date.now();
  await ensureParts(services, [now, ...good.flatMap(({ time, order }) => [time, order])]);
  const scope = { site: gateway.siteId, timeoutMs: 30_000 };
  return inScope(services.database.pool, scope, async (trx) => {
    const numbers = [...new Set(good.map(({ message }) => message.deviceNumber.toLowerCase()))];
    const devices = await devicesOf(trx, gateway, numbers);
    const known = good.filter((one) => isKnown(one, devices));
    const fresh = await rememberNew(trx, known);
    const verdicts = new Map(
      good.map((one) => [one.digest, verdictOf(one, devices, fresh)] as const),
    );
    const accepted = known.filter(({ digest }) => verdicts.get(digest) === 'accepted');
    const duplicate = known.filter(({ digest }) => verdicts.get(digest) === 'duplicate');
    const strangers = [...verdicts.values()].filter((verdict) => typeof verdict !== 'string');
    await takeIn(trx, gateway, devices, accepted, now);
    await writeOutcome(trx, gateway, {
      accepted,
      duplicate: [...duplicate, ...repeated],
      rejected: [...rejected, ...strangers],
      now,
    });
    return verdicts;
  });
}

function isKnown({ message }: Judged, devices: ReadonlyMap<string, TakenDevice>): boolean {
  return (
    devices.has(message.deviceNumber.toLowerCase()) ||
    (message.type === 'heartbeat' && message.deviceNumber === '')
  );
}

function verdictOf(
  judged: Judged,
  devices: ReadonlyMap<string, TakenDevice>,
  fresh: ReadonlySet<string>,
): Verdict {
  if (!isKnown(judged, devices)) return rejection(judged.message, unknownDevice(judged.message));
  return isPulse(judged) || fresh.has(judged.digest) ? 'accepted' : 'duplicate';
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

const texts: { readonly refused: Text } = {
  refused: {
    zh: '消息内容无法保存（数据库拒绝）',
    en: 'The database refuses what the message holds',
  },
};
