import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Connection } from './connection.ts';
import { ForeignDatabaseError } from './foreign.ts';
import type { Pool } from './pool.ts';
import { inScope, type Trx } from './transaction.ts';

/** One dedicated connection that hears notifications. Needs a direct connection, not a pooler's. */
export interface Listener {
  /** Calls `handler` with each payload on `channel`; the returned function ends that. */
  listen(channel: string, handler: (payload: string) => void): () => void;
  /** Called while a broken connection is being replaced, every second at least, and when it is: what was announced meanwhile is lost, so caches must be emptied. */
  onGap(handler: () => void): void;
  close(): Promise<void>;
}

/** Sends `payload` (up to 8,000 bytes) to all listeners of `channel` when the transaction commits. */
export async function notify(trx: Trx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}

/**
 * Throws when what the application announces does not arrive: `DATABASE_URL` leads through a pooler that hands the
 * connection to somebody else after each transaction.
 */
export async function checkHears(listener: Listener, pool: Pool, waitMs = 10_000): Promise<void> {
  const payload = randomUUID();
  const state = { isHeard: false };
  const stop = listener.listen('millwright_start', (given) => {
    if (given === payload) state.isHeard = true;
  });
  // Said again and again: the first word may have come before the connection began to listen.
  for (
    const until = Date.now() + waitMs;
    !state.isHeard && Date.now() < until;
    await setTimeout(20)
  )
    await inScope(pool, { site: null }, (trx) => notify(trx, 'millwright_start', payload));
  stop();
  if (!state.isHeard)
    throw new ForeignDatabaseError(
      'DATABASE_URL must reach PostgreSQL directly, because announcements (LISTEN) do not pass a pooler in transaction mode; name the pooler in DATABASE_APP_URL instead.',
    );
}

/**
 * Connects and keeps connected: a lost connection is tried again after 0.1 s, later every second. Every 20 s it is
 * asked whether it is still there, since a cut cable says nothing.
 */
export async function openListener(
  connection: Connection,
  onError: (error: Error) => void = () => {},
): Promise<Listener> {
  const state: State = {
    connection,
    onError,
    handlers: new Map(),
    gaps: new Set(),
    client: null,
    asked: null,
    closed: false,
  };
  await connect(state);
  const beat = setInterval(() => askWhetherThere(state), BEAT_MS);
  beat.unref();
  return {
    listen: (channel, handler) => addHandler(state, channel, handler),
    onGap: (handler) => void state.gaps.add(handler),
    async close() {
      state.closed = true;
      clearInterval(beat);
      await state.client?.end();
    },
  };
}

const BEAT_MS = 20_000;

/** A connection that does not answer within the time of the next question is cut, which has it replaced. */
function askWhetherThere(state: State): void {
  const { client } = state;
  if (!client) return;
  if (state.asked === client) {
    state.asked = null;
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    return;
  }
  state.asked = client;
  client.query('select 1').then(
    () => (state.asked = null),
    () => undefined,
  );
}

interface State {
  readonly connection: Connection;
  readonly onError: (error: Error) => void;
  readonly handlers: Map<string, Set<(payload: string) => void>>;
  readonly gaps: Set<() => void>;
  client: pg.Client | null;
  /** The connection that was asked whether it is still there and has not answered. */
  asked: pg.Client | null;
  closed: boolean;
}

function addHandler(state: State, channel: string, handler: (payload: string) => void): () => void {
  const known = state.handlers.get(channel);
  const handlers = known ?? new Set();
  handlers.add(handler);
  state.handlers.set(channel, handlers);
  if (!known) state.client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(state.onError);
  return () => void handlers.delete(handler);
}

async function connect(state: State): Promise<void> {
  const client = new pg.Client({
    ...state.connection,
    keepAlive: true,
    application_name: 'millwright listener',
    pipeline: true,
  });
  client.on('notification', ({ channel, payload }) => {
    for (const handler of state.handlers.get(channel) ?? []) handler(payload ?? '');
  });
  client.on('error', state.onError);
  await client.connect();
  await Promise.all(
    [...state.handlers.keys()].map((channel) =>
      client.query(`listen ${pg.escapeIdentifier(channel)}`),
    ),
  );
  client.once('end', () => void reconnect(state));
  state.client = client;
}

async function reconnect(state: State): Promise<void> {
  state.client = null;
  for (let pause = 100; !state.closed; pause = Math.min(pause * 2, 1000)) {
    await setTimeout(pause, undefined, { ref: false });
    try {
      if (state.closed) return;
      await connect(state);
      return;
    } catch (error) {
      state.onError(error as Error);
    } finally {
      for (const handler of state.gaps) handler();
    }
  }
}
