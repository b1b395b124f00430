import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { lockDataFolder } from './data-lock.ts';
import { startEmbedded } from './embedded.ts';
import { canEnter } from './postgres-home.ts';
import { readPidFile } from './postmaster.ts';

/** PostgreSQL starts anew and reads its log; a busy machine is given time. */
const LATER = { timeout: 45_000, interval: 50 };
let dataFolder: string;

beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'millwright-embedded-'));
  await chmod(dataFolder, 0o711);
});

afterEach(() => rm(dataFolder, { recursive: true, force: true }));

it('keeps its data over stop and start', async () => {
  const first = await startEmbedded({ dataFolder });
  expect(first.isNew).toBe(true);
  await ask(first.owner, `create table kept (name text); insert into kept values ('中文')`);
  await first.stop();
  expect(await readPidFile(first.cluster)).toBeNull();
  const second = await startEmbedded({ dataFolder });
  expect(second.isNew).toBe(false);
  expect(await ask(second.owner, 'select name, lower(name) from kept')).toEqual([
    { name: '中文', lower: '中文' },
  ]);
  expect(
    await ask(
      second.owner,
      `select current_setting('fsync') as fsync, current_setting('data_checksums') as sums`,
    ),
  ).toEqual([{ fsync: 'on', sums: 'on' }]);
  await second.stop();
});

it('starts again by itself when PostgreSQL is killed, with all that was acknowledged', async () => {
  const crashed = vi.fn();
  const postgres = await startEmbedded({ dataFolder, onCrash: crashed });
  await ask(
    postgres.owner,
    'create table kept (id int); insert into kept select generate_series(1, 100)',
  );
  process.kill((await readPidFile(postgres.cluster))?.pid ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(crashed).toHaveBeenCalledWith(), LATER);
  expect(await ask(postgres.owner, 'select count(*)::int as n from kept')).toEqual([{ n: 100 }]);
  await postgres.stop();
});

it('starts again by itself when somebody else tells PostgreSQL to stop, though connections stay open', async () => {
  const crashed = vi.fn();
  const postgres = await startEmbedded({ dataFolder, onCrash: crashed });
  const open = new pg.Client(postgres.owner);
  open.on('error', () => undefined);
  await open.connect();
  process.kill((await readPidFile(postgres.cluster))?.pid ?? 0, 'SIGTERM');
  await vi.waitFor(() => expect(crashed).toHaveBeenCalledWith(), LATER);
  expect(await ask(postgres.owner, 'select 1 as n')).toEqual([{ n: 1 }]);
  await open.end().catch(() => undefined);
  await postgres.stop();
});

it('takes over from a server that was killed and left its PostgreSQL behind', async () => {
  const module = JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'));
  const script = `const { startEmbedded } = await import(${module});
    await startEmbedded({ dataFolder: ${JSON.stringify(dataFolder)} }); console.log('up'); setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => server.stdout.once('data', resolve));
  const orphan = (await readPidFile(path.join(dataFolder, 'postgres')))?.pid ?? 0;
  server.kill('SIGKILL');
  const postgres = await startEmbedded({ dataFolder });
  expect(postgres.isNew).toBe(false);
  expect((await readPidFile(postgres.cluster))?.pid).not.toBe(orphan);
  expect(await readFile(path.join(dataFolder, 'postgres.log'), 'utf8')).toContain(
    'received fast shutdown request',
  );
  await postgres.stop();
});

it('locks a data folder against a second server, and forgets one that was killed', async () => {
  const file = path.join(dataFolder, 'millwright.lock');
  const other = spawn(process.execPath, ['--input-type=module', '-e', locking()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => other.stdout.once('data', resolve));
  expect(() => lockDataFolder(dataFolder)).toThrow(
    `Millwright is already running on ${dataFolder} (process ${other.pid}).`,
  );
  const gone = new Promise((resolve) => other.once('exit', resolve));
  other.kill('SIGKILL');
  await gone;
  const unlock = lockDataFolder(dataFolder);
  expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  unlock();
  await expect(readFile(file)).rejects.toThrow(/ENOENT/);
});

it('forgets a killed server of which its parent took no notice', async () => {
  const shell = '"$0" --input-type=module -e "$1" & exec sleep 60';
  const parent = spawn('sh', ['-c', shell, process.execPath, locking()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  await new Promise((resolve) => parent.stdout.once('data', resolve));
  const file = path.join(dataFolder, 'millwright.lock');
  const killed = Number((await readFile(file, 'utf8')).split(' ')[0]);
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(async () =>
    expect(await readFile(`/proc/${killed}/status`, 'utf8')).toMatch(/^State:\s*Z/m),
  );
  lockDataFolder(dataFolder)();
});

/** A server that locks the data folder and stays. */
function locking(): string {
  return `const { lockDataFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, 'data-lock.ts'))});
    lockDataFolder(${JSON.stringify(dataFolder)}); console.log('locked'); setInterval(() => {}, 1000);`;
}

it('knows folders that an account may not enter', async () => {
  const stranger = { uid: 60_999, gid: 60_999 };
  expect(canEnter(stranger, dataFolder)).toBe(true);
  await chmod(dataFolder, 0o700);
  expect(canEnter(stranger, dataFolder)).toBe(false);
});

async function ask(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
