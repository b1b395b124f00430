import type { MessageType } from '@millwright/contract/device/message';
import type { Text } from '@millwright/contract/kernel/text';
import { isRefusedValue } from '../../kernel/database/refused-value.ts';
import { inScope, type Trx } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';
import { type LoggedMessage, logMessages, type MessageResult } from './device-logs.ts';
import type { Gateway } from './gateway-row.ts';
import { hear } from './gateway-pulse.ts';
import {
  isPulse,
  type Judged,
  type Refused,
  refusedOf,
  rejection,
  type Repeated,
  unknownDevice,
} from './judge.ts';
import { ensureParts } from './partitions.ts';
import { writeRejected } from './refusals.ts';
import { rememberNew, seenOf } from './seen.ts';
import { writeSuspects } from './suspects.ts';
import { takeIn } from './take-in.ts';
import { deviceKey, devicesOf, type TakenDevice } from './taken-device.ts';
import { courseOf } from './waiting.ts';

/** Judged messages of gateways of one site; `repeated` have the id of an earlier one among them. */
export interface Batch {
  /** All that sent, be it nothing. */
  readonly gateways: readonly Gateway[];
  readonly good: readonly Judged[];
  readonly repeated: readonly Repeated[];
  readonly rejected: readonly Refused[];
}

/** What became of a message that was judged good, or of one that was not but came before. */
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
      const refused = refusedOf(gateway, rejection(only.message, texts.refused));
      services.report(error, `A message of gateway ${gateway.code} could not be stored.`);
      const first = new Map([[only.digest, refused]]);
      const verdicts = await takeOnce(services, siteId, {
        gateways,
        good: [],
        repeated: repeated.filter((one) => !refusedAlike(one, first)),
        rejected: [
          ...rejected,
          refused,
          ...repeated.flatMap((one) => refusedAlike(one, first) ?? []),
        ],
      });
      return new Map([...first, ...verdicts]);
    }
    const middle = Math.ceil(good.length / 2);
    const late = new Set(good.slice(middle).map(({ digest }) => digest));
    const isLate = ({ digest }: Repeated) => digest !== null && late.has(digest);
    const first = {
      gateways,
      good: good.slice(0, middle),
      repeated: repeated.filter((one) => !isLate(one)),
      rejected,
    };
    const second = {
      gateways,
      good: good.slice(middle),
      repeated: repeated.filter(isLate),
      rejected: [],
    };
    return new Map([
      ...(await takeBatch(services, siteId, first)),
      ...(await takeBatch(services, siteId, second)),
    ]);
  }
}

async function takeOnce(
  services: Services,
  siteId: string,
  batch: Batch,
): Promise<Map<string, Verdict>> {
  const { gateways, good, repeated, rejected } = batch;
  const now = Date.now();
  await ensureParts(services, [now, ...good.flatMap(({ time, order }) => [time, order])]);
  const scope = { site: siteId, timeoutMs: 30_000 };
  let untold: Error | null = null;
  const taken = await inScope(services.database.pool, scope, async (trx) => {
    const { devices, waiting, verdicts } = await verdictsOn(trx, siteId, batch);
    const having = (verdict: Verdict) =>
      good.filter(({ digest }) => verdicts.get(digest) === verdict);
    const accepted = having('accepted');
    const strangers = [...verdicts.values()].filter((verdict) => typeof verdict !== 'string');
    const isAgain = ({ digest }: Refused) => verdicts.get(digest ?? '') === 'duplicate';
    untold = await takeIn(trx, siteId, devices, { messages: accepted, waiting, now });
    const alike = repeated.flatMap((one) => refusedAlike(one, verdicts) ?? []);
    const again = repeated.filter((one) => !refusedAlike(one, verdicts));
    await writeOutcome(trx, siteId, gateways, {
      accepted,
      waiting,
      duplicate: [...having('duplicate'), ...again, ...rejected.filter(isAgain)],
      rejected: [...rejected.filter((one) => !isAgain(one)), ...strangers, ...alike],
      now,
    });
    return verdicts;
  });
  if (untold)
    services.report(untold, `Alarms of site ${siteId} are stored, but not all could be told.`);
  return taken;
}

