import pg from 'pg';
import type { Connection } from './connection.ts';

/** The PostgreSQL of `DATABASE_URL` cannot be used; the message is the one line to show. */
export class ForeignDatabaseError extends Error {
  override readonly name = 'ForeignDatabaseError';
}

/** The oldest PostgreSQL that the product runs on. */
export const OLDEST_MAJOR = 15;

/**
 * Signs in to the database of a setting and checks that it can hold the product: version and encoding. Throws a
 * `ForeignDatabaseError` that names the setting and what to do.
 */
export async function checkForeign(setting: string, connection: Connection): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; encoding: string; database: string }>(
      `select current_setting('server_version_num')::int as version,
              pg_encoding_to_char(encoding) as encoding, datname as database
         from pg_database where datname = current_database()`,
    );
    const problem = rows[0] ? problemOf(rows[0]) : null;
    if (problem !== null) throw new ForeignDatabaseError(`${setting}: ${problem}`);
  } catch (error) {
    if (error instanceof ForeignDatabaseError) throw error;
    throw new ForeignDatabaseError(`${setting}: ${sentenceOf(error)}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What keeps a database from holding the product; null when nothing does. */
export function problemOf(found: {
  version: number;
  encoding: string;
  database: string;
}): string | null {
  const major = Math.trunc(found.version / 10_000);
  if (major < OLDEST_MAJOR)
    return `PostgreSQL ${major} is too old; Millwright needs PostgreSQL ${OLDEST_MAJOR} or newer.`;
  if (found.encoding !== 'UTF8')
    return `the database ${found.database} has the encoding ${found.encoding}; make one with "create database … encoding 'UTF8' template template0".`;
  return null;
}

/** PostgreSQL's own words name user or database; what is missing is what to look at. */
function sentenceOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  switch (code) {
    case '28P01':
    case '28000':
      return `${message}. User, password or pg_hba.conf do not fit.`;
    case '3D000':
      return `${message}. Make it with "create database … owner …".`;
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
      return `no PostgreSQL answers there (${message || code}).`;
    default:
      return message || (code ?? 'no PostgreSQL answers there.');
  }
}
