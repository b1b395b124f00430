import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from './connection.ts';
import { createCluster } from './postgres-cluster.ts';
import { canEnter, EmbeddedError, findPostgresHome, type PostgresHome } from './postgres-home.ts';
import { readPidFile, stopPostmaster } from './postmaster.ts';

/** A running PostgreSQL of our own. */
export interface EmbeddedPostgres {
  /** The owner: a superuser for migrations, never for requests. */
  readonly owner: Connection;
  /** Where its files lie. */
  readonly cluster: string;
  /** True when this start made it. */
  readonly isNew: boolean;
  /** Ends all its connections, writes everything down and stops. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataFolder: string;
  /** Hears that PostgreSQL died and was started again, or could not be (then `error` is set). */
  readonly onCrash?: (error?: Error) => void;
  /** False only for tests: nothing is forced to disk. */
  readonly durable?: boolean;
}

/**
 * Starts the PostgreSQL of the data folder, made at the first start. One left behind by a killed server is
 * stopped first. The data folder must be locked by the caller. Throws `EmbeddedError`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = await findPostgresHome(options.dataFolder);
  const password = await readPassword(options.dataFolder);
  await stopPostmaster(home);
  const isNew = !existsSync(home.cluster);
  if (isNew)
    await createCluster(home, { user: OWNER, password, durable: options.durable !== false });
  const place = await findPlace(home);
  const running: Running = {
    options,
    home,
    place,
    stopping: false,
    pid: 0,
    onExit: () => {},
    watch: undefined,
    crashes: [],
  };
  running.onExit = () => signalQuietly(running.pid);
  process.once('exit', running.onExit);
  await launch(running);
  running.watch = setInterval(() => void hurry(running), WATCH_MS).unref();
  const owner = { ...place, user: OWNER, password, database: DATABASE };
  await ensureDatabase(owner);
  return { owner, cluster: home.cluster, isNew, stop: () => stop(running) };
}

/** The owner's connection to the PostgreSQL that another process has started for this folder; null when none runs. */
export async function runningEmbedded(dataFolder: string): Promise<Connection | null> {
  const home = await findPostgresHome(dataFolder);
  const found = await readPidFile(home.cluster);
  if (found?.state !== 'ready') return null;
  const password = await readPassword(dataFolder);
  const host = found.socketFolder === '' ? '127.0.0.1' : found.socketFolder;
  return { host, port: found.port, user: OWNER, password, database: DATABASE };
}

const OWNER = 'millwright';
const DATABASE = 'millwright';

interface Place {
  readonly host: string;
  readonly port: number;
}

interface Running {
  readonly options: EmbeddedOptions;
  readonly home: PostgresHome;
  readonly place: Place;
  readonly crashes: number[];
  stopping: boolean;
  pid: number;
  /** Whatever ends this process, PostgreSQL is told to stop. */
  onExit: () => void;
  watch: NodeJS.Timeout | undefined;
}

async function readPassword(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, 'postgres.secret');
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/** A socket in a fresh folder that nobody else may enter; Windows has a port of 127.0.0.1 instead. */
async function findPlace({ account }: PostgresHome): Promise<Place> {
  if (process.platform === 'win32') return { host: '127.0.0.1', port: await freePort() };
  const usable =
    Buffer.byteLength(os.tmpdir()) < 70 && (!account || canEnter(account, os.tmpdir()));
  const host = await mkdtemp(path.join(usable ? os.tmpdir() : '/tmp', 'millwright-'));
  await chmod(host, 0o700);
  if (account) await chown(host, account.uid, account.gid);
  return { host, port: 5432 };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Tries again while processes of a killed PostgreSQL still hold its memory. */
async function launch(running: Running): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const problem = await launchOnce(running);
    if (problem === null) return;
    if (attempt === 40 || !/pre-existing shared memory|still in use|lock file/.test(problem)) {
      throw new EmbeddedError(`PostgreSQL did not start: ${problem}`);
    }
    await sleep(250);
  }
}

