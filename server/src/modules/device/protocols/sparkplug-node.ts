import type { DeviceMessage } from '@millwright/contract/device/message';
import type { Observation } from '@millwright/contract/device/observation';
import type { SparkplugTopic } from '@millwright/contract/device/sparkplug';
import { inScope } from '../../../kernel/database/transaction.ts';
import type { Services } from '../../../kernel/services.ts';
import { fallSilent } from '../gateway-pulse.ts';
import type { Gateway } from '../gateway-row.ts';
import { rejection } from '../judge.ts';
import { writeRejected } from '../refusals.ts';
import { type Feed, openFeed } from './feed.ts';
import { readPayload, type SparkplugPayload } from './sparkplug-payload.ts';
import { type Meaning, SparkplugSession } from './sparkplug-session.ts';
import { showTold } from './told-last.ts';

/** An edge node as this process knows it. */
export interface EdgeNode {
  /** Takes what was published in its order; resolves when it is on disk. Payloads that cannot be read are refused. */
  take(topic: SparkplugTopic, bytes: Uint8Array): Promise<void>;
  /** Forgets what was known, since something may have been missed, and asks for births. */
  renew(): void;
  /** Its connection ended: nothing is known until it is born again, be its death told or not. */
  leave(): void;
  /** Ends its pulses. */
  close(): void;
}

/**
 * The edge node of a gateway. Births name its metrics and connect its machines, deaths disconnect them. Where a message
 * is missing or something is unknown `askBirth` is called, at most every 10 s. It tells changes alone, hence it is said
 * for every machine that was born and did not die that it is there. Null for a mapping that does not fit.
 */
export function openEdgeNode(
  services: Services,
  gateway: Gateway,
  signal: AbortSignal,
  askBirth: () => void,
): EdgeNode | null {
  const feed = openFeed(services, gateway, signal, { inOrder: false });
  if (!feed) return null;
  let session: SparkplugSession | null = null;
  /** What the devices of the session told last, by device and metric. */
  const latest = new Map<string, Observation>();
  let asked = 0;
  /** Its clock minus ours at its birth, ms. */
  let clockMs = 0;
  /** Of what it told last, by its clock (ms). */
  let toldUntil = 0;
  let turn: Promise<void> = Promise.resolve();
  const ask = () => {
    if (Date.now() - asked < ASK_MS) return;
    asked = Date.now();
    askBirth();
  };
  const take = async (topic: SparkplugTopic, bytes: Uint8Array) => {
    const payload = await readOrRefuse(services, gateway, topic, bytes);
    if (!payload) return;
    const now = Date.now();
    if (topic.kind === 'NBIRTH') {
      session = SparkplugSession.at(session, payload, now);
      clockMs = (payload.time ?? now) - now;
      asked = 0;
    }
    if (topic.kind === 'NDEATH') {
      if (session && !session.endsBy(payload)) return;
      session = null;
      return end(services, gateway, feed, Math.max(now + clockMs, toldUntil + 1));
    }
    toldUntil = Math.max(toldUntil, payload.time ?? 0);
    const meaning = session?.take(topic, payload, now);
    if (!meaning || meaning.isIncomplete) ask();
    if (meaning) remember(latest, topic, meaning);
    if (meaning) await say(gateway, feed, topic, meaning);
  };
  const pulse = async () => {
    const there = feed.mapping.devices.filter(({ source }) => session?.has(source ?? ''));
    const isComparable = Math.abs(clockMs) <= COMPARABLE_MS;
    await feed.pulse(
      there.map(({ deviceNumber }) => deviceNumber),
      isComparable ? clockMs : 0,
    );
    const told = [...latest.values()].filter(({ source }) => session?.has(source));
    await feed.again(async () => told, isComparable ? clockMs : 0);
  };
  const next = (work: () => Promise<void>) => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  const hide = showTold(gateway.id, () => [...latest.values()]);
  const timer = setInterval(() => void next(pulse).catch(() => undefined), PULSE_MS);
  timer.unref();
  return {
    take: (topic, bytes) => next(() => take(topic, bytes)),
    renew() {
      session = null;
      asked = 0;
      ask();
    },
    leave: () =>
      void next(async () => {
        session = null;
      }),
    close() {
      clearInterval(timer);
      hide();
    },
  };
}

/** A birth or death begins anew with what a device told. */
function remember(
  latest: Map<string, Observation>,
  { device }: SparkplugTopic,
  { change, observations }: Meaning,
): void {
  if (change) for (const [key, one] of latest) if (one.source === device) latest.delete(key);
  for (const one of observations) latest.set(`${one.source} ${one.item}`, one);
}

async function say(
  gateway: Gateway,
  feed: Feed,
  { device }: SparkplugTopic,
  { change, observations }: Meaning,
): Promise<void> {
  const machines = feed.mapping.devices.filter(({ source }) => (source ?? '') === device);
  const data =
    change?.kind === 'death'
      ? { status: 'offline', rawStatus: 'DDEATH', connection: 0 }
      : { connection: 1 };
  const messages = machines.map(({ deviceNumber }) =>
    change ? [told(gateway, `sp-${change.kind}`, deviceNumber, change.time, data)] : [],
  );
  await feed.say(messages.flat(), observations);
}

/**
 * A node's death ends all its machines when it comes (its payload was written before, at the node's birth), by the
 * node's clock (ms): after all that it told, before its next birth.
 */
async function end(services: Services, gateway: Gateway, feed: Feed, now: number): Promise<void> {
  const data = { status: 'noData', rawStatus: 'NDEATH', connection: 0 };
  await feed.say(
    feed.mapping.devices.map(({ deviceNumber }) =>
      told(gateway, 'sp-end', deviceNumber, now, data),
    ),
  );
  await inScope(services.database.pool, { site: gateway.siteId }, (trx) =>
    fallSilent(trx, gateway),
  );
}

/** A message that the node means without telling it; the same time gives the same id. */
function told(
  { clientId }: Gateway,
  word: string,
  deviceNumber: string,
  time: number,
  data: DeviceMessage['data'],
): DeviceMessage {
  return {
    queueName: 'adapter',
    messageId: `${word}-${time.toString(36)}-${deviceNumber}`,
    clientId,
    deviceNumber,
    sendTime: new Date(time).toISOString(),
    type: 'state',
    data,
  };
}

async function readOrRefuse(
  services: Services,
  gateway: Gateway,
  topic: SparkplugTopic,
  bytes: Uint8Array,
): Promise<SparkplugPayload | null> {
  try {
    return readPayload(bytes);
  } catch {
    const refused = rejection({ type: topic.kind, deviceNumber: topic.device }, UNREADABLE);
    await inScope(services.database.pool, { site: gateway.siteId }, (trx) =>
      writeRejected(trx, gateway, [refused]),
    );
    return null;
  }
}

const UNREADABLE = {
  zh: '不是可读的 Sparkplug B 载荷',
  en: 'Not a payload of Sparkplug B',
};
const ASK_MS = 10_000;
const PULSE_MS = 10_000;
/** Clocks further apart are not compared: what comes is a recording. */
const COMPARABLE_MS = 600_000;
