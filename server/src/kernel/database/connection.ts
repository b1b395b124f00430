import { createHmac } from 'node:crypto';
import pg from 'pg';

/** Where a role finds its database: an address, or the parts of one (a host that begins with `/` is a socket folder). */
export type Connection =
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** The group that is granted everything the application may do. Generated SQL names it. */
export const APP_ROLE = 'millwright_app';

/** Parts of a connection, whichever way it is given. */
export function partsOf(connection: Connection): {
  user: string;
  password: string;
  database: string;
} {
  const client = new pg.Client(connection);
  return {
    user: client.user ?? '',
    password: typeof client.password === 'string' ? client.password : '',
    database: client.database ?? '',
  };
}

/**
 * The same database as another role. Its password follows from the owner's, so that several
 * server processes agree on it without keeping one more secret.
 */
export function appConnection(owner: Connection): Connection {
  const { password, database } = partsOf(owner);
  const user = appLogin(database);
  const derived = createHmac('sha256', password).update(`${user}@${database}`).digest('base64url');
  return as(owner, { user, password: derived });
}

/** Name of the role that the application signs in with: one per database, member of `APP_ROLE`. */
export function appLogin(database: string): string {
  return `${database}_server`;
}

/** The same server and role, another database. */
export function toDatabase(connection: Connection, database: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database };
  const url = parse(connection.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: url.href };
}

function as(connection: Connection, role: { user: string; password: string }): Connection {
  if (!('connectionString' in connection)) return { ...connection, ...role };
  const url = parse(connection.connectionString);
  url.username = encodeURIComponent(role.user);
  url.password = encodeURIComponent(role.password);
  url.searchParams.delete('user');
  url.searchParams.delete('password');
  return { connectionString: url.href };
}

/** An address without a host (a socket folder stands in `?host=`) is right for PostgreSQL, but not for `URL`. */
function parse(address: string): URL {
  return new URL(address.replace(/^(\w+:\/\/[^/@]*@)\//, '$1localhost/'));
}
