import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { neededProgram } from '../needed-program.testing.ts';

/** A running PgBouncer in transaction mode. */
export interface PgBouncer {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts one in front of the PostgreSQL whose socket lies in `socketFolder`, with two connections to share. */
export async function startPgBouncer(
  socketFolder: string,
  logins: Readonly<Record<string, string>>,
): Promise<PgBouncer> {
  const program = neededProgram({ name: 'PgBouncer', file: 'pgbouncer', debian: 'pgbouncer' });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-pgbouncer-'));
  const port = await freePort();
  const settings = [
    `[databases]\n* = host=${socketFolder} port=5432\n[pgbouncer]\nlisten_addr = 127.0.0.1`,
    `listen_port = ${port}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${folder}/users.txt`,
    'pool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 100\n',
  ].join('\n');
  await writeFile(path.join(folder, 'pgbouncer.ini'), settings);
  const users = Object.entries(logins).map(([name, secret]) => `"${name}" "${secret}"`);
  await writeFile(path.join(folder, 'users.txt'), users.join('\n'));
  // It refuses to run as root, and must enter the folder of the socket.
  const { uid, gid } = statSync(socketFolder);
  for (const name of ['', 'pgbouncer.ini', 'users.txt'])
    await chown(path.join(folder, name), uid, gid);
  const child = spawn(program, ['-q', path.join(folder, 'pgbouncer.ini')], {
    uid,
    gid,
    stdio: 'ignore',
  });
  await untilItAnswers(port);
  return {
    host: '127.0.0.1',
    port,
    async stop() {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(port: number): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'nobody', database: 'none' });
    client.on('error', () => undefined);
    const answer = await client.connect().then(
      () => 'in',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    );
    await client.end().catch(() => undefined);
    if (answer !== 'ECONNREFUSED') return;
    if (tries === 100) throw new Error('PgBouncer did not start.');
    await sleep(50);
  }
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
