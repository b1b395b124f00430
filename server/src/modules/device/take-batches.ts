import type { Text } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import { isRefusedValue } from '../../kernel/database/refused-value.ts';
import { inScope, type Trx } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';
import { type LoggedMessage, logMessages, type MessageResult } from './device-logs.ts';
import type { Gateway } from './gateway-row.ts';
import { hear } from './gateway-pulse.ts';
import { isPulse, type Judged, type Refused, rejection, unknownDevice } from './judge.ts';
import { ensureParts } from './partitions.ts';
import { writeRejected } from './refusals.ts';
import { takeIn } from './take-in.ts';
import { deviceKey, devicesOf, type TakenDevice } from './taken-device.ts';

/** Judged messages of gateways of one site; `repeated` have the id of an earlier one among them. */
export interface Batch {
  /** All that sent, be it nothing. */
  readonly gateways: readonly Gateway[];
  readonly good: readonly Judged[];
  readonly repeated: readonly Judged[];
  readonly rejected: readonly Refused[];
}

/** What became of a message that was judged good. */
export type Verdict = 'accepted' | 'duplicate' | Refused;

/**
 * Takes messages of gateways of one site in, in one transaction, and gives a verdict per digest. If PostgreSQL refuses what
 * one of them holds, halves are tried until that one is alone; it is rejected and the others are on disk.
 */
export async function takeBatch(
  services: Services,
  siteId: string,
  batch: Batch,
): Promise<Map<string, Verdict>> {
  const { gateways, good, repeated, rejected } = batch;
  try {
    return await takeOnce(services, siteId, batch);
  } catch (error) {
    const [only] = good;
    if (!only || !isRefusedValue(error)) throw error;
    if (good.length === 1) {
      const { gateway } = only;
      const refused = { ...rejection(only.message, texts.refused), gateway };
      services.report(error, `A message of gateway ${gateway.code} could not be stored.`);
      await takeOnce(services, siteId, {
        gateways,
        good: [],
        repeated,
        rejected: [...rejected, refused],
      });
      return new Map([[only.digest, refused]]);
    }
    const middle = Math.ceil(good.length / 2);
    const first = { gateways, good: good.slice(0, middle), repeated, rejected };
    const second = { gateways, good: good.slice(middle), repeated: [], rejected: [] };
    return new Map([
      ...(await takeBatch(services, siteId, first)),
      ...(await takeBatch(services, siteId, second)),
    ]);
  }
}

async function takeOnce(
  services: Services,
  siteId: string,
  { gateways, good, repeated, rejected }: Batch,
): Promise<Map<string, Verdict>> {
  const now = Date.now();
  await ensureParts(services, [now, ...good.flatMap(({ time, order }) => [time, order])]);
  const scope = { site: siteId, timeoutMs: 30_000 };
  return inScope(services.database.pool, scope, async (trx) => {
    const numbers = [...new Set(good.map(({ message }) => message.deviceNumber.toLowerCase()))];
    const ids = gateways.map(({ id }) => id);
    const devices = await devicesOf(trx, siteId, ids, numbers);
    const known = good.filter((one) => isKnown(one, devices));
    const fresh = await rememberNew(trx, known);
    const verdicts = new Map(
      good.map((one) => [one.digest, verdictOf(one, devices, fresh)] as const),
    );
    const accepted = known.filter(({ digest }) => verdicts.get(digest) === 'accepted');
    const duplicate = known.filter(({ digest }) => verdicts.get(digest) === 'duplicate');
    const strangers = [...verdicts.values()].filter((verdict) => typeof verdict !== 'string');
    await takeIn(trx, siteId, devices, accepted, now);
    await writeOutcome(trx, gateways, {
      accepted,
      duplicate: [...duplicate, ...repeated],
      rejected: [...rejected, ...strangers],
      now,
    });
    return verdicts;
  });
}

function isKnown({ gateway, message }: Judged, devices: ReadonlyMap<string, TakenDevice>): boolean {
  return (
    devices.has(deviceKey(gateway.id, message.deviceNumber)) ||
    (message.type === 'heartbeat' && message.deviceNumber === '')
  );
}

function verdictOf(
  judged: Judged,
  devices: ReadonlyMap<string, TakenDevice>,
  fresh: ReadonlySet<string>,
): Verdict {
  const { gateway, message } = judged;
  if (!isKnown(judged, devices)) return { ...rejection(message, unknownDevice(message)), gateway };
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
  readonly rejected: readonly Refused[];
  readonly now: number;
}

async function writeOutcome(
  trx: Trx,
  gateways: readonly Gateway[],
  { accepted, duplicate, rejected, now }: Outcome,
): Promise<void> {
  const logged = accepted.filter((one) => !isPulse(one));
  const resulting = (result: MessageResult, some: readonly (Judged | Refused)[]) =>
    some.map(({ gateway, message }): LoggedMessage => ({ gateway, message, result }));
  const of = <T extends Judged | Refused>(id: string, some: readonly T[]) =>
    some.filter(({ gateway }) => gateway.id === id);
  await Promise.all([
    logMessages(trx, new Date(now).toISOString(), [
      ...resulting('accepted', logged),
      ...resulting('duplicate', duplicate),
      ...resulting('rejected', rejected),
    ]),
    ...gateways.map((gateway) => writeRejected(trx, gateway, of(gateway.id, rejected))),
    hear(
      trx,
      gateways.map((gateway) => ({
        gateway,
        accepted: of(gateway.id, accepted),
        duplicate: of(gateway.id, duplicate).length,
        rejected: of(gateway.id, rejected).length,
      })),
    ),
  ]);
}

const texts: { readonly refused: Text } = {
  refused: {
    zh: '消息内容无法保存（数据库拒绝）',
    en: 'The database refuses what the message holds',
  },
};
