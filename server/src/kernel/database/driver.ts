import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
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
  readonly #names: StatementNames | null;

  /** With `names`, statements that come again are parsed and planned once a connection. */
  constructor(client: pg.PoolClient, names: StatementNames | null = null) {
    this.#client = client;
    this.#names = names;
  }

  /** Ends its use: a statement that comes late must not land in somebody else's transaction. */
  close(): void {
    this.#client = null;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#names?.of(query.sql);
    const result = await this.#open().query({
      text: query.sql,
      values: query.parameters as unknown[],
      ...(name === undefined ? {} : { name }),
    });
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

/** Names under which the connections of a pool keep statements parsed and planned. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #once = new LRUCache<string, true>({ max: 1000 });

  /** The name of a text from its second use on; undefined for others, and for all new ones once 100 are kept. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST_NAMED) return known;
    if (!this.#once.has(text)) {
      this.#once.set(text, true);
      return undefined;
    }
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

/** Every connection holds them, at up to some 100 kB each in PostgreSQL. */
const MOST_NAMED = 100;
