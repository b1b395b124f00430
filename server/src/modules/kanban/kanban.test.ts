import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { type Listener, openListener } from '../../kernel/database/listen.ts';
import { type TestApp, testApp } from '../../kernel/testing.ts';
import { giveUp } from './commands.ts';
import { bearer, makeBoard, renew, screenOf, type TestBoard } from './testing.ts';

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

const rowOf = async (board: TestBoard) =>
  (
    await test.call<Record<string, unknown>>(
      'GET',
      `/api/system/kanbans/${board.id}`,
      undefined,
      board.person,
    )
  ).data;
const command = (board: TestBoard, body: object) =>
  test.call<{ sent: number; commands: string[] }>(
    'POST',
    '/api/system/kanbans/actions/refresh',
    body,
    board.person,
  );
const ack = (board: TestBoard, id: unknown, state: string) =>
  test.call('POST', `/api/kanban/${board.code}/ack`, { id, state }, board.headers);

it('shows a token once, keeps its digest only and ends the old one with a new one', async () => {
  const board = await makeBoard(test);
  expect(board.token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(await rowOf(board))).not.toContain(board.token);
  const logged = await test.database.owner.query(
    'select from log_operate where result like $1 or param like $1',
    [`%${board.token}%`],
  );
  expect(logged.rowCount).toBe(0);
  const screen = await screenOf(test.app, board);
  await screen.next('board');
  const token = await renew(test, { id: board.id }, board.person);
  expect(await screen.next('bye')).toEqual({ reason: 'token' });
  await screen.ended;
  const url = `/api/kanban/${board.code}`;
  expect(await test.call('GET', url, undefined, board.headers)).toMatchObject({ code: 402 });
  expect(await test.call('GET', url, undefined, bearer(token))).toMatchObject({ code: 0 });
});

it('answers wrong codes, missing tokens and disabled boards alike', async () => {
  const board = await makeBoard(test);
  const other = await makeBoard(test);
  const refused = { code: 402, data: { key: 'kanban.call.token' } };
  for (const headers of [
    {},
    bearer('x'.repeat(43)),
    other.headers,
    { authorization: 'Basic eA==' },
  ])
    expect(
      await test.call('GET', `/api/kanban/${board.code}/stream`, undefined, headers),
    ).toMatchObject(refused);
  expect(await test.call('GET', '/api/kanban/none/stream', undefined, board.headers)).toMatchObject(
    refused,
  );
  await test.call(
    'PUT',
    `/api/system/kanbans/${board.id}`,
    { status: '0', revision: 2 },
    board.person,
  );
  expect(
    await test.call('GET', `/api/kanban/${board.code}`, undefined, board.headers),
  ).toMatchObject(refused);
});

it('refreshes a board at another process at once and follows its answers', async () => {
  const board = await makeBoard(test);
  const screen = await screenOf(second, board);
  await screen.next('board');
  const began = Date.now();
  const sent = await command(board, { ids: [board.id], command: 'refresh' });
  expect(sent).toMatchObject({ code: 0, data: { sent: 1 } });
  const got = await screen.next('command');
  expect(Date.now() - began).toBeLessThan(8_000);
  expect(got).toEqual({ id: sent.data.commands[0], command: 'refresh', args: {} });
  expect(await rowOf(board)).toMatchObject({
    lastCommand: 'refresh',
    lastCommandState: 'sent',
    outdated: true,
  });
  await ack(board, got.id, 'received');
  const beat = () => test.call('POST', `/api/kanban/${board.code}/heartbeat`, {}, board.headers);
  await beat();
  expect(await rowOf(board)).toMatchObject({ lastCommandState: 'received', outdated: true });
  await ack(board, got.id, 'done');
  await ack(board, got.id, 'received');
  await beat();
  expect(await rowOf(board)).toMatchObject({ lastCommandState: 'done', outdated: false });
  const history = await test.call<{ list: unknown[] }>(
    'GET',
    `/api/system/kanbans/${board.id}/history`,
    undefined,
    board.person,
  );
  expect(JSON.stringify(history.data)).toContain('refresh');
  screen.leave();
});

it('sends a message for a minute and as information when the call says no more', async () => {
  const board = await makeBoard(test);
  const screen = await screenOf(test.app, board);
  await command(board, { ids: [board.id], command: 'message', args: { text: '换班' } });
  expect(await screen.next('command')).toMatchObject({
    command: 'message',
    args: { text: '换班', seconds: 60, level: 'info' },
  });
  screen.leave();
});

