import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from './kernel/database/pool.ts';
import { findPostgresHome } from './kernel/database/postgres-home.ts';
import { readPidFile, stopPostmaster } from './kernel/database/postmaster.ts';
import {
  type Answer,
  call,
  run,
  type Server,
  signIn,
  startServer,
} from './server-process.testing.ts';

// The real server with its real PostgreSQL in a folder of its own, killed while people write. Each test goes on
// where the one before left the data.

const SHIFTS = [
  { name: '早班', startTime: '08:00', endTime: '20:00' },
  { name: '夜班', startTime: '20:00', endTime: '08:00' },
];
const LIMIT = { timeout: 240_000 };

let folder: string;
let server: Server;
let headers: Record<string, string>;
let siteId: string;
const acknowledged: string[] = [];

beforeAll(async () => {
  folder = await newFolder();
  server = await startServer(folder, { ADMIN_PASSWORD: 'first-kranich' });
  headers = await signIn(server, 'admin', 'first-kranich');
  await change(headers, 'first-kranich', PASSWORD);
  siteId = await makeSite();
}, 180_000);

afterAll(async () => {
  await endForGood(server, folder);
}, 180_000);

const PASSWORD = 'second-kranich';

it('refuses a second server on the same data with one line', LIMIT, async () => {
  const second = run(folder, {});
  expect(await second.ended).toBe(1);
  expect(second.errors.trim().split('\n')).toEqual([
    expect.stringMatching(/already running on .* \(process \d+\)/),
  ]);
});

it('says in one line which setting names a folder that cannot be made', LIMIT, async () => {
  const misled = run(path.join(import.meta.filename, 'data'), {});
  expect(await misled.ended).toBe(1);
  expect(misled.errors.trim()).toMatch(/^This DATA_DIR cannot be used: ENOTDIR.*\.$/);
});

it.skipIf(process.platform !== 'linux')(
  'says the same of a folder below a place that makes none, and does not wait for it',
  LIMIT,
  async () => {
    for (const place of ['/proc/millwright', '/proc/millwright/data']) {
      const misled = run(place, {});
      expect(await misled.ended).toBe(1);
      expect(misled.errors.trim()).toMatch(/^This DATA_DIR cannot be used: ENOENT.*\.$/);
    }
  },
);

it('keeps every acknowledged row, whole, when the server is killed', LIMIT, async () => {
  await writeUntil(60, () => server.child.kill('SIGKILL'));
  await server.ended;
  server = await startServer(folder, {});
  await expectNothingLost();
});

it(
  'keeps every acknowledged row, whole, when PostgreSQL is killed, and goes on by itself',
  LIMIT,
  async () => {
    headers = await signIn(server, 'admin', PASSWORD);
    const { cluster } = await findPostgresHome(folder);
    const postmaster = await readPidFile(cluster);
    await writeUntil(60, () => process.kill(postmaster?.pid ?? 0, 'SIGKILL'));
    await expectNothingLost();
    await writeUntil(10, () => undefined);
    expect((await readPidFile(cluster))?.pid).not.toBe(postmaster?.pid);
  },
);

it('stops when told to and starts again with all of it', LIMIT, async () => {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  server = await startServer(folder, {});
  expect(server.printed).not.toContain('password');
  await expectNothingLost();
});

it('comes back from a copy of its stopped folder, as a restored backup does', LIMIT, async () => {
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const copy = await newFolder();
  execFileSync('cp', ['-a', `${folder}/.`, copy]);
  await rm(folder, { recursive: true, force: true });
  folder = copy;
  server = await startServer(folder, {});
  await expectNothingLost();
});

it(
  'starts in an empty folder and tells the password of its first account once',
  LIMIT,
  async () => {
    const other = await newFolder();
    const fresh = await startServer(other, {});
    const password = /Account admin .*password (\S+);/.exec(fresh.printed)?.[1] ?? '';
    await signIn(fresh, 'admin', password);
    fresh.child.kill('SIGTERM');
    expect(await fresh.ended).toBe(0);
    await rm(other, { recursive: true, force: true });
  },
);

