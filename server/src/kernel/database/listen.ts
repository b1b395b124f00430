import { sql } from 'kysely';
import pg from 'pg';
import type { Connection } from './connection.ts';
import type { Trx } from './transaction.ts';

/** One dedicated connection that hears notifications. Needs a direct connection, not a pooler's. */
export interface Listener {
  /** Calls `handler` with each payload on `channel`; the returned function ends that. */
  listen(channel: string, handler: (payload: string) => void): () => void;
  /** Called after a broken connection was replaced: notifications in between are lost, so caches must be emptied. */
  onGap(handler: () => void): void;
  close(): Promise<void>;
}

/** Sends `payload` (up to 8,000 bytes) to all listeners of `channel` when the transaction commits. */
export async function notify(trx: Trx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
}

/** Connects and keeps connected: a lost connection is tried again after 0.1 s, later up to every 5 s. */
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
    closed: false,
  };
  await connect(state);
  return {
    listen: (channel, handler) => addHandler(state, channel, handler),
    onGap: (handler) => void state.gaps.add(handler),
    async close() {
      state.closed = true;
      await state.client?.end();
    },
  };
}

interface State {
  readonly connection: Connection;
  readonly onError: (error: Error) => void;
  readonly handlers: Map<string, Set<(payload: string) => void>>;
  readonly gaps: Set<() => void>;
  client: pg.Client | null;
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
  for (let pause = 100; !state.closed; pause = Math.min(pause * 2, 5000)) {
    await new Promise((resolve) => setTimeout(resolve, pause).unref());
    try {
      if (state.closed) return;
      await connect(state);
      for (const handler of state.gaps) handler();
      return;
    } catch (error) {
      state.onError(error as Error);
    }
  }
}
