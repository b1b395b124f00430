import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Job } from '@millwright/contract/system/job';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call, type Server, signIn, startServer } from '../../server-process.testing.ts';
import { openDirect } from '../database/direct.ts';
import { runningEmbedded } from '../database/embedded.ts';
import { findPostgresHome } from '../database/postgres-home.ts';
import { stopPostmaster } from '../database/postmaster.ts';

// A real server that is killed while it writes an export, and once more told to stop.

const PASSWORD = 'nebel-im-tal';
// So many that an export of them takes several beats of a job, on a fast machine too.
const ROWS = 240_000;
const LIMIT = 400_000;
const SOON = { timeout: 150_000, interval: 100 };
const settings = { DEMO: 'on', ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'error' };

let folder: string;
let server: Server;
let headers: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-jobs-'));
  await chmod(folder, 0o711);
  server = await startServer(folder, settings);
  headers = await signIn(server, 'admin', PASSWORD);
  const owner = await runningEmbedded(folder);
  if (!owner) throw new Error('The database does not run.');
  const session = await openDirect(owner);
  await session.query(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, status)
     select (select min(id) from base_site where depart_type = 'site'), 'spare', 'KILL-' || n, '备件' || n, 90, '1' from generate_series(1, ${ROWS}) n`,
  );
  await session.end();
}, LIMIT);

afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  await stopPostmaster(await findPostgresHome(folder));
  await rm(folder, { recursive: true, force: true });
}, LIMIT);

const start = async () => {
  const url = '/api/base/products/export?params[materialCode]=KILL-';
  const { code, data } = await call(server.base, 'GET', url, undefined, headers);
  expect(code).toBe(0);
  return (data as unknown as { job: Job }).job;
};

const seen = async (id: string) =>
  (await call(server.base, 'GET', `/api/system/jobs/${id}`, undefined, headers))
    .data as unknown as Job;

const begun = (id: string) =>
  vi.waitFor(async () => {
    const job = await seen(id);
    expect(job.state).toBe('running');
    expect(job.rows).toBeGreaterThan(0);
  }, SOON);

async function expectWhole(id: string): Promise<void> {
  await vi.waitFor(async () => expect((await seen(id)).state).toBe('done'), SOON);
  expect(await seen(id)).toMatchObject({ rows: ROWS, total: ROWS, progress: 100 });
  const file = await fetch(`${server.base}/api/system/jobs/${id}/file`, { headers });
  expect((await file.arrayBuffer()).byteLength).toBe(Number(file.headers.get('content-length')));
}

it(
  'finishes an export after the server was killed in the middle of it',
  async () => {
    const { id } = await start();
    await begun(id);
    server.child.kill('SIGKILL');
    await server.ended;
    server = await startServer(folder, settings);
    await expectWhole(id);
  },
  LIMIT,
);

it(
  'hands it back when it is told to stop, and goes on at once at the next start',
  async () => {
    const { id } = await start();
    await begun(id);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    server = await startServer(folder, settings);
    await expectWhole(id);
  },
  LIMIT,
);
