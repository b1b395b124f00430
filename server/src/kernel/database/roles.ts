import pg from 'pg';
import { APP_ROLE, appConnection, type Connection, partsOf } from './connection.ts';

/** The database's user may not make the application's role; the message is the one line to show. */
export class RoleError extends Error {
  override readonly name = 'RoleError';
}

/**
 * Makes sure that the application's two roles exist (the group with the grants, the login in it) and
 * returns the connection of the login. Runs as the owner; safe when several processes start together.
 */
export async function ensureAppRole(owner: Connection): Promise<Connection> {
  const app = appConnection(owner);
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ROLE_LOCK]);
    if (!(await isReady(client, app))) await makeRoles(client, app);
    await client.query('commit');
  } catch (error) {
    throw isRefusal(error) ? new RoleError(refusalText(app)) : error;
  } finally {
    await client.end();
  }
  return app;
}

/** Throws when the application's role could step around row-level security. */
export async function checkAppRole(app: Connection): Promise<void> {
  const client = new pg.Client(app);
  await client.connect();
  try {
    const { rows } = await client.query<{ strong: boolean; member: boolean; name: string }>(
      `select rolsuper or rolbypassrls as strong, rolname as name,
              exists (select from pg_roles where rolname = $1) and pg_has_role($1, 'usage') as member
         from pg_roles where rolname = current_user`,
      [APP_ROLE],
    );
    const role = rows[0];
    if (role?.strong)
      throw new RoleError(
        `The role ${role.name} may step around row-level security; the application must not run as it.`,
      );
    if (!role?.member)
      throw new RoleError(
        `The role ${role?.name} is not a member of ${APP_ROLE}: grant ${APP_ROLE} to it.`,
      );
  } finally {
    await client.end();
  }
}

const ROLE_LOCK = 4_170_001;

/** True when the login works as it is: nothing is altered on a usual start. */
async function isReady(client: pg.Client, app: Connection): Promise<boolean> {
  const { user } = partsOf(app);
  const { rowCount } = await client.query(
    `select from pg_auth_members m
       join pg_roles grp on grp.oid = m.roleid join pg_roles login on login.oid = m.member
      where grp.rolname = $1 and login.rolname = $2`,
    [APP_ROLE, user],
  );
  return rowCount !== 0 && (await canSignIn(app));
}

async function canSignIn(app: Connection): Promise<boolean> {
  const client = new pg.Client(app);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function makeRoles(client: pg.Client, app: Connection): Promise<void> {
  const { user, password, database } = partsOf(app);
  const login = client.escapeIdentifier(user);
  const secret = client.escapeLiteral(password);
  const has = async (name: string) =>
    (await client.query('select from pg_roles where rolname = $1', [name])).rowCount === 1;
  if (!(await has(APP_ROLE))) await client.query(`create role ${APP_ROLE} nologin`);
  const verb = (await has(user)) ? 'alter' : 'create';
  await client.query(`${verb} role ${login} login inherit password ${secret}`);
  await client.query(`grant ${APP_ROLE} to ${login}`);
  await client.query(
    `grant connect, temporary on database ${client.escapeIdentifier(database)} to ${login}`,
  );
}

function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '42501';
}

function refusalText(app: Connection): string {
  const { user } = partsOf(app);
  return (
    `The user of DATABASE_URL may not create roles. Either "alter role … createrole", or have an administrator run ` +
    `"create role ${APP_ROLE} nologin; create role ${user} login password '…' in role ${APP_ROLE};" and set DATABASE_APP_URL to that login. ` +
    `Where ${APP_ROLE} is there already (another database of the same server), "grant ${APP_ROLE} to … with admin option" is enough.`
  );
}
