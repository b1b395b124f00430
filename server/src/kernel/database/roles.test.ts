import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appConnection, type Connection, partsOf } from './connection.ts';
import { checkAppRole, ensureAppRole, RoleError } from './roles.ts';
import { testDatabase, type TestDatabase } from './testing.ts';

let db: TestDatabase;
let database: string;

beforeAll(async () => {
  db = await testDatabase({ empty: true });
  database = partsOf(db.ownerConnection).database;
});

afterAll(async () => {
  await db.owner.query(`drop owned by weak_${database}; drop role weak_${database}`);
  await db.close();
});

it('gives the application a login of its own that is above nothing', async () => {
  const app = await ensureAppRole(db.ownerConnection);
  expect(app).toEqual(db.appConnection);
  await expect(checkAppRole(app)).resolves.toBeUndefined();
  await expect(checkAppRole(db.ownerConnection)).rejects.toThrow(/step around row-level security/);
});

it('works when several processes start together, and puts a lost password right', async () => {
  await db.owner.query(`alter role ${database}_server password 'another'`);
  const apps = await Promise.all([1, 2, 3].map(() => ensureAppRole(db.ownerConnection)));
  for (const app of apps) expect(await signIn(app)).toBe(`${database}_server`);
});

it('says what to do when the user may not create roles', async () => {
  await db.owner.query(
    `create role weak_${database} login password 'weak'; grant connect on database ${database} to weak_${database}`,
  );
  await db.owner.query(`alter role ${database}_server password 'another'`);
  const weak = { ...db.ownerConnection, user: `weak_${database}`, password: 'weak' } as Connection;
  await expect(ensureAppRole(weak)).rejects.toThrow(RoleError);
  await expect(ensureAppRole(weak)).rejects.toThrow(/may not create roles.*DATABASE_APP_URL/);
  await db.owner.query(`alter role weak_${database} createrole`);
  await expect(checkAppRole(weak)).rejects.toThrow(/not a member of millwright_app/);
});

it('changes role in addresses of every form', () => {
  for (const address of [
    'postgresql://me:p%40ss@db.example.com:5433/plant?sslmode=no-verify',
    'postgresql://me:p%40ss@/plant?host=/run/postgresql&port=5433',
  ]) {
    const app = appConnection({ connectionString: address });
    const client = new pg.Client(app);
    expect(client.user).toBe('plant_server');
    expect(client.database).toBe('plant');
    expect(client.port).toBe(5433);
    expect(client.host).toMatch(/db\.example\.com|\/run\/postgresql/);
    expect(client.password).not.toContain('p@ss');
  }
});

async function signIn(connection: Connection): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}
