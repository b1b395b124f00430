import type { ServerResponse } from 'node:http';
import type { BoardCommand } from '@millwright/contract/system/kanban-feed';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';
import { type Board, stillStands } from './board-of.ts';
import { missedRefresh, waitingCommands } from './commands.ts';
import { configOf } from './config.ts';

/** The event streams to screens that one process holds. */
export interface BoardStreams {
  /** Sends the board's configuration and what waits for it, then whatever comes, until either side ends it. */
  open(board: Board, response: ServerResponse): Promise<void>;
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
  readonly board: Board;
  readonly response: ServerResponse;
  /** Ids of the commands sent; their order of commit may differ from that of their numbers. */
  readonly sent: Set<string>;
  /** The configuration sent last, as text. */
  config: string;
  /** Deliveries run one after another. */
  queue: Promise<void>;
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
  const deliver = (stream: Stream) => {
    stream.queue = stream.queue
      .then(() => deliverTo(services, stream, end))
      .catch((error: unknown) => {
        services.report(error, 'A command did not reach its board; the screen is asked to return.');
        end(stream, 'error');
      });
    return stream.queue;
  };
  const stop = keepGoing(services, streams, deliver);
  return {
    async open(board, response) {
      if (closed) {
        response.end();
        return;
      }
      const stream: Stream = {
        board,
        response,
        sent: new Set(),
        config: '',
        queue: Promise.resolve(),
      };
      const others = [...streams].filter((other) => other.board.id === board.id);
      for (const old of others.slice(0, Math.max(0, others.length + 1 - STREAMS_PER_BOARD)))
        end(old, 'replaced');
      response.on('close', () => streams.delete(stream));
      response.on('error', () => streams.delete(stream));
      // Known before it reads what waits, so that nothing falls between the two.
      const ready = Promise.withResolvers<void>();
      stream.queue = ready.promise;
      streams.add(stream);
      try {
        await welcome(services, stream);
      } finally {
        ready.resolve();
      }
    },
    close() {
      closed = true;
      stop();
      for (const stream of streams) end(stream, 'restart');
    },
    count: () => streams.size,
  };
}

/** Beats and announcements; gives what ends both. */
function keepGoing(
  services: Services,
  streams: ReadonlySet<Stream>,
  deliver: (stream: Stream) => Promise<void>,
): () => void {
  let closed = false;
  const beat = setInterval(() => {
    for (const { response } of streams) write(response, ': \n\n');
  }, BEAT_MS);
  beat.unref();
  services.announcements.hear('kanban', (payload) => {
    if (closed) return;
    const ids = payload === '' ? null : new Set(payload.split(','));
    for (const stream of streams) if (!ids || ids.has(stream.board.id)) void deliver(stream);
  });
  return () => {
    closed = true;
    clearInterval(beat);
  };
}

async function welcome(services: Services, stream: Stream): Promise<void> {
  await services.asSystem(
    async (trx) => {
      await tellConfig(services, stream, trx);
      tell(stream, await missedRefresh(trx, stream.board.id));
      tell(stream, await waitingCommands(trx, stream.board.id));
    },
    { readOnly: true },
  );
}

async function deliverTo(
  services: Services,
  stream: Stream,
  end: (stream: Stream, reason: string) => void,
): Promise<void> {
  const { board, response } = stream;
  if (response.writableEnded || response.destroyed) return;
  await services.asSystem(
    async (trx) => {
      if (!(await stillStands(trx, board))) return end(stream, 'token');
      await tellConfig(services, stream, trx);
      tell(stream, await waitingCommands(trx, board.id));
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

function tell({ sent, response }: Stream, commands: readonly BoardCommand[]): void {
  for (const command of commands.filter(({ id }) => !sent.has(id))) {
    sent.add(command.id);
    write(response, eventText('command', command));
  }
}

function eventText(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function write(response: ServerResponse, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > WAITING_MAX) response.destroy();
  else response.write(text);
}
