import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testApp } from '../../../kernel/testing.ts';
import { claimClientName, holdClientName, NAME_LOCK } from './client-name.ts';

let dataFolder: string;
let other: ChildProcess | undefined;
beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'millwright-names-'));
});
afterEach(async () => {
  other?.kill('SIGKILL');
  await rm(dataFolder, { recursive: true });
});

const MODULE = path.join(import.meta.dirname, 'client-name.ts');

/** The name that another process takes, which holds it until it is killed. */
async function nameOfAnother(): Promise<{ name: string; kill: () => Promise<void> }> {
  const source = `import { holdClientName } from ${JSON.stringify(MODULE)};
    const { name } = await holdClientName(${JSON.stringify({ port: 0, dataFolder })});
    console.log(name);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  other = child;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const name = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  return { name, kill };
}

it('says the port where one is chosen', async () => {
  const { name } = await holdClientName({ port: 8080, dataFolder });
  expect(name).toBe(`millwright-${os.hostname()}-8080`);
  expect(await readdir(dataFolder)).toEqual([]);
});

it('gives each that takes any free port a name of its own, also when they begin at once', async () => {
  const all = await Promise.all([1, 2, 3].map(() => holdClientName({ port: 0, dataFolder })));
  expect(new Set(all.map(({ name }) => name)).size).toBe(3);
  const [first, second] = all;
  await first?.release();
  const again = await holdClientName({ port: 0, dataFolder });
  expect(again.name).toBe(first?.name);
  expect(again.name).not.toBe(second?.name);
  for (const { release } of [again, ...all.slice(1)]) await release();
});

it('leaves the name of another process to it, and takes it over when that one was killed', async () => {
  const { name, kill } = await nameOfAnother();
  expect(name).toMatch(/-1$/);
  const beside = await holdClientName({ port: 0, dataFolder });
  expect(beside.name).toBe(name.replace(/1$/, '2'));
  await beside.release();
  await kill();
  const [file = ''] = await readdir(path.join(dataFolder, 'mqtt-names'));
  expect(await readFile(path.join(dataFolder, 'mqtt-names', file), 'utf8')).not.toMatch(
    new RegExp(`^${process.pid} `),
  );
  const after = await holdClientName({ port: 0, dataFolder });
  expect(after.name).toBe(name);
  await after.release();
});

it('is taken by one process of a database after the other', async () => {
  const test = await testApp();
  const { owner } = test.database;
  const client = await owner.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [NAME_LOCK]);
  const { services } = test.app;
  const claimed = claimClientName({
    ...services,
    config: { ...services.config, port: 0, dataFolder },
  });
  let isClaimed = false;
  void claimed.then(() => (isClaimed = true));
  await vi.waitFor(async () => {
    const { rowCount } = await owner.query(
      `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
      [NAME_LOCK],
    );
    expect(rowCount).toBe(1);
  });
  expect(isClaimed).toBe(false);
  await client.query('commit');
  client.release();
  expect((await claimed).name).toMatch(/-1$/);
  await (await claimed).release();
  await test.close();
});

it('differs between data folders of one machine', async () => {
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'millwright-names-'));
  const [here, there] = [
    await holdClientName({ port: 0, dataFolder }),
    await holdClientName({ port: 0, dataFolder: elsewhere }),
  ];
  expect(here.name).not.toBe(there.name);
  await Promise.all([here.release(), there.release()]);
  await rm(elsewhere, { recursive: true });
});
