import {
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Kysely,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import type { Connection } from './connection.ts';
import { ScopedDriver, StatementNames } from './driver.ts';
import { forgetAll } from './remembered.ts';

/** Rows are typed by the callers (declarations and modules); the kernel knows names only. */
export type Tables = Record<string, Record<string, unknown>>;

/** Connections of one role. Statements run through `inScope` only. */
export interface Pool {
  readonly pg: pg.Pool;
  readonly parts: KyselyProps;
  /** Null where statements must not be kept by name, behind a pooler. */
  readonly names: StatementNames | null;
  /** Ends the connections after their running statements. */
  close(): Promise<void>;
}

/** Opens a pool (connected when first used) of at most `max` connections, 10 unless given. */
export function openPool(connection: Connection, options: PoolOptions = {}): Pool {
  forgetAll();
  const pool = new pg.Pool({
    ...connection,
    max: options.max ?? 10,
    application_name: options.name ?? 'millwright',
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
  });
  const hear = (error: Error): void => options.onError?.(error);
  pool.on('error', hear);
  // A connection that breaks while it is lent out says so on itself; unheard, that would end the process.
  pool.on('connect', (client) => void client.on('error', hear));
  return {
    pg: pool,
    parts: kyselyParts(),
    names: options.pooled ? null : new StatementNames(),
    close: () => pool.end(),
  };
}

export interface PoolOptions {
  readonly max?: number;
  readonly name?: string;
  /** The connections go through a pooler that may change the session between transactions. */
  readonly pooled?: boolean;
  /** Hears of connections that broke; the pool replaces them by itself. */
  readonly onError?: (error: Error) => void;
}

/** What `inScope` builds its handles of, made once per pool. */
function kyselyParts(): KyselyProps {
  const compiler = new PostgresQueryCompiler();
  const adapter = new PostgresAdapter();
  const driver = new ScopedDriver();
  const dialect = {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db: Kysely<never>) => new PostgresIntrospector(db),
    createQueryCompiler: () => compiler,
  };
  const executor = new DefaultQueryExecutor(
    compiler,
    adapter,
    new DefaultConnectionProvider(driver),
  );
  return { config: { dialect }, dialect, driver, executor };
}

const DATE = 1082;
const TIMESTAMPTZ = 1184;

/**
 * Plain days stay `YYYY-MM-DD` (a `Date` would shift them by the machine's zone), instants are ISO 8601 in UTC,
 * 64-bit ids and decimals are strings, json is parsed.
 */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === TIMESTAMPTZ) return isoInstant;
  return oid === DATE ? (value) => value : pg.types.getTypeParser(oid, format);
}

/** `2026-11-21 03:15:30.1234+00` → `2026-11-21T03:15:30.123Z`; other zones and times far away go the long way. */
function isoInstant(value: string): string {
  const { length } = value;
  const isUsual =
    length >= 22 && length <= 29 && value.charCodeAt(4) === DASH && value.endsWith('+00');
  if (!isUsual) return new Date(value).toISOString();
  const thousandths =
    length === 22 ? '000' : value.slice(20, Math.min(23, length - 3)).padEnd(3, '0');
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${thousandths}Z`;
}

const DASH = 45;
