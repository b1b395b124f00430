import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inScope } from '../../../kernel/database/transaction.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { type Feed, openFeed } from './feed.ts';
import { askDevices, askStreams } from './mtconnect-agent.ts';
import type { StreamsDocument } from './mtconnect-document.ts';
import { type GapStart, noteGap, noteMissing, unknownSince } from './mtconnect-notes.ts';
import type { Reader } from './shdr.ts';

/** How far an agent was read. */
interface Position {
  readonly instanceId: string;
  readonly next: number;
  /** Milliseconds by the agent's clock; places kept before there was this have none. */
  readonly time?: number;
}

/**
 * Reads an MTConnect agent over HTTP at the gateway's address: what is now first, then every change by its sequence
 * number. It polls (`sample?from=…&count=…` every second, at once again while answers are full) and takes no stream
 * (`interval=`): the next answer is asked for when the last is on disk, so that nothing piles up between agent and
 * database, and every agent and proxy of any version can do it. The place is kept, so that a restart misses nothing
 * that the agent still holds. A new instance of the agent, and a place that it holds no more, begin with what is now;
 * the gap is noted, and machines that changed in it are no data for as long as nobody knows.
 */
export function readMtconnect(services: Services, gateway: Gateway): Reader {
  const stop = new AbortController();
  const run = async () => {
    const feed = openFeed(services, gateway, stop.signal);
    if (!feed) return;
    const reading = { services, gateway, feed, signal: stop.signal, checked: '', kept: 0 };
    let position: Position | null | undefined;
    let wait = POLL_MS;
    while (!stop.signal.aborted) {
      try {
        const from = position === undefined ? await readPosition(services, gateway) : position;
        position = await readOnce(reading, from);
        wait = POLL_MS;
      } catch (error) {
        if (stop.signal.aborted) return;
        if (wait === POLL_MS)
          services.report(
            error,
            `The agent of gateway ${gateway.code} does not answer; it is tried again.`,
          );
        wait = Math.min(wait * 2, 30_000);
      }
      await sleep(wait, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = run().catch((error: unknown) =>
    services.report(error, `Reading the agent of gateway ${gateway.code} stopped.`),
  );
  return {
    async stop() {
      stop.abort();
      await running;
    },
  };
}

interface Reading {
  readonly services: Services;
  readonly gateway: Gateway;
  readonly feed: Feed;
  readonly signal: AbortSignal;
  /** Instance of the agent of which the mapping was held against what it has. */
  checked: string;
  /** When its place was kept last, milliseconds. */
  kept: number;
}

/** Reads on until nothing is left; gives the place reached. */
async function readOnce(reading: Reading, from: Position | null): Promise<Position> {
  const { gateway, feed, signal } = reading;
  let position = from;
  let gap: GapStart | null = null;
  for (;;) {
    const call = position ? `sample?from=${position.next}&count=${COUNT}` : 'current';
    const document = await askStreams(gateway, call, signal);
    const lost = position && gapOf(position, document);
    if (lost) {
      gap = lost;
      position = null;
      continue;
    }
    if (document.error !== null) throw new Error(`The agent answers ${document.error}.`);
    await takeDocument(reading, document, gap);
    const reached = placeOf(document, position, gateway.isHistory);
    await keepIfDue(reading, reached, position);
    const isFull = position !== null && document.nextSequence - position.next >= COUNT;
    position = reached;
    gap = null;
    if (isFull) continue;
    await feed.again(async () => (await askStreams(gateway, 'current', signal)).observations);
    return position;
  }
}

/** Why a place cannot be read on from; null when it can. */
function gapOf({ instanceId, next, time }: Position, document: StreamsDocument): GapStart | null {
  const isOther = document.instanceId !== instanceId;
  if (!isOther && document.error === null) return null;
  return { kind: isOther ? 'RESTARTED' : 'OUT_OF_RANGE', next, time: time ?? Number.NaN };
}

async function takeDocument(
  reading: Reading,
  document: StreamsDocument,
  gap: GapStart | null,
): Promise<void> {
  const { services, gateway, feed } = reading;
  if (gap) await noteGap(services, gateway, gap, document);
  const unknown = gap ? unknownSince(gateway, feed.mapping, gap, document) : [];
  await feed.say(unknown, document.observations);
  await feed.pulse();
  if (reading.checked !== document.instanceId) await check(reading, document.instanceId);
}

/** Holds the mapping against what the agent has; an agent that does not tell is read all the same. */
async function check(reading: Reading, instanceId: string): Promise<void> {
  const { services, gateway, feed, signal } = reading;
  reading.checked = instanceId;
  try {
    const devices = await askDevices(gateway, signal);
    if (devices.length > 0) await noteMissing(services, gateway, feed.mapping, devices);
  } catch (error) {
    if (signal.aborted) throw error;
    services.report(error, `The agent of gateway ${gateway.code} does not tell what it has.`);
  }
}

/** Read up to the document's time, or to its latest value where a clock of an adapter is ahead, or a recording tells. */
function placeOf(document: StreamsDocument, before: Position | null, isHistory: boolean): Position {
  const { instanceId, nextSequence, creationTime, observations } = document;
  const told = observations.reduce((latest, { time }) => Math.max(latest, Date.parse(time)), 0);
  const read = isHistory ? 0 : (creationTime ?? 0);
  return { instanceId, next: nextSequence, time: Math.max(before?.time ?? 0, told, read) };
}

/** Keeps another place at once, and every half a minute that the same one still holds. */
async function keepIfDue(
  reading: Reading,
  reached: Position,
  before: Position | null,
): Promise<void> {
  const isMoved = reached.next !== before?.next || reached.instanceId !== before.instanceId;
  if (!isMoved && Date.now() - reading.kept < KEEP_MS) return;
  await keepPosition(reading.services, reading.gateway, reached);
  reading.kept = Date.now();
}

async function readPosition(services: Services, gateway: Gateway): Promise<Position | null> {
  return inScope(services.database.pool, { site: gateway.siteId }, async (trx) => {
    const { rows } = await sql<{ position: Position }>`select position from gateway_cursor
      where gateway_id = ${gateway.id} and source = ${gateway.address}`.execute(trx);
    return rows[0]?.position ?? null;
  });
}

async function keepPosition(
  services: Services,
  gateway: Gateway,
  position: Position,
): Promise<void> {
  await inScope(services.database.pool, { site: gateway.siteId }, (trx) =>
    sql`insert into gateway_cursor (gateway_id, source, site_id, position)
      values (${gateway.id}, ${gateway.address}, ${gateway.siteId}, ${JSON.stringify(position)}::jsonb)
      on conflict (gateway_id, source) do update set position = excluded.position`.execute(trx),
  );
}

const POLL_MS = 1000;
const COUNT = 1000;
const KEEP_MS = 30_000;
