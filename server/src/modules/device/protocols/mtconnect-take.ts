import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import type { Feed } from './feed.ts';
import { askDevices, askStreams } from './mtconnect-agent.ts';
import type { StreamsDocument } from './mtconnect-document.ts';
import { type GapStart, noteGap, noteMissing, unknownSince } from './mtconnect-notes.ts';
import { keepPosition, type Position } from './mtconnect-place.ts';

/** An agent that is being read. */
export interface Reading {
  readonly services: Services;
  readonly gateway: Gateway;
  readonly feed: Feed;
  readonly signal: AbortSignal;
  /** How far it was read: what was taken up to there is on disk. */
  place: Position | null;
  /** Documents taken. */
  taken: number;
  /** Instance of the agent of which the mapping was held against what it has. */
  checked: string;
  /** When its place was kept last, milliseconds. */
  kept: number;
}

/** Most values that an agent is asked to tell at once. */
export const COUNT = 1000;

/** Takes what is now; `gap` says why nothing is known of what came before. */
export async function takeCurrent(reading: Reading, gap: GapStart | null): Promise<void> {
  const document = await askStreams(reading.gateway, 'current', reading.signal);
  if (document.error !== null) throw new Error(`The agent answers ${document.error}.`);
  await takeDocument(reading, document, gap);
  await sayAgain(reading);
}

/**
 * Takes what an agent told from the place on, whether it was asked once or holds a stream open. `full`: there is more
 * already; `lost`: it cannot be read on from the place, and what is now was taken instead.
 */
export async function takeSample(
  reading: Reading,
  document: StreamsDocument,
): Promise<'full' | 'lost' | null> {
  const { place } = reading;
  if (!place) throw new Error('An agent is read on from a place.');
  const gap = gapOf(place, document);
  if (gap) {
    await takeCurrent(reading, gap);
    return 'lost';
  }
  await takeDocument(reading, document, null);
  if (document.nextSequence - place.next >= COUNT) return 'full';
  await sayAgain(reading);
  return null;
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
  const before = gap ? null : reading.place;
  const reached = placeOf(document, before, gateway.isHistory);
  await keepIfDue(reading, reached, before);
  reading.place = reached;
  reading.taken += 1;
}

async function sayAgain({ gateway, feed, signal }: Reading): Promise<void> {
  await feed.again(async () => (await askStreams(gateway, 'current', signal)).observations);
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

const KEEP_MS = 30_000;