async function newFolder(): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'millwright-durability-'));
  await chmod(made, 0o711);
  return made;
}

async function change(
  sent: Record<string, string>,
  passwordOld: string,
  passwordNew: string,
): Promise<void> {
  const body = { passwordOld, passwordNew, passwordRepeat: passwordNew };
  expect(await call(server.base, 'PUT', '/api/user/info/password', body, sent)).toMatchObject({
    code: 0,
  });
}

async function makeSite(): Promise<string> {
  const [company] = await ask<{ id: string }>('select id from base_site');
  const made = await call(
    server.base,
    'POST',
    '/api/user/depart',
    {
      parentId: company?.id,
      departName: '宁波',
      departType: 'site',
      institutionCode: 'NB01',
      shortCode: 'NB',
    },
    headers,
  );
  expect(made).toMatchObject({ code: 0 });
  return made.data.id;
}

/** Several people add lines with shifts until `count` more are acknowledged and, after `strike`, calls fail. */
async function writeUntil(count: number, strike: () => void): Promise<void> {
  const aim = acknowledged.length + count;
  const until = Date.now() + 90_000;
  let struck = false;
  const writer = async (): Promise<void> => {
    while (Date.now() < until) {
      const made = await addLine().catch(() => null);
      if (made?.code === 0) acknowledged.push(made.data.id);
      if (!struck && acknowledged.length >= aim) {
        struck = true;
        strike();
      }
      if (struck && made?.code !== 0) return;
      if (struck && acknowledged.length > aim + 20) return;
      if (made?.code === 429) await sleep(100);
    }
  };
  await Promise.all(Array.from({ length: 6 }, writer));
  expect(acknowledged.length).toBeGreaterThanOrEqual(aim);
}

let lines = 0;

function addLine(): Promise<Answer> {
  lines += 1;
  return call(
    server.base,
    'POST',
    '/api/base/lines',
    { siteId, code: `L${lines}`, name: `线 ${lines}`, shifts: SHIFTS },
    headers,
  );
}

/** Every acknowledged line is there; every line has both shifts and its row in the operate log, and there is no log without its line. */
async function expectNothingLost(): Promise<void> {
  const found = await ask<{ id: string; shifts: number; logs: number }>(`
    select l.id, (select count(*)::int from base_line_shifts s where s.parent_id = l.id) as shifts,
      (select count(*)::int from log_operate o where o.entity = 'base/line' and o.entity_id = l.id::text) as logs
    from base_line l`);
  const ids = new Set(found.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(found.filter(({ shifts, logs }) => shifts !== SHIFTS.length || logs !== 1)).toEqual([]);
  const [told] = await ask<{ logs: number }>(
    `select count(*)::int as logs from log_operate where entity = 'base/line' and status = '0'`,
  );
  expect(told?.logs).toBe(found.length);
}

/** Asks the database itself, as its owner; waits for one that is just coming back. */
async function ask<T>(text: string): Promise<T[]> {
  for (let tries = 1; ; tries += 1) {
    const { cluster } = await findPostgresHome(folder);
    const password = (await readFile(path.join(folder, 'postgres.secret'), 'utf8')).trim();
    const host = (await readPidFile(cluster))?.socketFolder ?? '';
    const pool = openPool(
      { host, port: 5432, user: 'millwright', password, database: 'millwright' },
      { max: 1 },
    );
    try {
      return (await pool.pg.query(text)).rows as T[];
    } catch (error) {
      if (tries === 40) throw error;
      await sleep(250);
    } finally {
      await pool.close();
    }
  }
}

async function endForGood(running: Server | undefined, data: string): Promise<void> {
  running?.child.kill('SIGTERM');
  await running?.ended;
  await stopPostmaster(await findPostgresHome(data));
  await rm(data, { recursive: true, force: true });
}
