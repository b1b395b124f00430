import type { ListAnswer } from '@millwright/contract/kernel/query';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { holdAlone, inScope } from '../../kernel/database/transaction.ts';
import { type Headers, testApp, type TestApp } from '../../kernel/testing.ts';
import { type Applier, appliers } from './appliers.ts';
import { applyWaiting, waitingLock } from './apply-waiting.ts';
import { makeGateway, message, numberSitesHigh, post, type TestGateway } from './testing.ts';

/** Stands in for the page of passes: writes each message down, refuses NO, breaks at BAD, is cut off at CUT. */
const applier: Applier = {
  refuse: async (_trx, _siteId, said) =>
    new Map(
      said
        .filter(({ message: { data } }) => data.workpieceNo === 'NO')
        .map((one) => [one, { zh: '工件未知', en: 'Unknown piece' }] as const),
    ),
  async apply(trx, _siteId, said) {
    for (const { message: one } of said) {
      if (one.data.workpieceNo === 'BAD') throw new TypeError('Broken on purpose.');
      await sql`insert into applied_pass (message_id) values (${one.messageId})`.execute(trx);
      if (one.data.workpieceNo !== 'CUT' || !isCut) continue;
      cuts += 1;
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    }
  },
};
let isCut = false;
let cuts = 0;

