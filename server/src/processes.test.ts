import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Connection, toDatabase } from './kernel/database/connection.ts';
import { type PgBouncer, startPgBouncer } from './kernel/database/pgbouncer.testing.ts';
import { openPool, type Pool } from './kernel/database/pool.ts';
import { call, run, type Server, signIn, startServer } from './server-process.testing.ts';

// Real processes on a PostgreSQL that is not theirs, whose owner is no superuser; `as-one.test.ts` starts two at once.

const NAME = `foreign_${randomBytes(4).toString('hex')}`;
const PASSWORD = 'nebel-im-tal';
const LIMIT = 180_000;

let root: Pool;
let folder: string;
let url: string;
let servers: Server[] = [];

beforeAll(async () => {
  const cluster = inject('postgres') as Connection & { host: string };
  root = openPool(toDatabase(cluster, 'postgres'), { max: 1 });
  await root.pg.query(`create role ${NAME} login createrole password 'secret'`);
  // The group of the application is shared by all databases of a server.
  await root.pg.query(`grant millwright_app to ${NAME} with admin option`);
  await root.pg.query(`create database ${NAME} owner ${NAME}`);
  folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-processes-'));
  url = `postgresql://${NAME}:secret@/${NAME}?host=${cluster.host}`;
}, LIMIT);

afterAll(async () => {
  await Promise.all(servers.map(stop));
  await root.pg.query(`drop database ${NAME} with (force)`);
  await root.pg.query(`drop role ${NAME}_server`);
  await root.pg.query(`drop role ${NAME}`);
  await root.close();
  await rm(folder, { recursive: true, force: true });
}, LIMIT);

const start = async (more: NodeJS.ProcessEnv = {}) => {
  const server = await startServer(folder, {
    DATABASE_URL: url,
    ADMIN_PASSWORD: PASSWORD,
    ...more,
  });
  servers.push(server);
  return server;
};

async function stop(server: Server): Promise<void> {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  servers = servers.filter((other) => other !== server);
}

describe('a PostgreSQL of its own', () => {
  it(
    'is refused with one line that names the setting',
    async () => {
      const refused = async (DATABASE_URL: string) => {
        const server = run(folder, { DATABASE_URL });
        expect(await server.ended).toBe(1);
        return server.errors.trim();
      };
      expect(await refused(url.replace(':secret', ':wrong'))).toMatch(
        /^DATABASE_URL: password authentication failed .* do not fit\.$/,
      );
      expect(await refused(url.replace(`/${NAME}?`, '/nowhere?'))).toMatch(
        /^DATABASE_URL: database "nowhere" does not exist/,
      );
      expect(await refused('postgresql://a:b@127.0.0.1:1/c')).toMatch(
        /^DATABASE_URL: no PostgreSQL answers there/,
      );
    },
    LIMIT,
  );

  it(
    'begins with admin alone, and takes the demo as long as nobody has worked with it',
    async () => {
      const server = await start();
      expect(server.printed).toMatch(/^Account admin .* must be changed/);
      await stop(server);
      const again = await start({ DEMO: 'on' });
      expect(again.printed).toContain(PASSWORD);
      await stop(again);
    },
    LIMIT,
  );

  it(
    'is reached though this machine takes longer to read the code than a connection may take',
    async () => {
      const slow = `import { registerHooks } from 'node:module';
        registerHooks({ load(url, context, next) {
          if (url.endsWith('/app.ts')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 12_000);
          return next(url, context);
        } });`;
      const options = `--import=data:text/javascript,${encodeURIComponent(slow)}`;
      await stop(await start({ NODE_OPTIONS: options }));
    },
    LIMIT,
  );

  it(
    'says no to the demo where there are data',
    async () => {
      await openedAsOwner(async (pool) => {
        await pool.pg.query(
          `update base_site set institution_code = 'REAL' where parent_id is null`,
        );
      });
      const refused = run(folder, { DATABASE_URL: url, DEMO: 'on' });
      expect(await refused.ended).toBe(2);
      expect(refused.errors).toContain('this one has data');
    },
    LIMIT,
  );

  it('holds the application by row-level security', async () => {
    await openedAsOwner(async (pool) => {
      await pool.pg.query(`grant ${NAME}_server to ${NAME}`);
      await pool.pg.query(`set role ${NAME}_server`);
      expect((await pool.pg.query('select from production_order')).rowCount).toBe(0);
      await pool.pg.query(`set app.site = '*'`);
      expect((await pool.pg.query('select from production_order')).rowCount).toBeGreaterThan(10);
      await expect(pool.pg.query('drop table production_order')).rejects.toThrow(/must be owner/);
    });
  });
});

describe('through PgBouncer in transaction mode', () => {
  let bouncer: PgBouncer | undefined;
  let pooled: string;
  let direct: string;

  beforeAll(async () => {
    await root.pg.query(
      `create role ${NAME}_pooled login password 'secret' in role millwright_app`,
    );
    const socket = new URL(url.replace('@/', '@localhost/')).searchParams.get('host') ?? '';
    bouncer = await startPgBouncer(socket, {
      [`${NAME}_pooled`]: 'secret',
      [NAME]: 'secret',
    });
    pooled = `postgresql://${NAME}_pooled:secret@127.0.0.1:${bouncer.port}/${NAME}`;
    direct = `postgresql://${NAME}:secret@127.0.0.1:${bouncer.port}/${NAME}`;
  }, LIMIT);

  afterAll(async () => {
    await bouncer?.stop();
    await root.pg.query(`drop owned by ${NAME}_pooled`);
    await root.pg.query(`drop role ${NAME}_pooled`);
  });

  it(
    'many people list, write and are kept apart on two connections',
    async () => {
      const server = await start({ DATABASE_APP_URL: pooled });
      const people = await Promise.all(
        ['admin', 'liuyang', 'wangmin'].map((name) => signIn(server, name, PASSWORD)),
      );
      const list = async (headers?: Record<string, string>) => {
        const answer = await call(
          server.base,
          'GET',
          '/api/production/orders?limit=200',
          undefined,
          headers,
        );
        return (answer.data as unknown as { list: { siteId: string }[] }).list;
      };
      const alone = await Promise.all(people.map(list));
      const sites = alone.map((rows) => new Set(rows.map(({ siteId }) => siteId)).size);
      expect(sites).toEqual([3, 1, 3]);
      const mixed = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const rows = await list(people[index % 3]);
          return new Set(rows.map(({ siteId }) => siteId)).size;
        }),
      );
      expect(mixed).toEqual(Array.from({ length: 60 }, (_, index) => sites[index % 3]));
      await stop(server);
    },
    LIMIT,
  );

  it(
    'announcements need a way around it, and the start says so',
    async () => {
      const server = run(folder, { DATABASE_URL: direct, DATABASE_APP_URL: pooled });
      expect(await server.ended).toBe(1);
      expect(server.errors).toMatch(/^DATABASE_URL must reach PostgreSQL directly/);
    },
    LIMIT,
  );
});

/** Looks at the database, or arranges something in it, as its owner. */
async function openedAsOwner(work: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = openPool({ connectionString: url }, { max: 1 });
  try {
    await work(pool);
  } finally {
    await pool.close();
  }
}
