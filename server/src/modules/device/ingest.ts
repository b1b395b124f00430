import { BATCH_LIMIT, type BatchAnswer, dataSchemas } from '@millwright/contract/device/message';
import { gatewayRefusals } from '@millwright/contract/base/gateway';
import type { Text } from '@millwright/contract/kernel/text';
import { countDeviceMessages } from '../../kernel/metrics/metrics.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { type Gatherer, openGatherer } from './gather.ts';
import type { Gateway } from './gateway-row.ts';
import { type Judged, judgeMessages, type Refused, type Rejected, type Repeated } from './judge.ts';
import { takeBatch, type Verdict } from './take-batches.ts';

/** What became of the messages of a batch; reasons in both languages. */
export interface Ingested {
  readonly accepted: string[];
  readonly duplicate: string[];
  readonly rejected: { messageId: string; reason: Text }[];
}

/**
 * The only way in for what machines say, whatever the protocol: judges each message for itself, remembers it for good,
 * writes what it says and its row of the communication log, and answers when all of that is on disk. Batches of a site
 * that arrive while one is written are written together next; several processes may take in messages of one machine
 * at once. Throws a refusal on more than 500 messages.
 */
export async function ingest(
  services: Services,
  gateway: Gateway,
  messages: readonly unknown[],
): Promise<Ingested> {
  if (messages.length > BATCH_LIMIT) throw refuse(gatewayRefusals['gateway.call.batch']);
  const batch = judgeMessages(gateway, messages, Date.now());
  return gathererOf(services).add(laneOf(gateway), { gateway, batch });
}

/**
 * Refuses what a gateway sent as a whole, where no single messages can be told: it leaves its row in the communication
 * log and its reason on the page of the gateway, as a refused message does.
 */
export async function refuseWhole(
  services: Services,
  gateway: Gateway,
  reason: Text,
  sent: string,
): Promise<void> {
  const whole: Refused = { gateway, digest: null, messageId: '', reason, message: sent };
  const batch = { good: [], repeated: [], rejected: [whole] };
  await gathererOf(services).add(laneOf(gateway), { gateway, batch });
}

/** While PostgreSQL writes one half of a site's gateways, this process prepares the other; a gateway keeps its lane. */
function laneOf({ id, siteId }: Gateway): string {
  return `${siteId} ${Number(id) % 2}`;
}

/** The answer of the HTTP call, reasons in the language of the gateway. */
export function answerOf(done: Ingested, sentence: (reason: Text) => string): BatchAnswer {
  const rejected = done.rejected.map(({ messageId, reason }) => ({
    messageId,
    reason: sentence(reason),
  }));
  return { accepted: done.accepted, duplicate: done.duplicate, rejected };
}

type JudgedBatch = ReturnType<typeof judgeMessages>;

interface Sent {
  readonly gateway: Gateway;
  readonly batch: JudgedBatch;
}

const gatherers = new WeakMap<Services, Gatherer<Sent, Ingested>>();

function gathererOf(services: Services): Gatherer<Sent, Ingested> {
  const known = gatherers.get(services);
  if (known) return known;
  const opened = openGatherer(BATCH_LIMIT, sizeOf, (sent: readonly Sent[]) =>
    takeTogether(services, sent),
  );
  gatherers.set(services, opened);
  return opened;
}

function sizeOf({ batch }: Sent): number {
  return batch.good.length + batch.repeated.length + batch.rejected.length;
}

/** Batches of one site as if they were one; a message that is in two of them counts in the first. */
async function takeTogether(services: Services, sent: readonly Sent[]): Promise<Ingested[]> {
  const first = new Map<string, Judged>();
  for (const { batch } of sent)
    for (const one of batch.good) if (!first.has(one.digest)) first.set(one.digest, one);
  const gateway = sent[0]?.gateway;
  if (!gateway) return [];
  const isAgain = (one: Judged) => first.get(one.digest) !== one;
  const verdicts = await takeBatch(services, gateway.siteId, {
    gateways: [...new Map(sent.map(({ gateway: each }) => [each.id, each])).values()],
    good: [...first.values()],
    repeated: sent.flatMap(({ batch }) => [...batch.good.filter(isAgain), ...batch.repeated]),
    rejected: sent.flatMap(({ batch }) => batch.rejected),
  });
  return sent.map(({ batch }) => ingestedOf(batch, verdicts, isAgain));
}

/** A message that came again shares the rejection of the first. */
function ingestedOf(
  { good, repeated, rejected }: JudgedBatch,
  verdicts: ReadonlyMap<string, Verdict>,
  isAgain: (one: Judged) => boolean,
): Ingested {
  const done: Ingested = { accepted: [], duplicate: [], rejected: [] };
  const reject = ({ messageId, reason }: Rejected, { message }: { message: unknown }) => {
    done.rejected.push({ messageId, reason });
    countDeviceMessages(kindOf(message), 'rejected');
  };
  const tell = (one: Repeated, again: boolean) => {
    const verdict = verdicts.get(one.digest ?? '');
    if (typeof verdict === 'object') return reject(verdict, one);
    const outcome = verdict === 'accepted' && !again ? 'accepted' : 'duplicate';
    done[outcome].push('reason' in one ? one.messageId : one.message.messageId);
    countDeviceMessages(kindOf(one.message), outcome);
  };
  for (const one of rejected) {
    if (verdicts.get(one.digest ?? '') === 'duplicate') tell(one, true);
    else reject(one, one);
  }
  for (const one of good) tell(one, isAgain(one));
  for (const one of repeated) tell(one, true);
  return done;
}

/** The type of a message, as far as it is one of those known. */
function kindOf(message: unknown): string {
  const { type } = (message ?? {}) as { type?: unknown };
  return typeof type === 'string' && Object.hasOwn(dataSchemas, type) ? type : 'unknown';
}