describe('messages that wait for their page', () => {
  let test: TestApp;
  let gateway: TestGateway;
  let person: Headers;
  beforeAll(async () => {
    test = await testApp();
    await test.database.owner.query(
      `create table applied_pass (id bigint generated always as identity, message_id text);
       grant select, insert on applied_pass to millwright_app`,
    );
    await numberSitesHigh(test);
  });
  beforeEach(async () => {
    gateway = await makeGateway(test, ['W-1', 'W-2']);
    person = await test.as(['log:communication:list', 'log:communication:query'], gateway.site);
  });
  afterEach(() => appliers.clear());
  afterAll(() => test.close());

  const pass = (workpieceNo: string, secondsAgo: number, deviceNumber = 'W-1') =>
    message(gateway, {
      type: 'pass',
      deviceNumber,
      sendTime: new Date(Date.now() - secondsAgo * 1000).toISOString(),
      data: { stationNumber: 'S1', workpieceNo, result: 'OK' },
    });
  const applied = async (sent: readonly { messageId: string }[]) => {
    const ids = sent.map(({ messageId }) => messageId);
    const { rows } = await test.database.owner.query<{ id: string }>(
      'select message_id as id from applied_pass where message_id = any($1) order by applied_pass.id',
      [ids],
    );
    return rows.map(({ id }) => id);
  };
  /** The server itself looks for what waits too, and may be at it. */
  const settle = async () => {
    const { services } = test.app;
    await expect
      .poll(async () => {
        await Promise.all([applyWaiting(services), applyWaiting(services)]);
        const { rows } = await test.database.owner.query(
          'select 1 from device_waiting where gateway_id = $1 and tried_time is null',
          [gateway.id],
        );
        return rows.length;
      })
      .toBe(0);
  };
  const log = async (result: string, headers = person) => {
    const url = `/api/log/communication-logs?params[clientId]=${gateway.clientId}&params[result]=${result}`;
    const { data } = await test.call<ListAnswer<Record<string, unknown>>>(
      'GET',
      url,
      undefined,
      headers,
    );
    return data.list;
  };
  const outcomes = async (headers?: Headers) =>
    Object.fromEntries(
      (await log('waiting', headers)).map(({ messageId, outcome }) => [messageId, outcome]),
    );

  it('shows them in the communication log as waiting until they are applied, in their order', async () => {
    const sent = [pass('W1', 10), pass('W2', 30), pass('W3', 20, 'W-2')];
    expect((await post(test, gateway, sent)).accepted).toHaveLength(3);
    const [first, second, third] = sent.map(({ messageId }) => messageId);
    expect(await outcomes()).toEqual({
      [first ?? '']: null,
      [second ?? '']: null,
      [third ?? '']: null,
    });
    expect(await log('accepted')).toEqual([]);
    await applyWaiting(test.app.services);
    expect(await applied(sent)).toEqual([]);

    appliers.set('pass', applier);
    await settle();
    expect(await applied(sent)).toEqual([second, third, first]);
    expect(new Set(Object.values(await outcomes()))).toEqual(new Set(['已处理']));
    const [row] = await log('waiting');
    const one = await test.call<{ outcome: string }>(
      'GET',
      `/api/log/communication-logs/${String(row?.id)}`,
      undefined,
      { ...person, 'accept-language': 'en-US' },
    );
    expect(one.data.outcome).toBe('Applied');
    expect((await post(test, gateway, sent)).duplicate).toHaveLength(3);
  });

  it('applies each once where two are at it, and after one was cut off', async () => {
    const sent = Array.from({ length: 450 }, (_, n) => pass(n === 300 ? 'CUT' : `W${n}`, 1000 - n));
    await post(test, gateway, sent);
    appliers.set('pass', applier);
    isCut = true;
    await expect
      .poll(async () => {
        await applyWaiting(test.app.services).catch(() => undefined);
        return cuts;
      })
      .toBeGreaterThan(0);
    expect(await applied(sent)).toHaveLength(200);
    isCut = false;
    await settle();
    expect(await applied(sent)).toEqual(sent.map(({ messageId }) => messageId));
  });

  it('keeps what fails with its reason and goes on with the others', async () => {
    const sent = [pass('W1', 50), pass('BAD', 40), pass('W2', 30), pass('NO', 20), pass('W3', 10)];
    await post(test, gateway, sent);
    const ids = sent.map(({ messageId }) => messageId);
    appliers.set('pass', applier);
    await settle();
    expect(await applied(sent)).toEqual([ids[0], ids[2], ids[4]]);
    expect(await outcomes()).toMatchObject({
      [ids[1] ?? '']: '未能处理：处理时出错，详见服务器日志',
      [ids[3] ?? '']: '未能处理：工件未知',
    });
    expect(await outcomes({ ...person, 'accept-language': 'en-US' })).toMatchObject({
      [ids[3] ?? '']: 'Not applied: Unknown piece',
    });
    const again: Applier = { ...applier, refuse: async () => new Map() };
    appliers.set('pass', again);
    await test.database.owner.query(
      `update device_waiting set tried_time = now() - interval '25 hours' where message_id = $1`,
      [ids[3]],
    );
    await applyWaiting(test.app.services);
    await settle();
    expect(await applied(sent)).toEqual([ids[0], ids[2], ids[4], ids[3]]);
  });

  it('hands over what waits from before its type demanded more, whole', async () => {
    const saw = { rodNo: 'R1', length: 255.1, targetWeight: 22.3, weight: 22.29 };
    const sent = [message(gateway, { type: 'saw', data: saw })];
    await post(test, gateway, sent);
    await test.database.owner.query(
      `update device_waiting set message = jsonb_set(message, '{data}', '{"was": "less"}')
       where gateway_id = $1`,
      [gateway.id],
    );
    expect(await post(test, gateway, [{ ...sent[0], messageId: 'less', data: {} }])).toMatchObject({
      rejected: [{ messageId: 'less' }],
    });
    const taken: unknown[] = [];
    appliers.set('saw', {
      apply: async (_trx, _siteId, said) => {
        taken.push(...said.map(({ message: { messageId, data } }) => ({ messageId, data })));
      },
    });
    await settle();
    expect(taken).toEqual([{ messageId: sent[0]?.messageId, data: { was: 'less' } }]);
    expect(await outcomes()).toEqual({ [sent[0]?.messageId ?? '']: '已处理' });
  });

  it('applies what comes in at once where nothing waits before it, and rejects what is refused', async () => {
    appliers.set('pass', applier);
    const sent = [pass('W1', 3), pass('NO', 2), pass('W2', 1)];
    const answer = await post(test, gateway, sent);
    expect(answer.accepted).toHaveLength(2);
    expect(answer.rejected).toEqual([
      { messageId: sent[1]?.messageId, reason: expect.stringContaining('工件未知') },
    ]);
    expect(await applied(sent)).toEqual(answer.accepted);
    expect(await log('waiting')).toEqual([]);
    expect(await log('accepted')).toHaveLength(2);
    expect((await post(test, gateway, sent)).duplicate).toHaveLength(2);
  });

  it('puts what comes in behind what still waits', async () => {
    const early = pass('W1', 20);
    await post(test, gateway, [early]);
    const late = pass('W2', 10);
    await inScope(test.database.app, { site: gateway.site.id }, async (trx) => {
      await holdAlone(trx, waitingLock(gateway.site.id));
      appliers.set('pass', applier);
      await post(test, gateway, [late]);
      await applyWaiting(test.app.services);
      expect(await applied([early, late])).toEqual([]);
    });
    await settle();
    expect(await applied([early, late])).toEqual([early.messageId, late.messageId]);
  });
});
