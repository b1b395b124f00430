import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../kernel/testing.ts';
import { boardStreams, STREAMS_PER_BOARD } from './streams.ts';
import { makeBoard, screenOf, type TestBoard } from './testing.ts';

let test: TestApp;

beforeAll(async () => {
  test = await testApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());

const streams = () => boardStreams(test.app.services);
const change = (text: string, ...values: unknown[]) => test.database.owner.query(text, values);

/** A screen that asks for its stream and never reads it. */
function deafScreen({ code, headers }: TestBoard): net.Socket {
  const { port } = test.app.server.address() as net.AddressInfo;
  const socket = net.connect(port, '127.0.0.1');
  socket.write(
    `GET /api/kanban/${code}/stream HTTP/1.1\r\nhost: wall\r\nauthorization: ${headers.authorization}\r\n\r\n`,
  );
  return socket;
}

it('cuts a screen that does not read, and serves one that does', async () => {
  const [deaf, awake] = [await makeBoard(test), await makeBoard(test)];
  const socket = deafScreen(deaf);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const screen = await screenOf(test.app, awake);
  await screen.next('board');
  await expect.poll(() => streams().count()).toBe(2);
  await change(
    `insert into kanban_command (site_id, kanban_id, command, args)
     select $1, $2, 'message', jsonb_build_object('text', repeat('x', 1000000)) from generate_series(1, 12)`,
    deaf.site.id,
    deaf.id,
  );
  const url = '/api/system/kanbans/actions/refresh';
  for (const board of [deaf, awake])
    expect(await test.call('POST', url, { ids: [board.id] }, board.person)).toMatchObject({
      code: 0,
    });
  await screen.next('command');
  await expect.poll(() => streams().count()).toBe(1);
  socket.resume();
  await closed;
  screen.leave();
  await expect.poll(() => streams().count()).toBe(0);
});

it('ends the streams of tokens that are not taken any more, and no others', async () => {
  const [old, gone, good] = [
    await makeBoard(test),
    await makeBoard(test),
    await makeBoard(test),
  ] as const;
  const screens = [];
  for (const board of [old, gone, good]) {
    const screen = await screenOf(test.app, board);
    await screen.next('board');
    screens.push(screen);
  }
  await change(
    `update system_kanban set token_time = now() - interval '31 days', last_heartbeat_at = now() - interval '31 days' where id = $1`,
    old.id,
  );
  await change('delete from kanban_token where kanban_id = $1', gone.id);
  await streams().check();
  expect(await screens[0]?.next('bye')).toEqual({ reason: 'token' });
  expect(await screens[1]?.next('bye')).toEqual({ reason: 'token' });
  expect(streams().count()).toBe(1);
  expect(screens[2]?.events.map(({ event }) => event)).toEqual(['board']);
  screens[2]?.leave();
});

it('keeps to a few streams of a board and tells the oldest why', async () => {
  const board = await makeBoard(test);
  const first = await screenOf(test.app, board);
  await first.next('board');
  const others = [];
  for (let count = 0; count < STREAMS_PER_BOARD; count += 1)
    others.push(await screenOf(test.app, board));
  expect(await first.next('bye')).toEqual({ reason: 'replaced' });
  for (const screen of others) screen.leave();
});
