import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedError, type PostgresHome } from './postgres-home.ts';

/** What PostgreSQL writes about itself into its data folder. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  /** `starting`, `ready`, `stopping`… */
  readonly state: string;
}

/** Reads `postmaster.pid`; null when there is none. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  return {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    socketFolder: lines[4] ?? '',
    state: lines[7]?.trim() ?? '',
  };
}

/**
 * Stops the PostgreSQL of a cluster, if one runs: connections are ended, everything is written down (10 s), then
 * harder. Also clears what a killed one left behind.
 */
export async function stopPostmaster(home: PostgresHome): Promise<void> {
  const found = await readPidFile(home.cluster);
  if (!found) return;
  if (await isPostgres(found.pid)) {
    await ask(home, found.pid, 'SIGINT');
    if (!(await isGone(found.pid, 10_000))) await ask(home, found.pid, 'SIGQUIT');
    if (!(await isGone(found.pid, 10_000)))
      throw new EmbeddedError(`PostgreSQL (process ${found.pid}) does not stop.`);
  }
  await rm(path.join(home.cluster, 'postmaster.pid'), { force: true });
  if (/\/millwright-\w+$/.test(found.socketFolder))
    await rm(found.socketFolder, { recursive: true, force: true });
}

async function ask(home: PostgresHome, pid: number, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (process.platform === 'win32') {
    const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
    await promisify(execFile)(path.join(home.binaries, 'bin/pg_ctl'), [
      'stop',
      '-D',
      home.cluster,
      '-m',
      mode,
    ]);
  } else {
    process.kill(pid, signal);
  }
}

/** A number may have gone to another process since; where /proc tells names, a stranger is left alone. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null);
  return status === null || (/^Name:\s*postgres/m.test(status) && !/^State:\s*Z/m.test(status));
}

async function isGone(pid: number, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(10)) {
    if (!(await isPostgres(pid))) return true;
  }
  return false;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
