import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { LiveSettings } from '../../kernel/live-settings.ts';

/** A gateway as its messages need it. */
export interface Gateway {
  readonly id: string;
  readonly siteId: string;
  readonly code: string;
  readonly clientId: string;
  /** Older messages get their arrival as time; null = any age. */
  readonly maxAgeMs: number | null;
  readonly isHistory: boolean;
  readonly protocol: string;
  readonly address: string | null;
  readonly mapping: unknown;
  /** How a source is spoken to that asks for it: secured, and as whom. */
  readonly security: string;
  readonly sourceUser: string | null;
}

interface GatewayColumns extends Omit<Gateway, 'maxAgeMs'> {
  readonly digest: Buffer | null;
  readonly maxAgeDays: number | null;
  readonly isEnabled: boolean;
}

/** The enabled gateway of a client id with the digest of its secret; null when there is none. Any site. */
export async function findGateway(
  trx: Trx,
  settings: LiveSettings,
  clientId: string,
): Promise<{ gateway: Gateway; digest: Buffer | null } | null> {
  const { rows } =
    await sql<GatewayColumns>`${COLUMNS} where g.client_id = ${clientId} and g.status = '1'`.execute(
      trx,
    );
  return rows[0] ? { gateway: gatewayOf(rows[0], settings), digest: rows[0].digest } : null;
}

/** The gateway of a client id, enabled or not; null when there is none. Any site. */
export async function gatewayOfClient(
  trx: Trx,
  settings: LiveSettings,
  clientId: string,
): Promise<{ gateway: Gateway; isEnabled: boolean } | null> {
  const { rows } = await sql<GatewayColumns>`${COLUMNS} where g.client_id = ${clientId}`.execute(
    trx,
  );
  const [row] = rows;
  return row ? { gateway: gatewayOf(row, settings), isEnabled: row.isEnabled } : null;
}

/** All enabled gateways, or those of some protocols. */
export async function enabledGateways(
  trx: Trx,
  settings: LiveSettings,
  protocols: readonly string[],
): Promise<Gateway[]> {
  const { rows } = await sql<GatewayColumns>`${COLUMNS}
    where g.status = '1' and g.client_id is not null and g.protocol = any(${protocols}) order by g.id`.execute(
    trx,
  );
  return rows.map((row) => gatewayOf(row, settings));
}

const COLUMNS = sql`select g.id, g.site_id as "siteId", g.code, g.client_id as "clientId", g.protocol, g.address,
    g.security, g.source_user as "sourceUser", g.mapping, g.is_history as "isHistory", g.max_age_days as "maxAgeDays",
    g.status = '1' as "isEnabled", s.digest
  from base_gateway g left join gateway_secret s on s.gateway_id = g.id`;

function gatewayOf(
  { digest: _digest, isEnabled: _isEnabled, maxAgeDays, ...row }: GatewayColumns,
  settings: LiveSettings,
): Gateway {
  const days = maxAgeDays ?? settings.number('gateway.maxAgeDays', row.siteId);
  return { ...row, maxAgeMs: row.isHistory ? null : days * 86_400_000 };
}
