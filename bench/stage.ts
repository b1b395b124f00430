import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Connection } from '../server/src/kernel/database/connection.ts';
import { startEmbedded } from '../server/src/kernel/database/embedded.ts';
import { addressOf } from '../server/src/server-process.testing.ts';
import { type Running, start } from './process.ts';
import { PASSWORD, type Seeded, seed } from './seed.ts';

/** Both servers on one PostgreSQL with the masses of rows in it. */
export interface Stage extends Seeded {
  readonly folder: string;
  readonly owner: Connection;
  /** Process of PostgreSQL that all its others descend from. */
  readonly postmaster: number;
  /** Version of PostgreSQL. */
  readonly postgres: string;
  readonly ours: Running;
  readonly bare: Running;
  /** Headers of every signed-in person of the first site. */
  readonly people: readonly Headers[];
  readonly exporterHeaders: Headers;
  /** Stops servers and PostgreSQL; the data stay for figures about starting. */
  close(): Promise<void>;
}

export type Headers = Record<string, string>;

/** What both sides run with: the address of each caller comes from the header that a proxy would send. */
const SERVER = {
  PORT: '0',
  LOG_LEVEL: 'error',
  DEMO: 'off',
  TRUSTED_PROXY: '127.0.0.1',
  ADMIN_PASSWORD: 'bench-admin',
};

/** Makes everything; some 40 s, most of them for a million log rows. */
export async function openStage(logs: number, say: (line: string) => void): Promise<Stage> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-bench-'));
  await chmod(folder, 0o711);
  const postgres = await startEmbedded({ dataFolder: folder });
  const url = addressOf(postgres.owner);
  say('Starting the server on an empty database…');
  const ours = await start('server/src/main.ts', {
    ...SERVER,
    DATA_DIR: folder,
    DATABASE_URL: url,
  });
  say(`Writing 110,000 orders and ${logs.toLocaleString('en-US')} log rows…`);
  const seeded = await seed(postgres.owner, logs);
  const postmaster = Number(
    (await readFile(path.join(postgres.cluster, 'postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const bare = await start('bench/bare.ts', { DATABASE_URL: url }, [seeded.siteId]);
  say(`Signing ${seeded.usernames.length} people in…`);
  const people = await signInAll(ours.base, seeded.usernames);
  const [exporterHeaders = {}] = await signInAll(ours.base, [seeded.exporter]);
  const close = async () => {
    await Promise.all([ours.stop(), bare.stop()]);
    await postgres.stop();
  };
  return {
    ...seeded,
    folder,
    owner: postgres.owner,
    postmaster,
    postgres: await versionOf(postgres.owner),
    ours,
    bare,
    people,
    exporterHeaders,
    close,
  };
}

export async function removeStage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** The server on the data that lie there, with the PostgreSQL of its own. */
export function startOnExisting(folder: string): Promise<Running> {
  return start('server/src/main.ts', { ...SERVER, DATA_DIR: folder });
}

/** A process takes ten sign-ins a second, however fast each of them is. */
async function signInAll(base: string, usernames: readonly string[]): Promise<Headers[]> {
  const signedIn: Headers[] = [];
  for (const [index, username] of usernames.entries()) {
    const forwarded = { 'x-forwarded-for': `10.9.0.${1 + (index % 250)}` };
    signedIn.push({ ...(await signIn(base, username, forwarded)), ...forwarded });
    await sleep(105);
  }
  return signedIn;
}

async function signIn(base: string, username: string, headers: Headers): Promise<Headers> {
  const answer = await fetch(`${base}/api/user/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  const { code, msg, data } = (await answer.json()) as SignInAnswer;
  if (code !== 0) throw new Error(`Sign-in of ${username}: ${code} ${msg}`);
  const { access_token: token, sub, code: secret } = data.userTokenMsg;
  return { jwt_token: token, sub, code: secret };
}

interface SignInAnswer {
  code: number;
  msg: string;
  data: { userTokenMsg: { access_token: string; sub: string; code: string } };
}

async function versionOf(owner: Connection): Promise<string> {
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]?.server_version ?? '';
}
