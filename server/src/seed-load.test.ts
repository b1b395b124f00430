import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from './kernel/testing.ts';
import { addressOf } from './server-process.testing.ts';

const ENTRY = path.join(import.meta.dirname, '../../bench/seed-load.ts');
const ROWS = 10_000;

describe('filling logs for measuring', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
    await Promise.all([test.makeSite(), test.makeSite()]);
  });
  afterAll(() => test.close());

  const load = (args: readonly string[]) =>
    spawn(process.execPath, [ENTRY, ...args], {
      env: { ...process.env, DATABASE_URL: addressOf(test.database.ownerConnection), DEMO: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const ended = (child: ReturnType<typeof load>) =>
    new Promise<number | null>((resolve) => child.once('close', resolve));
  const count = async (table: string) => {
    const sum = `select (select coalesce(sum(n), 0) from ${table}_hour) + (select coalesce(sum(n), 0) from ${table}_delta)`;
    const { rows } = await test.database.owner.query<{ rows: string; counted: string }>(
      `select count(*) as rows, (${sum}) as counted from ${table}`,
    );
    return [Number(rows[0]?.rows), Number(rows[0]?.counted)];
  };

  it('goes on after a kill to the exact number of rows, in one log alone, and then writes nothing more', async () => {
    const argsOf = (rows: number) =>
      ['--rows', String(rows), '--log', 'communication', '--chunk', '500'] as const;
    const loaded = async (rows: number) => {
      const child = load(argsOf(rows));
      child.stdout.resume();
      expect(await ended(child)).toBe(0);
    };
    const operated = await count('log_operate');
    await loaded(700);
    expect(await count('log_communication')).toEqual([700, 700]);

    // Whoever holds the place of the third chunk makes the load wait there, its rows already sent.
    const holder = await test.database.owner.connect();
    try {
      await holder.query('begin');
      await holder.query(
        `insert into seed_load_chunk values ('log_communication', $1, 1000, 500, now())`,
        [ROWS],
      );
      const killed = load(argsOf(ROWS));
      const end = ended(killed);
      for await (const line of createInterface({ input: killed.stdout }))
        if (line.startsWith('log_communication 1000 of')) killed.kill('SIGKILL');
      expect(await end).toBeNull();
      expect(await count('log_communication')).toEqual([1700, 1700]);
    } finally {
      await holder.query('rollback');
      holder.release();
    }

    for (let run = 1; run <= 2; run += 1) {
      await loaded(ROWS);
      expect(await count('log_communication')).toEqual([ROWS + 700, ROWS + 700]);
    }
    expect(await count('log_operate')).toEqual(operated);
  });
});