/** A message that came again in the batch shares the rejection of its first; null where that one was not rejected. */
function refusedAlike(again: Repeated, verdicts: ReadonlyMap<string, Verdict>): Refused | null {
  const verdict = verdicts.get(again.digest ?? '');
  if (typeof verdict !== 'object') return null;
  return { ...verdict, gateway: again.gateway, message: again.message };
}

interface Verdicts {
  readonly devices: ReadonlyMap<string, TakenDevice>;
  readonly waiting: ReadonlySet<MessageType>;
  readonly verdicts: Map<string, Verdict>;
}

/** What becomes of each message, remembering those that are new; what came before is a duplicate whatever it holds now. */
async function verdictsOn(
  trx: Trx,
  siteId: string,
  { gateways, good, rejected }: Batch,
): Promise<Verdicts> {
  const numbers = [...new Set(good.map(({ message }) => message.deviceNumber.toLowerCase()))];
  const ids = gateways.map(({ id }) => id);
  const devices = await devicesOf(trx, siteId, ids, numbers);
  const known = good.filter((one) => isKnown(one, devices));
  const before = await seenOf(trx, strangeTo(devices, good, rejected));
  const { waiting, refused } = await courseOf(trx, siteId, devices, known);
  const kept = known.filter((one) => !refused.has(one.digest) && !isPulse(one));
  const fresh = await rememberNew(
    trx,
    kept.map(({ digest }) => digest),
  );
  const verdicts = new Map(
    good.map((one) => [one.digest, verdictOf(one, devices, refused, fresh)] as const),
  );
  for (const digest of before) verdicts.set(digest, 'duplicate');
  return { devices, waiting, verdicts };
}

function isKnown({ gateway, message }: Judged, devices: ReadonlyMap<string, TakenDevice>): boolean {
  return (
    devices.has(deviceKey(gateway.id, message.deviceNumber)) ||
    (message.type === 'heartbeat' && message.deviceNumber === '')
  );
}

/** Digests of what would not be taken today: it may have been when it came first, and is a duplicate then. */
function strangeTo(
  devices: ReadonlyMap<string, TakenDevice>,
  good: readonly Judged[],
  rejected: readonly Refused[],
): string[] {
  const strange = [...good.filter((one) => !isKnown(one, devices)), ...rejected];
  return strange.flatMap(({ digest }) => digest ?? []);
}

function verdictOf(
  judged: Judged,
  devices: ReadonlyMap<string, TakenDevice>,
  refused: ReadonlyMap<string, Text>,
  fresh: ReadonlySet<string>,
): Verdict {
  const { gateway, message, digest } = judged;
  const reason = isKnown(judged, devices) ? refused.get(digest) : unknownDevice(message);
  if (reason) return refusedOf(gateway, rejection(message, reason));
  return isPulse(judged) || fresh.has(digest) ? 'accepted' : 'duplicate';
}

interface Outcome {
  readonly accepted: readonly Judged[];
  /** Types of which the accepted wait for their pages. */
  readonly waiting: ReadonlySet<MessageType>;
  readonly duplicate: readonly Repeated[];
  readonly rejected: readonly Refused[];
  readonly now: number;
}

async function writeOutcome(
  trx: Trx,
  siteId: string,
  gateways: readonly Gateway[],
  { accepted, waiting, duplicate, rejected, now }: Outcome,
): Promise<void> {
  const waits = ({ message }: Judged) => waiting.has(message.type);
  const logged = accepted.filter((one) => !isPulse(one));
  const resulting = (result: MessageResult, some: readonly (Judged | Refused)[]) =>
    some.map(({ gateway, message }): LoggedMessage => ({ gateway, message, result }));
  const of = <T extends Judged | Refused>(id: string, some: readonly T[]) =>
    some.filter(({ gateway }) => gateway.id === id);
  await Promise.all([
    logMessages(trx, new Date(now).toISOString(), [
      ...resulting(
        'accepted',
        logged.filter((one) => !waits(one)),
      ),
      ...resulting('waiting', logged.filter(waits)),
      ...resulting('duplicate', duplicate),
      ...resulting('rejected', rejected),
    ]),
    writeSuspects(trx, siteId, logged),
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
