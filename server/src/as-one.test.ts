import type { Envelope } from '@millwright/contract/kernel/errors';
import type { Tip } from '@millwright/contract/system/tip';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  acceptedIn,
  ask,
  AT_ONCE,
  begun,
  board,
  clearUp,
  exportMany,
  fileOf,
  gateway,
  job,
  LATER,
  LIMIT,
  one,
  person,
  planner,
  post,
  prepare,
  roleId,
  ROWS,
  send,
  startBoth,
  stopBoth,
  test,
  two,
} from './as-one.testing.ts';
import { type Connection, partsOf } from './kernel/database/connection.ts';
import { type PgBouncer, startPgBouncer } from './kernel/database/pgbouncer.testing.ts';
import { PASSWORD } from './kernel/testing.ts';
import { message } from './modules/device/testing.ts';
import { screenAt } from './modules/kanban/testing.ts';
import { type Server, signIn } from './server-process.testing.ts';

// Two real processes on one PostgreSQL: whatever is done at one is so at the other.

/** What announcements carry is there at once; a busy machine is given time. */
const SOON = { timeout: 15_000, interval: 20 };
const TIPS = '/api/index/getActiveTipsVo';

beforeAll(prepare, LIMIT);
afterAll(clearUp);

describe('two processes behave as one', () => {
  beforeAll(() => startBoth(), LIMIT);
  afterAll(stopBoth, LIMIT);
  asOne();

  it(
    'finish a job that one of them began when it was killed',
    async () => {
      // A process that stands still begins nothing and ends nothing.
      two.child.kill('SIGSTOP');
      const { id } = await exportMany(one);
      await begun(one, id);
      one.child.kill('SIGSTOP');
      two.child.kill('SIGCONT');
      await begun(two, id);
      one.child.kill('SIGKILL');
      await one.ended;
      await vi.waitFor(async () => expect((await job(two, id)).state).toBe('done'), LATER);
      expect(await job(two, id)).toMatchObject({ rows: ROWS, total: ROWS, progress: 100 });
      expect((await fileOf(two, id)).byteLength).toBeGreaterThan(ROWS);
    },
    LIMIT,
  );
});

describe('two processes behave as one through PgBouncer', () => {
  let bouncer: PgBouncer | undefined;

  beforeAll(async () => {
    const { appConnection, ownerConnection } = test.database;
    const { user, password, database } = partsOf(appConnection);
    const { host } = ownerConnection as Connection & { host: string };
    bouncer = await startPgBouncer(host, { [user]: password });
    await startBoth(
      `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${bouncer.port}/${database}`,
    );
  }, LIMIT);
  afterAll(async () => {
    await stopBoth();
    await bouncer?.stop();
  }, LIMIT);
  asOne();
});

