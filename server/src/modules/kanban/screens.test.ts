import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { type Listener, openListener } from '../../kernel/database/listen.ts';
import { type TestApp, testApp } from '../../kernel/testing.ts';
import { giveUp } from './commands.ts';
import { makeBoard, screenOf, type TestBoard } from './testing.ts';

let test: TestApp;
/** A second process on the same database. */
let second: FastifyInstance;
let listener: Listener;

beforeAll(async () => {
  test = await testApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { config, database } = test.app.services;
  listener = await openListener(test.database.ownerConnection);
  second = await createApp(config, { ...database, listener });
  await second.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await second.close();
  await listener.close();
  await test.close();
});

/** The board as the screen of that name on the wall calls with its token. */
const as = (board: TestBoard, name: string): TestBoard => ({
  ...board,
  headers: { ...board.headers, 'x-screen': name },
});
/** Two screens of one token, each at another process. */
async function twoScreens() {
  const board = await makeBoard(test);
  const left = { ...as(board, 'left-1'), stream: await screenOf(test.app, as(board, 'left-1')) };
  const right = { ...as(board, 'right-2'), stream: await screenOf(second, as(board, 'right-2')) };
  await Promise.all([left, right].map(({ stream }) => stream.next('board')));
  await beat(right, { resolution: '1920×1080' });
  return { board, left, right };
}
const beat = (screen: TestBoard, body: object = {}) =>
  test.call('POST', `/api/kanban/${screen.code}/heartbeat`, body, screen.headers);
const rowOf = async (board: TestBoard) =>
  (
    await test.call<Record<string, unknown>>(
      'GET',
      `/api/system/kanbans/${board.id}`,
      undefined,
      board.person,
    )
  ).data;
const refresh = async (board: TestBoard, command = 'refresh') =>
  (
    await test.call<{ commands: [string] }>(
      'POST',
      '/api/system/kanbans/actions/refresh',
      { ids: [board.id], command },
      board.person,
    )
  ).data.commands[0];
const ack = (screen: TestBoard, id: string, state: string) =>
  test.call('POST', `/api/kanban/${screen.code}/ack`, { id, state }, screen.headers);
/** The clock of the command and of the screens named, moved on by so many seconds. */
async function wait(board: TestBoard, seconds: number, silent: readonly string[] = []) {
  await test.database.owner.query(
    'update kanban_command set create_time = now() - make_interval(secs => $2) where kanban_id = $1',
    [board.id, seconds],
  );
  await test.database.owner.query(
    `update kanban_screen set seen_at = now() - interval '46 seconds' where kanban_id = $1 and screen = any($2)`,
    [board.id, silent],
  );
  await test.app.services.asSystem((trx) => giveUp(trx, { ackSeconds: 30, offlineSeconds: 45 }));
}

it('counts a command as done when each of the screens that share a token has done it', async () => {
  const { board, left, right } = await twoScreens();
  const id = await refresh(board);
  for (const { stream } of [left, right])
    expect(await stream.next('command')).toMatchObject({ id });
  expect(await rowOf(board)).toMatchObject({
    lastCommandState: 'sent',
    unanswered: '#left 127.0.0.1, #righ 127.0.0.1 1920×1080',
  });
  await ack(left, id, 'received');
  await ack(left, id, 'done');
  await beat(left);
  expect(await rowOf(board)).toMatchObject({
    lastCommandState: 'received',
    outdated: true,
    unanswered: '#righ 127.0.0.1 1920×1080',
  });
  // An answer that comes twice is still that of one screen.
  await ack(left, id, 'done');
  expect(await rowOf(board)).toMatchObject({ lastCommandState: 'received' });
  await ack(right, id, 'done');
  expect(await rowOf(board)).toMatchObject({
    lastCommandState: 'done',
    outdated: false,
    unanswered: null,
  });
  await ack(right, id, 'failed');
  expect(await rowOf(board)).toMatchObject({
    lastCommandState: 'failed',
    outdated: true,
    unanswered: '#righ 127.0.0.1 1920×1080',
  });
  left.stream.leave();
  right.stream.leave();
});

it('gives up the screen that stays silent beside one that answered, and takes its late answer', async () => {
  const { board, left, right } = await twoScreens();
  const id = await refresh(board);
  await ack(left, id, 'done');
  await wait(board, 29);
  expect(await rowOf(board)).toMatchObject({ lastCommandState: 'received' });
  await wait(board, 31);
  expect(await rowOf(board)).toMatchObject({
    lastCommandState: 'silent',
    outdated: true,
    unanswered: '#righ 127.0.0.1 1920×1080',
  });
  // On its return the silent one performs it, the other does not perform it again.
  right.stream.leave();
  const [back, again] = [
    await screenOf(second, as(board, 'right-2')),
    await screenOf(test.app, as(board, 'left-1')),
  ];
  expect(await back.next('command')).toMatchObject({ id, command: 'refresh' });
  await again.next('board');
  await expect(again.next('command', 0, 300)).rejects.toThrow('No event');
  await ack(right, id, 'done');
  expect(await rowOf(board)).toMatchObject({ lastCommandState: 'done', outdated: false });
  for (const stream of [left.stream, back, again]) stream.leave();
});

it('does not wait for a screen that has gone, whether its stream ended or its heart stopped', async () => {
  const { board, left, right } = await twoScreens();
  const first = await refresh(board);
  await ack(left, first, 'done');
  await wait(board, 31, ['right-2']);
  expect(await rowOf(board)).toMatchObject({ lastCommandState: 'done', unanswered: null });
  // One that beats again is asked again.
  await beat(right, { resolution: '1920×1080' });
  await refresh(board);
  expect((await rowOf(board))['unanswered']).toContain('#righ');
  right.stream.leave();
  await expect
    .poll(async () => {
      await refresh(board);
      return (await rowOf(board))['unanswered'];
    })
    .toBe('#left 127.0.0.1');
  left.stream.leave();
});

it('waits for a screen that took a command and is there, without writing anew what is known', async () => {
  const { board, left, right } = await twoScreens();
  const id = await refresh(board);
  await ack(left, id, 'done');
  await ack(right, id, 'received');
  const versions = async () =>
    (
      await test.database.owner.query(
        `select c.xmin::text as command, k.xmin::text as board, last_command_state as state
         from kanban_command c join system_kanban k on k.id = c.kanban_id where c.id = $1`,
        [id],
      )
    ).rows;
  await wait(board, 31);
  const before = await versions();
  expect(before).toMatchObject([{ state: 'received' }]);
  await test.app.services.asSystem((trx) => giveUp(trx, { ackSeconds: 30, offlineSeconds: 45 }));
  expect(await versions()).toEqual(before);
  left.stream.leave();
  right.stream.leave();
});
