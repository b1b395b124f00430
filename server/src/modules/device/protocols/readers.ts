import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { inScope } from '../../../kernel/database/transaction.ts';
import type { Services } from '../../../kernel/services.ts';
import { enabledGateways, type Gateway } from '../gateway-row.ts';
import { readMtconnect } from './mtconnect.ts';
import { readShdr, type Reader } from './shdr.ts';

/**
 * Reads the sources of gateways whose protocol the server reads by itself. Each source is read by one process, which
 * holds a lease in the database for it; a changed gateway is read anew. Closing ends all.
 */
export function keepReading(services: Services): { close(): Promise<void> } {
  const owner = randomUUID();
  const running = new Map<string, { print: string; reader: Reader }>();
  let turn: Promise<void> = Promise.resolve();
  const look = async () => {
    const gateways = await services.asSystem((trx) =>
      enabledGateways(trx, services.settings, Object.keys(PROTOCOLS)),
    );
    const mine = new Map<string, Gateway>();
    for (const gateway of firstOfEach(gateways))
      if (gateway.mapping && (await holdLease(services, gateway, owner)))
        mine.set(gateway.id, gateway);
    for (const [id, { print, reader }] of running) {
      const gateway = mine.get(id);
      if (gateway && printOf(gateway) === print) continue;
      running.delete(id);
      await reader.stop();
    }
    for (const gateway of mine.values()) {
      const read = PROTOCOLS[gateway.protocol];
      if (read && !running.has(gateway.id))
        running.set(gateway.id, { print: printOf(gateway), reader: read(services, gateway) });
    }
  };
  const next = () => {
    turn = turn
      .then(look)
      .catch((error: unknown) =>
        services.report(error, 'Gateways could not be looked up; it is tried again.'),
      );
    return turn;
  };
  const timer = setInterval(() => void next(), TURN_MS);
  timer.unref();
  const first = setTimeout(() => void next(), 500);
  first.unref();
  return {
    async close() {
      clearInterval(timer);
      clearTimeout(first);
      await turn;
      await Promise.all([...running.values()].map(({ reader }) => reader.stop()));
      running.clear();
      await giveBack(services, owner);
    },
  };
}

/** An edge node at the common broker speaks for one gateway, the first that names it: brokers know no sites. */
function firstOfEach(gateways: readonly Gateway[]): Gateway[] {
  const named = new Set<string>();
  return gateways.filter(({ protocol, address }) => {
    const isTaken = address === null || (protocol === 'sparkplug' && named.has(address));
    if (protocol === 'sparkplug' && address !== null) named.add(address);
    return !isTaken;
  });
}

const PROTOCOLS: Readonly<Record<string, (services: Services, gateway: Gateway) => Reader>> = {
  shdr: readShdr,
  mtconnect: readMtconnect,
  sparkplug: (services, gateway) =>
    later(services, async () => {
      const { url } = services.config.mqtt;
      if (url === null) return null;
      const { readSparkplug } = await import('./sparkplug.ts');
      return readSparkplug(services, gateway, url);
    }),
  opcua: (services, gateway) =>
    later(services, async () => (await import('./opcua.ts')).readOpcua(services, gateway)),
};

/** A reader whose libraries are loaded when there is something to read; null reads nothing. */
function later(services: Services, load: () => Promise<Reader | null>): Reader {
  const loading = load().catch((error: unknown) => {
    services.report(error, 'The libraries of a protocol could not be loaded.');
    return null;
  });
  return {
    async stop() {
      await (await loading)?.stop();
    },
  };
}

function printOf({ id: _id, siteId: _site, ...what }: Gateway): string {
  return JSON.stringify(what);
}

/** Takes or renews the lease of a source for 30 s; false while another process holds it. */
async function holdLease(services: Services, gateway: Gateway, owner: string): Promise<boolean> {
  return inScope(services.database.pool, { site: gateway.siteId }, async (trx) => {
    const { rows } =
      await sql`insert into gateway_cursor as c (gateway_id, source, site_id, position)
      values (${gateway.id}, ':lease', ${gateway.siteId}, jsonb_build_object('owner', ${owner}::text, 'until', extract(epoch from now()) + 30))
      on conflict (gateway_id, source) do update set position = excluded.position
      where c.position->>'owner' = ${owner} or (c.position->>'until')::numeric < extract(epoch from now())
      returning 1`.execute(trx);
    return rows.length > 0;
  });
}

/** So that the next process need not wait until the leases have run out. */
async function giveBack(services: Services, owner: string): Promise<void> {
  try {
    await services.asSystem((trx) =>
      sql`delete from gateway_cursor where source = ':lease' and position->>'owner' = ${owner}`.execute(
        trx,
      ),
    );
  } catch (error) {
    services.report(error, 'The leases of sources were not given back; they end by themselves.');
  }
}

const TURN_MS = 5_000;
