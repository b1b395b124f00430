import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inScope } from '../../../kernel/database/transaction.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { type Feed, openFeed } from './feed.ts';
import { readStreams, type StreamsDocument } from './mtconnect-document.ts';
import type { Reader } from './shdr.ts';

/** How far an agent was read. */
interface Position {
  readonly instanceId: string;
  readonly next: number;
}

/**
 * Reads an MTConnect agent over HTTP at the gateway's address: what is now first, then every change by its sequence
 * number. The place is kept, so that a restart misses nothing that the agent still holds. A new instance of the
 * agent, and a place that it holds no more, begin with what is now.
 */
export function readMtconnect(services: Services, gateway: Gateway): Reader {
  const stop = new AbortController();
  const run = async () => {
    const feed = openFeed(services, gateway, () => stop.signal.aborted);
    if (!feed) return;
    let position = await readPosition(services, gateway);
    let wait = POLL_MS;
    while (!stop.signal.aborted) {
      try {
        position = await readOnce(services, gateway, feed, position, stop.signal);
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

/** Reads on until nothing is left; gives the place reached. */
async function readOnce(
  services: Services,
  gateway: Gateway,
  feed: Feed,
  from: Position | null,
  signal: AbortSignal,
): Promise<Position> {
  let position = from;
  for (;;) {
    const document = await ask(
      gateway,
      position ? `sample?from=${position.next}&count=${COUNT}` : 'current',
      signal,
    );
    const isLost =
      position !== null && (document.error !== null || document.instanceId !== position.instanceId);
    if (isLost) {
      position = null;
      continue;
    }
    if (document.error !== null) throw new Error(`The agent answers ${document.error}.`);
    await feed.take(document.observations);
    await feed.pulse();
    const reached = { instanceId: document.instanceId, next: document.nextSequence };
    const moved = reached.next !== position?.next || reached.instanceId !== position.instanceId;
    if (moved) await keepPosition(services, gateway, reached);
    const isFull = position !== null && document.nextSequence - position.next >= COUNT;
    position = reached;
    if (!isFull) return position;
  }
}

async function ask(gateway: Gateway, call: string, signal: AbortSignal): Promise<StreamsDocument> {
  const base = (gateway.address ?? '').replace(/\/+$/, '');
  const response = await fetch(`${base}/${call}`, {
    headers: { accept: 'text/xml' },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
  });
  return readStreams(await response.text());
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