it('gives up a silent board, which performs the newest refresh alone on its return', async () => {
  const board = await makeBoard(test);
  await command(board, { ids: [board.id], command: 'refresh' });
  await command(board, {
    ids: [board.id],
    command: 'message',
    args: { text: '停线', seconds: 30, level: 'bad' },
  });
  const newest = await command(board, { ids: [board.id] });
  await test.database.owner.query(
    `update kanban_command set create_time = now() - interval '31 seconds' where kanban_id = $1`,
    [board.id],
  );
  await test.app.services.asSystem((trx) => giveUp(trx, { ackSeconds: 30, offlineSeconds: 45 }));
  expect(await rowOf(board)).toMatchObject({
    lastCommandState: 'silent',
    outdated: true,
    online: false,
  });
  const screen = await screenOf(test.app, board);
  expect(await screen.next('command')).toMatchObject({
    id: newest.data.commands[0],
    command: 'refresh',
  });
  await expect(screen.next('command', 1, 300)).rejects.toThrow('No event');
  await ack(board, newest.data.commands[0], 'done');
  expect(await rowOf(board)).toMatchObject({ lastCommandState: 'done', outdated: false });
  screen.leave();
});

it('is online by its heartbeats and offline 45 seconds after the last', async () => {
  const board = await makeBoard(test);
  const said = {
    currentPage: 'plan',
    orientation: 'landscape',
    resolution: '1920×1080',
    clientVersion: 'x1',
  };
  expect(
    await test.call('POST', `/api/kanban/${board.code}/heartbeat`, said, board.headers),
  ).toMatchObject({ code: 0 });
  expect(await rowOf(board)).toMatchObject({ online: true, ...said });
  const late = async (seconds: number) => {
    await test.database.owner.query(
      `update system_kanban set last_heartbeat_at = now() - make_interval(secs => $2) where id = $1`,
      [board.id, seconds],
    );
    await test.app.services.asSystem((trx) => giveUp(trx, { ackSeconds: 30, offlineSeconds: 45 }));
    return rowOf(board);
  };
  expect(await late(40)).toMatchObject({ online: true });
  expect(await late(46)).toMatchObject({ online: false });
  expect(
    await test.call(
      'POST',
      `/api/kanban/${board.code}/heartbeat`,
      { orientation: 'up' },
      board.headers,
    ),
  ).toMatchObject({ code: 400 });
});

it('refreshes the boards of a site once after its lines change, and not those of another', async () => {
  const board = await makeBoard(test);
  const other = await makeBoard(test);
  const [screen, away] = [await screenOf(second, board), await screenOf(second, other)];
  await screen.next('board');
  const add = (code: string) =>
    test.call('POST', '/api/base/lines', { code, name: code }, board.person);
  // Within the second for which changes are gathered.
  await Promise.all(['A1', 'A2', 'A3'].map(add));
  expect(await screen.next('command')).toMatchObject({ command: 'refresh' });
  await expect(screen.next('command', 1, 1_500)).rejects.toThrow('No event');
  expect(away.events.filter(({ event }) => event === 'command')).toEqual([]);
  const logged = await test.database.owner.query(
    `select from log_operate where entity = 'system/kanban' and entity_id = $1 and operator like '系统%'`,
    [board.id],
  );
  expect(logged.rowCount).toBe(1);
  screen.leave();
  away.leave();
});

it('lets each do what they may, to boards of their own site', async () => {
  const board = await makeBoard(test);
  const stranger = await makeBoard(test);
  const refresher = await test.as(['system:kanban:list', 'system:kanban:refresh'], board.site);
  const asRefresher = { ...board, person: refresher };
  expect(await command(asRefresher, { ids: [board.id] })).toMatchObject({ code: 0 });
  expect(await command(asRefresher, { ids: [board.id], command: 'identify' })).toMatchObject({
    code: 403,
  });
  expect(await command(board, { ids: [stranger.id] })).toMatchObject({
    data: { key: 'kanban.command.none' },
  });
  expect(await command(board, { ids: [board.id], command: 'explode' })).toMatchObject({
    code: 400,
  });
  expect(
    await command(board, { ids: [board.id], command: 'message', args: { text: '' } }),
  ).toMatchObject({
    code: 422,
    data: { errors: [expect.objectContaining({ field: 'text' })] },
  });
  expect(await command(board, { command: 'refresh' })).toMatchObject({ code: 400 });
  expect(await command(board, { siteId: board.site.id })).toMatchObject({ data: { sent: 1 } });
  expect(
    await test.call(
      'POST',
      `/api/kanban/${board.code}/ack`,
      { id: '999999999', state: 'done' },
      board.headers,
    ),
  ).toMatchObject({ code: 404 });
});

it('ends its streams when the server stops, without waiting for the screens', async () => {
  const { config, database } = test.app.services;
  const ears = await openListener(test.database.ownerConnection);
  const third = await createApp(config, { ...database, listener: ears });
  await third.listen({ host: '127.0.0.1', port: 0 });
  const board = await makeBoard(test);
  const screen = await screenOf(third, board);
  await screen.next('board');
  const began = Date.now();
  await third.close();
  await screen.ended;
  expect(Date.now() - began).toBeLessThan(8_000);
  expect(await screen.next('bye')).toEqual({ reason: 'restart' });
  await ears.close();
});
