import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BatchAnswer } from '@millwright/contract/device/message';
import type { Envelope } from '@millwright/contract/kernel/errors';
import type { Job } from '@millwright/contract/system/job';
import { expect, vi } from 'vitest';
import { type Headers, PASSWORD, type TestApp, testApp, type TestUser } from './kernel/testing.ts';
import { makeGateway, type TestGateway } from './modules/device/testing.ts';
import { makeBoard, type TestBoard } from './modules/kanban/testing.ts';
import { addressOf, type Server, signIn, startServer } from './server-process.testing.ts';

// Two real processes on one PostgreSQL, with what their tests ask of them.

export const LIMIT = 300_000;
/** Long before anybody would look by himself. */
export const AT_ONCE = { timeout: 8_000, interval: 10 };
export const LATER = { timeout: 150_000, interval: 100 };
// So many that an export of them takes several beats of a job, on a fast machine too.
export const ROWS = 240_000;

export let test: TestApp;
let folder: string;
let keeper: TestUser;
export let planner: TestUser;
export let gateway: TestGateway;
export let board: TestBoard;
export let roleId: string;
export let one: Server;
export let two: Server;
export let person: Headers;

/** Before all tests; what follows is done by the processes alone. */
export async function prepare(): Promise<void> {
  test = await testApp();
  folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-as-one-'));
  const site = await test.makeSite();
  keeper = await test.makeUser('site_admin', site);
  planner = await test.makeUser('planner', site);
  gateway = await makeGateway(test, ['M-1', 'M-2'], { site });
  board = await makeBoard(test, { site });
  const raised = {
    equipmentKind: 'machineTool',
    controlType: '*',
    encoding: 'TWO-1',
    level: '3',
    contentZh: '两进程',
    contentEn: 'Two processes',
    notify: true,
  };
  const made = await test.call('POST', '/api/alarm/configs', raised, board.person);
  expect(made).toMatchObject({ code: 0 });
  const { rows } = await test.database.owner.query<{ id: string }>(
    `select id from system_role where role_key = 'planner'`,
  );
  roleId = rows[0]?.id ?? '';
  await test.database.owner.query(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, status)
     select $1, 'spare', 'MANY-' || n, '备件' || n, 90, '1' from generate_series(1, ${ROWS}) n`,
    [site.id],
  );
  await test.app.close();
}

export async function clearUp(): Promise<void> {
  await test.close();
  await rm(folder, { recursive: true, force: true });
}

export async function startBoth(appUrl?: string): Promise<void> {
  const start = () =>
    startServer(folder, {
      DATABASE_URL: addressOf(test.database.ownerConnection),
      ...(appUrl && { DATABASE_APP_URL: appUrl }),
    });
  [one, two] = await Promise.all([start(), start()]);
  person = await signIn(one, keeper.username, PASSWORD);
}

export async function stopBoth(): Promise<void> {
  for (const { child } of [one, two]) {
    child.kill('SIGCONT');
    child.kill('SIGTERM');
  }
  await Promise.all([one.ended, two.ended]);
}

export async function send<T = unknown>(
  server: Server,
  url: string,
  body: object | undefined,
  headers = person,
  method = 'POST',
): Promise<Envelope<T>> {
  const answer = await fetch(server.base + url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Envelope<T>;
}

export const ask = <T = unknown>(server: Server, url: string, headers = person) =>
  send<T>(server, url, undefined, headers, 'GET');

export async function post(server: Server, messages: readonly object[]): Promise<BatchAnswer> {
  const answer = await send<BatchAnswer>(server, '/api/device/messages', messages, gateway.headers);
  expect(answer).toMatchObject({ code: 0, data: { rejected: [] } });
  return answer.data;
}

export async function acceptedIn(server: Server): Promise<number> {
  const url = '/api/log/communication-logs?params[result]=accepted&params[queueName]=device';
  return (await ask<{ total: number }>(server, url)).data.total;
}

export async function exportMany(server: Server): Promise<Job> {
  const url = '/api/base/products/export?params[materialCode]=MANY-';
  const answer = await ask<{ job: Job }>(server, url);
  expect(answer).toMatchObject({ code: 0 });
  return answer.data.job;
}

export async function job(server: Server, id: string): Promise<Job> {
  return (await ask<Job>(server, `/api/system/jobs/${id}`)).data;
}

export const begun = (server: Server, id: string) =>
  vi.waitFor(async () => {
    const seen = await job(server, id);
    expect(seen.state).toBe('running');
    expect(seen.rows).toBeGreaterThan(0);
  }, LATER);

export async function fileOf(server: Server, id: string): Promise<ArrayBuffer> {
  const file = await fetch(`${server.base}/api/system/jobs/${id}/file`, { headers: person });
  expect(file.status).toBe(200);
  return file.arrayBuffer();
}
