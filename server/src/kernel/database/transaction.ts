import type { Duplex } from 'node:stream';
import { type ConnectionProvider, type RawBuilder, sql, Transaction } from 'kysely';
import type pg from 'pg';
import { PipelinedConnection } from './driver.ts';
import type { Pool, Tables } from './pool.ts';

/** What a transaction may see. `site` is a site's id, `*` for all sites, null for company-wide rows alone. */
export interface Scope {
  readonly site: string | null;
  /** Id of the acting user, readable in SQL as `current_setting('app.actor', true)`. */
  readonly user?: string;
  readonly readOnly?: boolean;
  /** Every statement reads what stood when the first one began; for reading alone. */
  readonly ofOneMoment?: boolean;
  /** Milliseconds after which a statement is given up; 5,000 unless given, 0 for none. */
  readonly timeoutMs?: number;
}

/** The only handle that runs statements: one transaction with its scope set. */
export type Trx = Transaction<Tables>;

/**
 * Runs `work` in one transaction whose site is set in PostgreSQL, commits it and returns what `work` gave;
 * anything thrown rolls it back and is thrown on. `begin` and the scope travel together with the first
 * statement, so the scope costs no round trip, and the statements of `closing` with `commit`. A writing transaction
 * is on disk when this resolves; a reading one does not wait for its end. The handle is dead afterwards.
 */
export async function inScope<T>(
  pool: Pool,
  scope: Scope,
  work: (trx: Trx) => Promise<T>,
  closing?: (result: T) => readonly RawBuilder<unknown>[],
): Promise<T> {
  const opening = openingOf(scope);
  const client = await pool.pg.connect();
  const connection = new PipelinedConnection(client, pool.names);
  sendTogether(client);
  const begun = client.query(opening).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  try {
    const trx = handleOn(pool, connection);
    const result = await work(trx);
    const failed = await begun;
    if (failed) throw failed.error;
    sendTogether(client);
    const last = (closing?.(result) ?? []).map((statement) =>
      connection.executeQuery(statement.compile(trx)),
    );
    connection.close();
    const ended = Promise.all([...last, commit(client)]);
    if (scope.readOnly) ended.catch(() => undefined);
    else await ended;
    client.release();
    return result;
  } catch (error) {
    connection.close();
    await abandon(client);
    throw error;
  }
}

/** Runs part of an open transaction over all sites: what follows from a change may lie in another site than the change. */
export async function acrossSites<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{
    site: string | null;
  }>`select current_setting('app.site', true) as site`.execute(trx);
  await sql`select set_config('app.site', '*', true)`.execute(trx);
  const result = await work();
  await sql`select set_config('app.site', ${rows[0]?.site ?? ''}, true)`.execute(trx);
  return result;
}

/** Waits until no other transaction holds this name, and holds it until the end of this one. */
export async function holdAlone(trx: Trx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Holds this name until the end of this transaction; false when another one holds it. */
export async function tryHold(trx: Trx, name: string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isHeld"`.execute(trx);
  return rows[0]?.isHeld === true;
}

/** The statements that open a transaction in a scope, as one text. Throws a `TypeError` on anything but ids and `*`. */
export function openingOf(scope: Scope): string {
  const parts = [beginOf(scope)];
  if (scope.site !== null) parts.push(`set local app.site = '${checked(scope.site, SITE)}'`);
  if (scope.user !== undefined) parts.push(`set local app.actor = '${checked(scope.user, ID)}'`);
  parts.push(`set local statement_timeout = ${checked(String(scope.timeoutMs ?? 5000), ID)}`);
  return parts.join(';');
}

function beginOf({ readOnly, ofOneMoment }: Scope): string {
  return `begin${ofOneMoment ? ' isolation level repeatable read' : ''}${readOnly ? ' read only' : ''}`;
}

/**
 * Holds back what is written until the work pauses for the first time: the opening and the statements that follow it
 * at once leave in one piece, and PostgreSQL wakes up for them once.
 */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as Wired).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The library's own field for what it writes to. */
type Wired = pg.PoolClient & { readonly connection: { readonly stream: Duplex } };

const ID = /^\d{1,19}$/;
const SITE = /^(\d{1,19}|\*)$/;

function checked(value: string, pattern: RegExp): string {
  if (!pattern.test(value)) throw new TypeError('A scope takes ids of digits, or * for all sites.');
  return value;
}

/** PostgreSQL answers `commit` with `ROLLBACK` when a statement failed and the failure was swallowed. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back.');
}

/** Rolls back; a connection that cannot even do that is thrown away. */
async function abandon(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('rollback');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}

/** A Kysely transaction bound to one connection; its statements may be sent side by side. */
function handleOn(pool: Pool, connection: PipelinedConnection): Trx {
  const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
  return new Transaction<Tables>({
    ...pool.parts,
    executor: pool.parts.executor.withConnectionProvider(provider),
  });
}
