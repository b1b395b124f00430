import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { BoardCommand } from '@millwright/contract/system/kanban-feed';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';
import { type Board, standing } from './board-of.ts';
import { missedRefresh, waitingCommands } from './commands.ts';
import { configOf } from './config.ts';
import { arrive, leave, type Screen } from './screens.ts';

/** The event streams to screens that one process holds. */
export interface BoardStreams {
  /** Sends the board's configuration and what waits for it, then whatever comes, until either side ends it. */
  open(board: Board, screen: Screen, response: ServerResponse): Promise<void>;
  /** Ends the streams of boards whose token is not taken any more. */
  check(): Promise<void>;
  /** Ends every stream; later ones are refused. */
  close(): void;
  /** Streams open now. */
  count(): number;
}

/** More screens on one token than this push out the oldest: it is most likely a connection that died unnoticed. */
export const STREAMS_PER_BOARD = 4;
/** Bytes that may wait for one screen; a slower one is cut and comes back. */
const WAITING_MAX = 256 * 1024;
const BEAT_MS = 15_000;
/** So often it is looked whether the tokens of open streams are still taken, beyond what is announced. */
const CHECK_MS = 60_000;
/** A screen that has not taken the last word by then is cut. */
const FAREWELL_MS = 1_000;

/** The streams of a process; one set for each of its services. */
export function boardStreams(services: Services): BoardStreams {
  const known = opened.get(services);
  if (known) return known;
  const made = openBoardStreams(services);
  opened.set(services, made);
  return made;
}

const opened = new WeakMap<Services, BoardStreams>();

interface Stream {
  readonly id: string;
  readonly board: Board;
  readonly screen: Screen;
  readonly response: ServerResponse;
  /** Ids of the commands sent that still wait; their order of commit may differ from that of their numbers. */
  sent: ReadonlySet<string>;
  /** The configuration sent last, as text. */
  config: string;
  /** Deliveries run one after another. */
  queue: Promise<void>;
  /** A delivery waits for its turn: it will see whatever is announced until then. */
  isDue: boolean;
}

function openBoardStreams(services: Services): BoardStreams {
  const streams = new Set<Stream>();
  let closed = false;
  const end = (stream: Stream, reason: string) => {
    streams.delete(stream);
    const { response } = stream;
    if (response.writableEnded) return;
    response.end(eventText('bye', { reason }));
    setTimeout(() => response.destroy(), FAREWELL_MS).unref();
  };
  const deliver = (stream: Stream, work = deliverTo) => {
    if (stream.isDue) return;
    stream.isDue = true;
    stream.queue = stream.queue
      .then(() => work(services, stream, end))
      .catch((error: unknown) => {
        services.report(error, 'A command did not reach its board; the screen is asked to return.');
        end(stream, 'error');
      });
  };
  const forget = (stream: Stream) => {
    streams.delete(stream);
    // Screens of a server that stops come back to the next one; those that do not are missed by their heartbeats.
    if (closed) return;
    stream.queue = stream.queue
      .then(() => services.asSystem((trx) => leave(trx, stream.id)))
      .catch((error: unknown) =>
        services.report(error, 'A screen that left was not noted; its silence will tell.'),
      );
  };
  const check = () => endForeign(services, streams, end);
  const stop = keepGoing(services, streams, deliver, check);
  return {
    async open(board, screen, response) {
      // One that left while it proved itself would never be heard to close.
      if (closed || response.destroyed) {
        response.end();
        return;
      }
      const others = [...streams].filter((other) => other.board.id === board.id);
      for (const old of others.slice(0, Math.max(0, others.length + 1 - STREAMS_PER_BOARD)))
        end(old, 'replaced');
      const stream = streamOf(board, screen, response);
      response.on('close', () => forget(stream));
      response.on('error', () => streams.delete(stream));
      // Known before it reads what waits, so that nothing falls between the two.
      streams.add(stream);
      deliver(stream, welcome);
      await stream.queue;
    },
    check,
    close() {
      closed = true;
      stop();
      for (const stream of streams) end(stream, 'restart');
    },
    count: () => streams.size,
  };
}

function streamOf(board: Board, screen: Screen, response: ServerResponse): Stream {
  const id = randomUUID();
  const queue = Promise.resolve();
  return { id, board, screen, response, sent: new Set(), config: '', queue, isDue: false };
}

/** Beats, announcements and the look at tokens; gives what ends them. */
function keepGoing(
  services: Services,
  streams: ReadonlySet<Stream>,
  deliver: (stream: Stream) => void,
  check: () => Promise<void>,
): () => void {
  let closed = false;
  const beat = setInterval(() => {
    for (const { response } of streams) write(response, ': \n\n');
  }, BEAT_MS);
  beat.unref();
  const look = setInterval(() => {
    check().catch((error: unknown) =>
      services.report(error, 'The tokens of open screens could not be looked at; tried again.'),
    );
  }, CHECK_MS);
  look.unref();
  services.announcements.hear('kanban', (payload) => {
    if (closed) return;
    const ids = payload === '' ? null : new Set(payload.split(','));
    for (const stream of streams) if (!ids || ids.has(stream.board.id)) deliver(stream);
  });
  return () => {
    closed = true;
    clearInterval(beat);
    clearInterval(look);
  };
}

type End = (stream: Stream, reason: string) => void;

async function endForeign(
  services: Services,
  streams: ReadonlySet<Stream>,
  end: End,
): Promise<void> {
  if (streams.size === 0) return;
  const asked = [...streams].map((stream) => ({ stream, ...stream.board }));
  const still = await services.asSystem((trx) => standing(trx, services, asked), {
    readOnly: true,
  });
  const known = new Set(still.map(({ stream }) => stream));
  for (const { stream } of asked) if (!known.has(stream)) end(stream, 'token');
}

/** A screen is there before it reads what waits, so that no command falls between; first it gets the refresh it missed. */
async function welcome(services: Services, stream: Stream, end: End): Promise<void> {
  const { board, screen, response } = stream;
  if (response.destroyed) return;
  await services.asSystem((trx) => arrive(trx, board, screen, stream.id));
  await deliverTo(services, stream, end, true);
}

async function deliverTo(
  services: Services,
  stream: Stream,
  end: End,
  isFirst = false,
): Promise<void> {
  stream.isDue = false;
  const { board, response } = stream;
  if (response.writableEnded || response.destroyed) return;
  await services.asSystem(
    async (trx) => {
      if ((await standing(trx, services, [board])).length === 0) return end(stream, 'token');
      await tellConfig(services, stream, trx);
      if (isFirst) tell(stream, await missedRefresh(trx, board.id, stream.screen.name));
      tell(stream, await waitingCommands(trx, board.id, stream.screen.name));
    },
    { readOnly: true },
  );
}

async function tellConfig(services: Services, stream: Stream, trx: Trx): Promise<void> {
  const config = await configOf(trx, services.settings, stream.board);
  const text = JSON.stringify(config);
  if (text === stream.config) return;
  stream.config = text;
  write(stream.response, eventText('board', config));
}

function tell(stream: Stream, commands: readonly BoardCommand[]): void {
  for (const command of commands.filter(({ id }) => !stream.sent.has(id)))
    write(stream.response, eventText('command', command));
  stream.sent = new Set(commands.map(({ id }) => id));
}

function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function write(response: ServerResponse, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > WAITING_MAX) response.destroy();
  else response.write(text);
}
