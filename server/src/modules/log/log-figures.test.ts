import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { alarmLog } from '@millwright/contract/log/alarm';
import { communicationLog } from '@millwright/contract/log/communication';
import { dncLog } from '@millwright/contract/log/dnc';
import { equipmentStateLog } from '@millwright/contract/log/equipment-state';
import { loginLog } from '@millwright/contract/log/login';
import { momLog } from '@millwright/contract/log/mom';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { writeLog } from '../../kernel/log/write.ts';
import { type Headers } from '../../kernel/testing.ts';
import { writeMomCalls } from './mom-call.ts';
import { openLogs, type Values } from './logs.testing.ts';

const { test, site, engineer, ago, write, get } = await openLogs();
afterAll(() => test.close());

describe('the figures above the logs', () => {
  it('narrows the figures above a log to the site that is asked for, and widens them for nobody', async () => {
    const other = await test.makeSite();
    const everywhere = await test.as('auditor');
    const at = ago(120);
    for (const siteId of [site.id, other.id])
      await inScope(test.database.app, { site: '*' }, async (trx) => {
        const device = { siteId, at, deviceNumber: `D${siteId}` };
        await writeLog(trx, alarmLog, [{ ...device, encoding: `A${siteId}`, level: '3' }]);
        await writeLog(trx, momLog, [
          { siteId, at, interfaceCode: `I${siteId}`, status: 'success' },
        ]);
        await writeLog(trx, dncLog, [{ ...device, direction: 'download', result: 'success' }]);
        await writeLog(trx, equipmentStateLog, [{ ...device, alarm: true, source: 'reported' }]);
        await writeLog(trx, loginLog, [
          { siteId, at, username: `U${siteId}`, event: '1', status: '1' },
        ]);
      });
    const day = new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
    const calls = [
      ['alarm-logs/figures', 'A'],
      ['mom-logs/figures', 'I'],
      ['dnc-logs/last-programs', 'D'],
      [`equipment-state-logs/bands?day=${day}`, 'D'],
      ['login-logs/failures', 'U'],
    ] as const;
    for (const [path, letter] of calls) {
      const said = async (asked: string, headers: Headers) =>
        JSON.stringify(
          (await get<unknown>(`/api/log/${path}${path.includes('?') ? '&' : '?'}${asked}`, headers))
            .data,
        );
      const [here, there] = [`"${letter}${site.id}"`, `"${letter}${other.id}"`];
      const all = await said('', everywhere);
      expect([all.includes(here), all.includes(there)], path).toEqual([true, true]);
      const narrow = await said(`siteId=${other.id}`, everywhere);
      expect([narrow.includes(here), narrow.includes(there)], path).toEqual([false, true]);
      const foreign = await said(`siteId=${other.id}`, engineer);
      expect([foreign.includes(here), foreign.includes(there)], path).toEqual([false, false]);
    }
    expect((await get('/api/log/alarm-logs/figures?siteId=x', everywhere)).code).toBe(400);
  });

  describe('sending a MOM call again', () => {
    let mom: Server;
    let fails = true;
    let padding = 0;
    const keys: unknown[] = [];
    const bodies: string[] = [];
    let answering: Promise<void> = Promise.resolve();
    beforeAll(async () => {
      mom = createServer((request, response) => {
        keys.push(request.headers['idempotency-key']);
        const chunks: Buffer[] = [];
        request
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => {
            bodies.push(Buffer.concat(chunks).toString());
            void answering.then(() => {
              response.writeHead(200, { 'Content-Type': 'application/json' });
              response.end(JSON.stringify({ code: fails ? '50' : '0', more: 'x'.repeat(padding) }));
            });
          });
      });
      await new Promise<void>((resolve) => mom.listen(0, '127.0.0.1', resolve));
      await test.database.owner.query(
        `update system_setting set value = $1 where key = 'mom.baseUrl'`,
        [`http://127.0.0.1:${(mom.address() as AddressInfo).port}`],
      );
    });
    afterAll(() => void mom.close());
    const failed = {
      interfaceCode: 'MES001',
      direction: 'outbound',
      status: 'failure',
      path: '/report',
      idempotencyKey: 'key-1',
      body: '{"no":1,"password":"geheim","phone":"13812340001"}',
    };
    const call = (rows: (Values & { at: string })[]) =>
      inScope(test.database.app, { site: site.id }, (trx) =>
        writeMomCalls(
          trx,
          rows.map((row) => ({ siteId: site.id, ...row })),
        ),
      );
    const keptBodies = async (id: string) =>
      (await test.database.owner.query('select 1 from log_body where id = $1', [id])).rowCount;
    const refusedFor = (reason: string) => ({
      code: 409,
      msg: expect.stringContaining(reason),
      data: { key: 'mom.retry.refused' },
    });
    const retry = (id: string) =>
      test.call<Values>('POST', `/api/log/mom-logs/${id}/actions/retry`, {}, engineer);

    it('uses the same idempotency key, five times at most', async () => {
      const [id = ''] = await call([{ at: ago(60), ...failed }]);
      keys.length = 0;
      expect((await retry(id)).data).toMatchObject({
        status: 'retry',
        retryCount: 1,
        resultCode: '50',
      });
      for (let count = 2; count <= 5; count += 1) await retry(id);
      expect(await retry(id)).toMatchObject(refusedFor('已重试 5 次'));
      expect(keys).toEqual(Array.from({ length: 5 }, () => 'key-1'));
      expect(await keptBodies(id)).toBe(0);
      const { data } = await get<Values>(`/api/log/mom-logs/${id}`);
      expect(data).toMatchObject({ status: 'failure', retryCount: 5, actions: [] });
    });

    it('sends the body as it was meant, though the log shows it masked, and forgets it on success', async () => {
      fails = false;
      const long = JSON.stringify({ password: 'geheim', text: 'x'.repeat(6000) });
      const [id = ''] = await call([{ at: ago(61), ...failed, body: long }]);
      bodies.length = 0;
      expect(await keptBodies(id)).toBe(1);
      const { data } = await retry(id);
      expect(data.status).toBe('success');
      expect(data.request).toContain('"password":"***"');
      expect(bodies).toEqual([long]);
      expect(await keptBodies(id)).toBe(0);
      fails = true;
    });

    it('reads no answer that is longer than 1 MB, and takes it for a failure', async () => {
      fails = false;
      const [id = ''] = await call([{ at: ago(63), ...failed }]);
      padding = 1_000_000;
      const { data } = await retry(id);
      expect(data).toMatchObject({ status: 'retry', resultCode: 'TOO_LONG' });
      expect(data.response).toContain('{"code":"0","more":"xxx');
      padding = 999_000;
      expect((await retry(id)).data).toMatchObject({ status: 'success', resultCode: '0' });
      padding = 0;
      fails = true;
    });

    it('sends once when two people ask at the same time, and keeps no transaction open meanwhile', async () => {
      const [id = ''] = await call([{ at: ago(62), ...failed }]);
      bodies.length = 0;
      let release = () => {};
      answering = new Promise((resolve) => (release = resolve));
      const first = retry(id);
      await vi.waitFor(() => expect(bodies).toHaveLength(1), { timeout: 15_000 });
      expect(await retry(id)).toMatchObject(refusedFor('正在重试'));
      // What else the server does is over in a moment; this call waits until it is let go.
      const open = () =>
        test.database.owner.query(
          `select 1 from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
        );
      await expect.poll(async () => (await open()).rowCount, { timeout: 5000 }).toBe(0);
      release();
      expect((await first).data).toMatchObject({ status: 'retry', retryCount: 1 });
      expect(bodies).toHaveLength(1);
    });

    it('refuses what went well, what came in, and what was never kept', async () => {
      fails = false;
      const [good = '', inbound = ''] = await call([
        { at: ago(50), ...failed },
        { at: ago(51), ...failed, direction: 'inbound' },
      ]);
      const { body: _body, ...without } = failed;
      const [lost = ''] = await write(momLog, [{ at: ago(52), ...without }]);
      expect((await retry(good)).data).toMatchObject({ status: 'success', resultCode: '0' });
      expect(await retry(good)).toMatchObject(refusedFor('已成功'));
      expect(await retry(inbound)).toMatchObject(refusedFor('不是我方发出'));
      expect(await retry(lost)).toMatchObject(refusedFor('未保留'));
      expect((await retry('x')).code).toBe(404);
    });

    it('refuses without the address of the service, and offers it for calls of ours alone', async () => {
      const [id = '', inbound = ''] = await call([
        { at: ago(53), ...failed },
        { at: ago(54), ...failed, direction: 'inbound' },
      ]);
      const { data } = await get<{ list: { id: string; actions: string[] }[] }>(
        '/api/log/mom-logs?params[interfaceCode]=MES001&limit=200',
      );
      const offers = new Map(data.list.map((row) => [row.id, row.actions]));
      expect(offers.get(id)).toEqual(['retry']);
      expect(offers.get(inbound)).toEqual([]);
      const set = (value: string) =>
        test.database.owner.query<{ old: string }>(
          `update system_setting s set value = $1 from system_setting o
           where s.key = 'mom.baseUrl' and o.id = s.id returning o.value as old`,
          [value],
        );
      const { rows } = await set('');
      expect(await retry(id)).toMatchObject(refusedFor('mom.baseUrl'));
      await set(rows[0]?.old ?? '');
    });
  });

  it('counts failed sign-ins, successes of MOM, gaps between alarms, and knows the last program and how it matched', async () => {
    const own = await test.makeSite();
    const reader = await test.as('super_admin', own);
    const put = (entity: AnyEntity, rows: Values[]) =>
      inScope(test.database.app, { site: own.id }, (trx) =>
        writeLog(
          trx,
          entity,
          rows.map((row) => ({ siteId: own.id, at: ago(300), ...row })),
        ),
      );
    await put(
      momLog,
      ['success', 'success', 'success', 'failure'].map((status) => ({
        interfaceCode: 'I1',
        status,
      })),
    );
    await put(
      loginLog,
      ['u1', 'u1', 'u2'].map((username) => ({
        username,
        event: '1',
        status: '1',
        host: '10.0.0.1',
      })),
    );
    const alarm = { encoding: 'G1', deviceNumber: 'G1', duration: 100 };
    await put(alarmLog, [
      { ...alarm, at: ago(3600), endTime: ago(3500) },
      { ...alarm, at: ago(1800), endTime: ago(1700) },
    ]);
    const sent = { direction: 'download', result: 'success' };
    await put(dncLog, [
      { ...sent, at: ago(900), deviceNumber: 'G1', programNo: 'O1' },
      { ...sent, at: ago(800), deviceNumber: 'G1', programNo: 'O2' },
      { at: ago(700), deviceNumber: 'G1', direction: 'compare', matchResult: 'same' },
      { at: ago(600), deviceNumber: 'G1', direction: 'compare', matchResult: 'different' },
      { ...sent, at: ago(500), deviceNumber: 'G2', programNo: 'O3' },
    ]);
    const of = async (path: string) => (await get<Values>(`/api/log/${path}`, reader)).data;
    expect(await of('mom-logs/figures')).toMatchObject({
      interfaces: [{ code: 'I1', total: 4, success: 3 }],
    });
    const failures = await of('login-logs/failures');
    expect(failures).toMatchObject({
      accounts: [
        { name: 'u1', count: 2 },
        { name: 'u2', count: 1 },
      ],
      hosts: [{ name: '10.0.0.1', count: 3 }],
    });
    const hours = failures.hours as { count: number }[];
    expect([hours.length, hours.reduce((sum, { count }) => sum + count, 0)]).toEqual([24, 3]);
    expect(await of('alarm-logs/figures')).toMatchObject({
      codes: [{ encoding: 'G1', seconds: 200 }],
      alarms: 2,
      devices: 1,
      seconds: 1800,
      total: 200,
    });
    expect(await of('dnc-logs/last-programs')).toMatchObject({
      list: [
        { deviceNumber: 'G1', programNo: 'O2', matchResult: 'different' },
        { deviceNumber: 'G2', programNo: 'O3', matchResult: null },
      ],
    });
  });

  it('finds requests that nobody answered within 30 s', async () => {
    await write(communicationLog, [
      { at: ago(120), messageId: 'q1', direction: 'down' },
      { at: ago(110), messageId: 'q1', direction: 'up' },
      { at: ago(120), messageId: 'q2', direction: 'down' },
      { at: ago(60), messageId: 'q2', direction: 'up' },
    ]);
    const { data } = await get<{ list: Values[] }>('/api/log/communication-logs/missing-replies');
    expect(data.list.map(({ messageId }) => messageId)).toEqual(['q2']);
  });
});
