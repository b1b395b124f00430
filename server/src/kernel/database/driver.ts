import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import type pg from 'pg';

/** Kysely's driver of a pool: it refuses statements of its own, because only `inScope` may run any. */
export class ScopedDriver implements Driver {
  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    throw new Error('Statements run inside inScope, which sets the site.');
  }

  async beginTransaction(): Promise<void> {
    await this.acquireConnection();
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

/** One connection as Kysely sees it; its statements are sent without waiting for the one before. */
export class PipelinedConnection implements DatabaseConnection {
  #client: pg.PoolClient | null;
  #cursors = 0;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Ends its use: a statement that comes late must not land in somebody else's transaction. */
  close(): void {
    this.#client = null;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#open().query(query.sql, query.parameters as unknown[]);
    const rows = (result.rows ?? []) as R[];
    return CHANGES.has(result.command)
      ? { rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
      : { rows };
  }

  /** Reads through a cursor of the database, `size` rows at a time, so that memory stays flat. */
  async *streamQuery<R>(query: CompiledQuery, size = 1000): AsyncIterableIterator<QueryResult<R>> {
    const cursor = `cursor_${(this.#cursors += 1)}`;
    await this.#open().query(
      `declare ${cursor} no scroll cursor for ${query.sql}`,
      query.parameters as unknown[],
    );
    for (;;) {
      const { rows } = await this.#open().query(`fetch ${size} from ${cursor}`);
      if (rows.length > 0) yield { rows: rows as R[] };
      if (rows.length < size) break;
    }
    await this.#open().query(`close ${cursor}`);
  }

  #open(): pg.PoolClient {
    if (!this.#client)
      throw new Error('The transaction has ended; its handle cannot be used any more.');
    return this.#client;
  }
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
