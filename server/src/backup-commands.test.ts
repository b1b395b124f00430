import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT_FOLDER } from './kernel/config.ts';
import { openBackup } from './kernel/backup/read-backup.ts';
import { call, type Server, signIn, startServer } from './server-process.testing.ts';

// `npm run backup` and `npm run restore` as an operator types them, on real data folders.

const LIMIT = 240_000;
const PASSWORD = 'first-kranich';

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-commands-'));
  server = await startServer(place('one'), { ADMIN_PASSWORD: PASSWORD, DEMO: 'on' });
}, LIMIT);

afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
}, LIMIT);

it(
  'a backup beside the server, restored into an empty folder, is the same in every table and file',
  async () => {
    const taken = await command('backup', 'one', `${place('backups')}/`);
    expect(taken).toMatchObject({ code: 0, errors: '' });
    const [name = ''] = await readdir(place('backups'));
    const first = path.join(place('backups'), name);
    expect(taken.printed).toMatch(
      /: [1-9]\d{3,} rows of \d+ tables, [1-9]\d* files, \d+ bytes\.\n$/,
    );
    const orders = await listed();
    await stop();

    const restored = await command('restore', 'two', first);
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(restored.printed).toMatch(
      /^Restored the backup of .* all compared with the backup\.\n$/,
    );
    const second = path.join(folder, 'second.zip');
    expect(await command('backup', 'two', second)).toMatchObject({ code: 0 });
    expect(await held(second)).toEqual(await held(first));

    server = await startServer(place('two'), { DEMO: 'on' });
    expect(orders.length).toBeGreaterThan(10);
    expect(await listed()).toEqual(orders);
  },
  LIMIT,
);

it(
  'neither writes over what is there, and each says in one line why',
  async () => {
    const second = path.join(folder, 'second.zip');
    const refused = async (name: string, data: string, given: string[], line: RegExp) => {
      const { code, errors } = await command(name, data, ...given);
      expect(errors.trim()).toMatch(line);
      expect(code).toBe(1);
    };
    await refused('restore', 'two', [second], /^A server is running on .*: stop it first\.$/);
    await refused('backup', 'two', [second], /^.*exists already.*$/);
    await refused('backup', 'three', [second], /^There is no database in .*three\.$/);
    await refused('backup', 'two', [], /^Usage: npm run backup -- <file or folder>$/);
    await stop();
    await refused('restore', 'two', [second], /^.*has data already.*$/);
  },
  LIMIT,
);

const place = (name: string) => path.join(folder, name);

async function stop(): Promise<void> {
  server?.child.kill('SIGTERM');
  await server?.ended;
}

/** The command as npm runs it, on a data folder. */
async function command(name: string, data: string, ...given: string[]) {
  const launch = path.join(ROOT_FOLDER, 'scripts/launch.mjs');
  const child = spawn(process.execPath, [launch, name, ...given], {
    env: { ...process.env, DATA_DIR: place(data) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [printed, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, printed, errors };
}

/** What a backup holds: names, counts and digests of tables, partitions, numbers and files. */
async function held(file: string) {
  const backup = await openBackup(file);
  backup.close();
  const { takenAt: _takenAt, ...rest } = backup.manifest;
  return rest;
}

async function listed(): Promise<unknown[]> {
  const headers = await signIn(server, 'admin', PASSWORD);
  const answer = await call(
    server.base,
    'GET',
    '/api/production/orders?limit=100',
    undefined,
    headers,
  );
  return (answer.data as unknown as { list: unknown[] }).list;
}