function asOne(): void {
  it('know the sessions of each other', async () => {
    for (const server of [one, two])
      expect((await ask(server, '/api/user/auth/getInfo')).code).toBe(0);
  });

  it('take a right away at once', async () => {
    const headers = await signIn(two, planner.username, PASSWORD);
    const orders = async (server: Server) =>
      (await ask(server, '/api/production/orders', headers)).code;
    const admin = await signIn(one, 'admin', PASSWORD);
    const role = await ask<{ revision: number }>(one, `/api/system/roles/${roleId}`, admin);
    const act = (action: string, revision: number) =>
      send(one, `/api/system/roles/${roleId}/actions/${action}`, { revision }, admin);
    expect([await orders(one), await orders(two)]).toEqual([0, 0]);
    expect((await act('disable', role.data.revision)).code).toBe(0);
    expect(await orders(one)).toBe(403);
    await vi.waitFor(async () => expect(await orders(two)).toBe(403), SOON);
    expect((await act('enable', role.data.revision + 1)).code).toBe(0);
    await vi.waitFor(async () => expect(await orders(two)).toBe(0), SOON);
  });

  it('follow a setting', async () => {
    const admin = await signIn(two, 'admin', PASSWORD);
    const info = async (server: Server) =>
      (
        await ask<{ sysConfig: { lockAfterMinutes: number } }>(
          server,
          '/api/user/auth/getInfo',
          admin,
        )
      ).data.sysConfig.lockAfterMinutes;
    const value = (await info(one)) + 1;
    const url = '/api/system/settings/session.lockAfterMinutes';
    expect((await send(two, url, { value: String(value) }, admin, 'PUT')).code).toBe(0);
    await vi.waitFor(async () => expect(await info(one)).toBe(value), SOON);
  });

  it('lock and unlock a screen together', async () => {
    const model = '/api/system/run/model/actions';
    const code = async (server: Server) => (await ask(server, '/api/user/auth/getInfo')).code;
    expect((await send(one, `${model}/lock`, {})).code).toBe(0);
    await vi.waitFor(async () => expect(await code(two)).toBe(423), SOON);
    expect((await send(two, `${model}/unlock`, { password: PASSWORD })).code).toBe(0);
    await vi.waitFor(async () => expect(await code(one)).toBe(0), SOON);
  });

  it('ring the same bell', async () => {
    const bell = async (etag = '') => {
      const headers = { ...person, ...(etag && { 'if-none-match': etag }) };
      const answer = await fetch(two.base + TIPS, { headers });
      const text = await answer.text();
      const list = text && (JSON.parse(text) as Envelope<{ notifyList: Tip[] }>).data.notifyList;
      return { status: answer.status, etag: answer.headers.get('etag') ?? '', list };
    };
    const alarm = (active: 0 | 1) =>
      post(one, [message(gateway, { type: 'alarm', data: { encoding: 'TWO-1', active } })]);
    const quiet = await bell();
    expect((await bell(quiet.etag)).status).toBe(304);
    await alarm(1);
    const rung = await vi.waitFor(async () => {
      const answer = await bell(quiet.etag);
      expect(answer.status).toBe(200);
      return answer;
    }, SOON);
    expect(rung.list).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('M-1 报警 TWO-1') }),
    );
    expect(rung.etag).not.toBe(quiet.etag);
    expect((await bell(rung.etag)).status).toBe(304);
    await alarm(0);
    await vi.waitFor(async () => expect((await bell(quiet.etag)).status).toBe(304), SOON);
  });

  it('take a message once, to whichever of them it is sent and how often', async () => {
    const before = await acceptedIn(one);
    const sent = Array.from({ length: 300 }, (_, index) =>
      message(gateway, {
        type: 'state',
        deviceNumber: `M-${1 + (index % 2)}`,
        data: { status: index % 4 < 2 ? 'run' : 'idle' },
      }),
    );
    const batches = Array.from({ length: 11 }, (_, place) =>
      sent.slice(place * 25, place * 25 + 50),
    );
    const answers = await Promise.all(
      batches.flatMap((batch, place) => [
        post(one, batch),
        post(two, place % 2 ? batch.toReversed() : batch),
      ]),
    );
    const accepted = answers.flatMap((answer) => answer.accepted);
    expect(accepted.toSorted()).toEqual(sent.map(({ messageId }) => messageId).toSorted());
    expect(answers.flatMap((answer) => answer.duplicate)).toHaveLength(22 * 50 - 300);
    for (const server of [one, two]) expect(await acceptedIn(server)).toBe(before + 300);
  });

  it('pass commands to screens at once, and hear their answers', async () => {
    const screen = await screenAt(two.base, board);
    await screen.next('board');
    const url = '/api/system/kanbans/actions/refresh';
    const sent = await send<{ commands: string[] }>(one, url, { ids: [board.id] });
    expect(sent).toMatchObject({ code: 0 });
    const [id] = sent.data.commands;
    // A server that serves new pages has refreshed its boards already.
    await vi.waitFor(
      () =>
        expect(
          screen.events.filter(({ event }) => event === 'command').map(({ data }) => data.id),
        ).toContain(id),
      AT_ONCE,
    );
    const state = async () =>
      (await ask<{ lastCommandState: string }>(one, `/api/system/kanbans/${board.id}`)).data
        .lastCommandState;
    expect(await state()).toBe('sent');
    const ack = { id, state: 'done' };
    expect(await send(two, `/api/kanban/${board.code}/ack`, ack, board.headers)).toMatchObject({
      code: 0,
    });
    expect(await state()).toBe('done');
    screen.leave();
  });

  it(
    'show a job and its file',
    async () => {
      const { id } = await exportMany(one);
      await vi.waitFor(async () => expect((await job(two, id)).state).toBe('done'), LATER);
      for (const server of [one, two])
        expect(await job(server, id)).toMatchObject({ rows: ROWS, total: ROWS, progress: 100 });
      const [first, second] = await Promise.all([fileOf(one, id), fileOf(two, id)]);
      expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
    },
    LIMIT,
  );

  it('list the same logs and export them', async () => {
    const range = `params[at][begin]=${new Date(Date.now() - 3_600_000).toISOString()}`;
    const logs = (server: Server) =>
      ask<{ list: { id: string }[]; total: number }>(
        server,
        `/api/log/communication-logs?limit=200&${range}`,
      );
    const [here, there] = [await logs(one), await logs(two)];
    expect(here.data.total).toBeGreaterThan(300);
    expect(there.data).toEqual(here.data);
    const file = await fetch(`${two.base}/api/log/communication-logs/export?format=csv&${range}`, {
      headers: person,
    });
    const lines = (await file.text()).trim().split('\n');
    expect(lines).toHaveLength(here.data.total + 1);
  });

  it('count wrong passwords together', async () => {
    const stranger = { username: `nobody${Date.now()}`, password: 'wrong-wrong' };
    const guess = (server: Server) => send(server, '/api/user/auth/login', stranger, {});
    for (const server of [one, two, one, two, one])
      expect(await guess(server)).toMatchObject({ data: { key: 'signIn.wrong' } });
    for (const server of [one, two])
      expect(await guess(server)).toMatchObject({ data: { key: 'signIn.throttled' } });
  });

  it('end a session together', async () => {
    const headers = await signIn(one, planner.username, PASSWORD);
    const admin = await signIn(two, 'admin', PASSWORD);
    const kicked = await send(
      two,
      '/api/system/sessions/actions/kick',
      { userId: planner.id },
      admin,
    );
    expect(kicked.code).toBe(0);
    await vi.waitFor(
      async () =>
        expect(await ask(one, '/api/user/auth/getInfo', headers)).toMatchObject({
          code: 408,
          data: { reason: 'kicked' },
        }),
      SOON,
    );
  });
}
