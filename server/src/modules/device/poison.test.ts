import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from './testing.ts';

describe('messages that cannot be stored', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());

  const pass = (gateway: TestGateway, workpieceNo: string, params = {}) =>
    message(gateway, {
      type: 'pass',
      data: { stationNumber: 'S1', workpieceNo, result: 'OK', params },
    });
  const count = async (text: string, gateway: TestGateway) =>
    (await test.database.owner.query<{ n: number }>(text, [gateway.id])).rows[0]?.n;

  it('rejects the one that the database refuses and takes the others in', async () => {
    await test.database.owner.query(
      `alter table device_waiting add constraint poison check (message #>> '{data,workpieceNo}' is distinct from 'POISON')`,
    );
    const gateway = await makeGateway(test, ['P-1']);
    const good = Array.from({ length: 9 }, (_, index) => pass(gateway, `W${index}`));
    const poison = pass(gateway, 'POISON');
    const answer = await post(test, gateway, [...good.slice(0, 6), poison, ...good.slice(6)]);
    expect(answer.accepted).toEqual(good.map(({ messageId }) => messageId));
    expect(answer.rejected).toEqual([
      { messageId: poison.messageId, reason: expect.stringContaining('数据库') },
    ]);
    const waiting = 'select count(*)::int n from device_waiting where gateway_id = $1';
    const refused = 'select count(*)::int n from device_refusal where gateway_id = $1';
    expect([await count(waiting, gateway), await count(refused, gateway)]).toEqual([9, 1]);
    // It was not remembered, so that it may come again once the cause is gone.
    await test.database.owner.query('alter table device_waiting drop constraint poison');
    expect((await post(test, gateway, [poison])).accepted).toEqual([poison.messageId]);
  });

  it('logs of a message that comes twice what it answers: the second shares the fate of the first', async () => {
    await test.database.owner.query(
      `alter table device_waiting add constraint twice check (message #>> '{data,workpieceNo}' is distinct from 'TWICE')`,
    );
    const gateway = await makeGateway(test, ['P-5']);
    const [poison, good] = [pass(gateway, 'TWICE'), pass(gateway, 'ONCE')];
    const strange = { ...pass(gateway, 'STRANGE'), deviceNumber: 'nobody' };
    // A copy may lie in the other half of a batch that is tried again.
    const batch = [good, strange, poison, poison, strange, good, pass(gateway, 'LAST')];
    const answer = await post(test, gateway, batch);
    await test.database.owner.query('alter table device_waiting drop constraint twice');
    const { rows } = await test.database.owner.query<{ id: string; result: string }>(
      `select message_id as id, result from log_communication where client_id = $1`,
      [gateway.clientId],
    );
    const logged = (...results: string[]) =>
      rows.flatMap(({ id, result }) => (results.includes(result) ? [id] : [])).toSorted();
    const refusedIds = [poison, poison, strange, strange].map(({ messageId }) => messageId);
    const rejected = answer.rejected.map(({ messageId }) => messageId).toSorted();
    expect(rejected).toEqual(refusedIds.toSorted());
    expect(logged('rejected')).toEqual(rejected);
    expect(answer.duplicate).toEqual([good.messageId]);
    expect(logged('duplicate')).toEqual([good.messageId]);
    expect(logged('accepted', 'waiting')).toEqual(answer.accepted.toSorted());
    const refused = 'select count(*)::int n from device_refusal where gateway_id = $1';
    expect(await count(refused, gateway)).toBe(4);
  });

  it('rejects NUL and halves of characters, not text that spells them', async () => {
    const gateway = await makeGateway(test, ['P-4']);
    const spelt = [String.raw`C:\u0000`, String.raw`C:\\ud800x`, '😀', String.raw`\\`];
    const poison = ['a\u0000', '\ud800', '\\\u0000', '\\\\\udc00'];
    const good = spelt.map((text, place) => pass(gateway, `S${place}`, { text }));
    const bad = poison.map((text, place) => pass(gateway, `N${place}`, { text }));
    const answer = await post(test, gateway, [...good, ...bad]);
    expect(answer.accepted).toEqual(good.map(({ messageId }) => messageId));
    expect(answer.rejected.map(({ messageId }) => messageId)).toEqual(
      bad.map(({ messageId }) => messageId),
    );
    const { rows } = await test.database.owner.query<{ text: string }>(
      `select message #>> '{data,params,text}' as text from device_waiting where gateway_id = $1 order by id`,
      [gateway.id],
    );
    expect(rows.map(({ text }) => text)).toEqual(spelt);
  });

  it('does not let the poison of one batch reach another that arrives beside it', async () => {
    await test.database.owner.query(
      `alter table device_waiting add constraint poison check (message #>> '{data,workpieceNo}' is distinct from 'BESIDE')`,
    );
    const gateway = await makeGateway(test, ['P-2']);
    const batches = [
      [pass(gateway, 'A1'), pass(gateway, 'A2')],
      [pass(gateway, 'B1'), pass(gateway, 'BESIDE')],
      [pass(gateway, 'C1')],
    ];
    const answers = await Promise.all(batches.map((batch) => post(test, gateway, batch)));
    expect(answers.map(({ accepted, rejected }) => [accepted.length, rejected.length])).toEqual([
      [2, 0],
      [1, 1],
      [1, 0],
    ]);
  });

  it('rejects values that lie too deep and takes times that cannot be as suspect', async () => {
    const gateway = await makeGateway(test, ['P-3'], { isHistory: true });
    const levels = 20_000;
    const text = JSON.stringify({ ...pass(gateway, 'D1'), data: null });
    const good = pass(gateway, 'D2');
    const body = `[${text.replace('"data":null', `"data":{"stationNumber":"S1","workpieceNo":"D1","result":"OK","params":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`)},${JSON.stringify(good)}]`;
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/device/messages',
      headers: { ...gateway.headers, 'content-type': 'application/json' },
      payload: body,
    });
    expect(answer.json()).toMatchObject({ code: 0, data: { accepted: [good.messageId] } });
    const early = { ...pass(gateway, 'D3'), sendTime: '0000-01-01T00:00:00Z' };
    const wild = { ...pass(gateway, 'D4'), sendTime: '-271821-04-20T00:00:00Z' };
    const times = await post(test, gateway, [early, wild, pass(gateway, 'D5')]);
    expect(times.accepted).toHaveLength(2);
    expect(times.rejected.map(({ messageId }) => messageId)).toEqual([wild.messageId]);
    const suspect =
      'select count(*)::int n from device_waiting where gateway_id = $1 and time_suspect';
    expect(await count(suspect, gateway)).toBe(1);
  });
});
