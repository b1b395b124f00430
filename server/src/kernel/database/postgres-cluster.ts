import { execFile } from 'node:child_process';
import { chown, lchown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Account, EmbeddedError, type PostgresHome } from './postgres-home.ts';

/**
 * Makes an empty cluster (UTF-8, order of code points, checksums on pages, password for everybody). It is made beside
 * its place and moved there when whole, so that a start broken off leaves nothing half-done.
 */
export async function createCluster(home: PostgresHome, owner: NewOwner): Promise<void> {
  const work = `${home.cluster}.new`;
  await rm(work, { recursive: true, force: true });
  const maker = home.account && (await anyAccount());
  const cluster = path.join(work, 'cluster');
  const secret = path.join(work, 'secret');
  await mkdir(work, { recursive: true, mode: 0o700 });
  await writeFile(secret, owner.password, { mode: 0o600 });
  if (maker) for (const file of [work, secret]) await chown(file, maker.uid, maker.gid);
  await runInitdb(home, maker, initdbArguments(cluster, secret, owner));
  if (home.account) await giveTo(home.account, cluster);
  await rename(cluster, home.cluster);
  await rm(work, { recursive: true, force: true });
}

interface NewOwner {
  readonly user: string;
  readonly password: string;
  readonly durable: boolean;
}

function initdbArguments(cluster: string, secret: string, owner: NewOwner): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${owner.user}`,
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(owner.durable ? [] : ['--no-sync']),
  ];
}

async function runInitdb(home: PostgresHome, maker: Account | null, args: string[]): Promise<void> {
  try {
    await promisify(execFile)(path.join(home.binaries, 'bin/initdb'), args, {
      ...maker,
      cwd: path.dirname(home.cluster),
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    });
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new EmbeddedError(
      `The database could not be made: ${stderr.trim().split('\n').at(-1) || message}`,
      { cause: error },
    );
  }
}

/** PostgreSQL runs as a bare number, but `initdb` wants one with a name, whichever: every system has `nobody` or the like. */
async function anyAccount(): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  const others = lines.filter((fields) => Number(fields[2]) > 0);
  const found = others.find((fields) => fields[0] === 'nobody') ?? others[0];
  if (!found)
    throw new EmbeddedError(
      'PostgreSQL does not run as root, and /etc/passwd names no other account: start as another one or set DATABASE_URL.',
    );
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

async function giveTo(account: Account, folder: string): Promise<void> {
  await lchown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(path.join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}