async function launchOnce(running: Running): Promise<string | null> {
  const { home, options } = running;
  const logFile = await rotateLog(options.dataFolder);
  const log = await open(logFile, 'a', 0o600);
  const from = (await log.stat()).size;
  const child = spawn(path.join(home.binaries, 'bin/postgres'), postgresArguments(running), {
    ...home.account,
    cwd: home.cluster,
    detached: true,
    env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', () => resolve('exited'));
  });
  child.unref();
  await log.close();
  const problem = await firstOf(ended, () => isReady(home.cluster, child.pid));
  if (problem !== null) return problem === 'exited' ? lastFatal(logFile, from) : problem;
  running.pid = child.pid ?? 0;
  child.once('exit', () => void revive(running));
  return null;
}

/** Asks every 5 ms until `isDone` (then null) or until `ended` gives its text. */
async function firstOf(
  ended: Promise<string>,
  isDone: () => Promise<boolean>,
): Promise<string | null> {
  for (;;) {
    const problem = await Promise.race([ended, sleep(5, null)]);
    if (problem !== null) return problem;
    if (await isDone()) return null;
  }
}

function postgresArguments({ home, place, options }: Running): string[] {
  const socket = place.host.startsWith('/');
  const settings = {
    ...SETTINGS,
    listen_addresses: socket ? '' : place.host,
    unix_socket_directories: socket ? place.host : '',
    port: String(place.port),
    ...(options.durable === false && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
    }),
  };
  return [
    '-D',
    home.cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** Statements with their values never reach PostgreSQL's log, since they may hold secrets. */
const SETTINGS = {
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  password_encryption: 'scram-sha-256',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
};

async function rotateLog(dataFolder: string): Promise<string> {
  const file = path.join(dataFolder, 'postgres.log');
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > 10_000_000) await rename(file, `${file}.1`);
  return file;
}

async function isReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const found = await readPidFile(cluster);
  return found?.pid === pid && found?.state === 'ready';
}

async function lastFatal(logFile: string, from: number): Promise<string> {
  const lines = (await readFile(logFile)).subarray(from).toString('utf8').trim().split('\n');
  const worst = lines.findLast((line) => /FATAL|PANIC|error/.test(line)) ?? lines.at(-1) ?? '';
  return `${worst.replace(/^.*?(FATAL|PANIC):\s*/, '')} (see ${logFile})`;
}

async function ensureDatabase(owner: Connection & { database: string }): Promise<void> {
  const client = new pg.Client({ ...owner, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [
      owner.database,
    ]);
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(owner.database)}`);
  } finally {
    await client.end();
  }
}

function signalQuietly(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGINT');
  } catch {
    // It ended before us.
  }
}

/** Starts a PostgreSQL that died by itself again; three deaths within a minute are too many. */
async function revive(running: Running): Promise<void> {
  if (running.stopping) return;
  const now = Date.now();
  running.crashes.push(now);
  try {
    if (running.crashes.filter((at) => now - at < 60_000).length > 3)
      throw new EmbeddedError('PostgreSQL keeps dying.');
    await launch(running);
    running.options.onCrash?.();
  } catch (error) {
    if (!running.stopping) running.options.onCrash?.(error as Error);
  }
}

/**
 * Told by somebody else to stop, PostgreSQL takes no new connections but waits for ours to end, which they never do:
 * it is made to stop at once, and with that starts again.
 */
async function hurry({ home, pid, stopping }: Running): Promise<void> {
  const found = await readPidFile(home.cluster);
  if (!stopping && found?.pid === pid && found.state === 'stopping') signalQuietly(pid);
}

/** How often it is looked whether PostgreSQL was told to stop. */
const WATCH_MS = 500;

async function stop(running: Running): Promise<void> {
  running.stopping = true;
  clearInterval(running.watch);
  process.off('exit', running.onExit);
  await stopPostmaster(running.home);
  if (running.place.host.startsWith('/'))
    await rm(running.place.host, { recursive: true, force: true });
}
