import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListAnswer } from '@millwright/contract/kernel/query';
import { alarmLog } from '@millwright/contract/log/alarm';
import { communicationLog } from '@millwright/contract/log/communication';
import { dncLog } from '@millwright/contract/log/dnc';
import { equipmentStateLog, type StateBand } from '@millwright/contract/log/equipment-state';
import { loginLog } from '@millwright/contract/log/login';
import { operateLog } from '@millwright/contract/log/operate';
import { momLog } from '@millwright/contract/log/mom';
import type { Timeline } from '@millwright/contract/log/timeline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { writeLog } from '../../kernel/log/write.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';
import equipmentStates from './equipment-state.ts';
import { sumEquipmentDays } from './equipment-days.ts';
import { writeMomCalls } from './mom-call.ts';

type Values = Record<string, unknown>;

describe('the logs of the shop floor', () => {
  let test: TestApp;
  let site: TestSite;
  let engineer: Headers;
  beforeAll(async () => {
    test = await testApp();
    site = await test.makeSite();
    engineer = await test.as('super_admin', site);
  });
  afterAll(() => test.close());

  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  const write = (entity: AnyEntity, rows: (Values & { at: string })[]) =>
    inScope(test.database.app, { site: site.id }, (trx) =>
      writeLog(
        trx,
        entity,
        rows.map((row) => ({ siteId: site.id, ...row })),
      ),
    );
  const get = <T>(url: string, headers = engineer) => test.call<T>('GET', url, undefined, headers);

  it('S121 S122 show each log with the fields of the specification', async () => {
    await write(communicationLog, [
      {
        at: ago(5),
        queueName: 'state',
        message: { a: 1 },
        messageId: 'm1',
        clientId: 'gw1',
        orderCode: 'O-1',
        deviceType: 'robot',
        deviceNumber: 'R07',
        lineNumber: 'L02',
        sendTime: ago(6),
      },
    ]);
    await write(equipmentStateLog, [
      {
        at: ago(5),
        deviceNumber: 'R07',
        alarm: true,
        connection: true,
        device: false,
        emergencyStop: false,
        changedField: ['alarm'],
        source: 'reported',
      },
    ]);
    const messages = await get<ListAnswer<Values>>('/api/log/communication-logs');
    expect(messages.data.list[0]).toMatchObject({
      queueName: 'state',
      message: '{"a":1}',
      messageId: 'm1',
      clientId: 'gw1',
      orderCode: 'O-1',
      deviceType: 'robot',
      deviceNumber: 'R07',
      lineNumber: 'L02',
    });
    const states = await get<ListAnswer<Values>>(
      '/api/log/equipment-state-logs?params[changedField]=alarm',
    );
    expect(states.data.list[0]).toMatchObject({
      alarm: true,
      connection: true,
      device: false,
      emergencyStop: false,
    });
    await test.call('POST', '/api/log/alarm-logs/1/actions/ack', {}, engineer);
    await test.app.services.logs.flush();
    for (const path of ['operate-logs', 'login-logs'])
      expect((await get<ListAnswer<Values>>(`/api/log/${path}`)).data.total).toBeGreaterThan(0);
  });

  it('acknowledges alarms once, single and in a batch', async () => {
    const [one = '', two = '', three = ''] = await write(
      alarmLog,
      [1, 2, 3].map((n) => ({ at: ago(n), encoding: `SV040${n}`, level: '3' })),
    );
    const act = (url: string, body: unknown) =>
      test.call<Values>('POST', `/api/log/alarm-logs${url}`, body, engineer);
    const done = await act(`/${one}/actions/ack`, { remark: '已处理' });
    expect(done).toMatchObject({ code: 0, data: { ackState: 'done', ackRemark: '已处理' } });
    expect(await act(`/${one}/actions/ack`, {})).toMatchObject({
      code: 409,
      data: { key: 'alarm.ack.twice' },
    });
    const batch = await act('/actions/ack', { ids: [one, two, three] });
    expect(batch.data).toMatchObject({ total: 3, ok: 2, failed: 1 });
    expect(
      (await get<ListAnswer<Values>>('/api/log/alarm-logs?params[ackState]=done')).data.total,
    ).toBe(3);
    await write(alarmLog, [
      { at: ago(600), encoding: 'SV0499', level: '3' },
      { at: ago(900), encoding: 'SV0498', level: '3', endTime: ago(600), duration: 300 },
    ]);
    const { data: figures } = await get<{
      codes: { encoding: string; seconds: number }[];
      total: number;
    }>('/api/log/alarm-logs/figures');
    const [standing, ended] = figures.codes;
    expect([standing?.encoding, ended]).toEqual([
      'SV0499',
      expect.objectContaining({ encoding: 'SV0498', seconds: 300 }),
    ]);
    expect(standing?.seconds).toBeGreaterThanOrEqual(600);
    expect(figures.total).toBeGreaterThanOrEqual(900);
    expect(figures.codes.map(({ encoding }) => encoding)).toContain('SV0401');
  });

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
              response.end(JSON.stringify({ code: fails ? '50' : '0' }));
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

    it('sends once when two people ask at the same time, and keeps no transaction open meanwhile', async () => {
      const [id = ''] = await call([{ at: ago(62), ...failed }]);
      bodies.length = 0;
      let release = () => {};
      answering = new Promise((resolve) => (release = resolve));
      const first = retry(id);
      await vi.waitFor(() => expect(bodies).toHaveLength(1), { timeout: 15_000 });
      expect(await retry(id)).toMatchObject(refusedFor('正在重试'));
      const open = await test.database.owner.query(
        `select 1 from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
      );
      expect(open.rowCount).toBe(0);
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

  it('sorts the operate log by time used within a day, and only there', async () => {
    const times = [30, 900, null, 5];
    await write(
      operateLog,
      times.map((costTime, n) => ({
        at: ago(7200 + n),
        costTime,
        host: 'sorted',
        url: '/api/sorted-by-time',
      })),
    );
    const url = '/api/log/operate-logs?sort=costTime&order=DESC&params[host]=sorted';
    const within = (seconds: number) =>
      `${url}&params[at][begin]=${ago(seconds)}&params[at][end]=${ago(0)}`;
    const { data } = await get<ListAnswer<Values>>(within(86_400));
    expect(data.list.map(({ costTime }) => costTime)).toEqual([900, 30, 5, null]);
    const second = await get<ListAnswer<Values>>(`${within(86_400)}&limit=2&page=2`);
    expect(second.data).toMatchObject({ total: 4, list: [{ costTime: 5 }, { costTime: null }] });
    const inText = `${within(86_400).replace('params[host]=sorted', 'params[url]=sorted-by')}&params[costTime]`;
    const found = (await get<ListAnswer<Values>>(`${inText}[begin]=5`)).data;
    expect(found.list.map(({ costTime }) => costTime)).toEqual([900, 30, 5]);
    const bounds = `${inText}[begin]=4.5&params[costTime][end]=30`;
    expect((await get<ListAnswer<Values>>(bounds)).data.total).toBe(2);
    for (const refused of [url, within(3 * 86_400)])
      expect(await get(refused)).toMatchObject({ code: 400, data: { key: 'log.list.sort' } });
  });

  it('sorts the MOM log by time used within a day, and only there', async () => {
    await write(
      momLog,
      [30, 900, 5].map((costTime, n) => ({ at: ago(9000 + n), costTime, bizKey: 'sorted-mom' })),
    );
    const url = '/api/log/mom-logs?sort=costTime&order=ASC&params[bizKey]=sorted-mom';
    const within = `${url}&params[at][begin]=${ago(86_400)}&params[at][end]=${ago(0)}`;
    const { data } = await get<ListAnswer<Values>>(within);
    expect(data.list.map(({ costTime }) => costTime)).toEqual([5, 30, 900]);
    expect(await get(url)).toMatchObject({ code: 400, data: { key: 'log.list.sort' } });
  });

  it('says of a timeline which log holds more than is listed, and by what the rest is found', async () => {
    const at = ago(3000);
    const row = { at, deviceNumber: 'R88' };
    const asked = () => get<Timeline>(`/api/log/timeline?deviceNumber=R88&time=${at}`);
    await write(dncLog, [row]);
    await write(
      communicationLog,
      Array.from({ length: 100 }, () => row),
    );
    expect((await asked()).data.cut).toEqual([]);
    await write(communicationLog, [row]);
    const { data } = await asked();
    expect(data.list).toHaveLength(101);
    expect(data.cut).toEqual([
      { log: 'log/communication', by: [{ field: 'deviceNumber', value: 'R88' }] },
    ]);
    expect(Date.parse(data.to) - Date.parse(data.from)).toBe(600_000);
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

  it('joins what all logs say around a row, as far as the reader may read them', async () => {
    const at = ago(600);
    const [alarm = ''] = await write(alarmLog, [
      { at, encoding: 'A1', deviceNumber: 'R09', orderCode: 'O-9' },
    ]);
    await write(communicationLog, [
      { at, messageId: 'm9', deviceNumber: 'R09' },
      { at: ago(1000), messageId: 'late', deviceNumber: 'R09' },
    ]);
    await write(dncLog, [{ at, programNo: 'P9', orderCode: 'O-9' }]);
    await write(operateLog, [{ at, requestId: 'q-9', operator: '王 wang' }]);
    await write(equipmentStateLog, [{ at, deviceNumber: 'R09', changedField: ['emergencyStop'] }]);
    const url = `/api/log/timeline?log=log/alarm&id=${alarm}`;
    const { data } = await get<{ list: { log: string; said: Values }[] }>(url);
    expect(data.list.map(({ log }) => log).sort()).toEqual([
      'log/alarm',
      'log/communication',
      'log/dnc',
      'log/equipmentState',
    ]);
    const asked = async (query: string) => {
      const answer = await get<{ list: { log: string; said: Values }[] }>(
        `/api/log/timeline?${query}`,
      );
      return answer.code === 0 ? answer.data.list.map(({ log }) => log).sort() : answer.code;
    };
    const device = ['log/alarm', 'log/communication', 'log/equipmentState'];
    expect(await asked(`deviceNumber=R09&time=${at}`)).toEqual(device);
    expect(await asked(`orderCode=O-9&time=${at}`)).toEqual(['log/alarm', 'log/dnc']);
    expect(await asked('requestId=q-9')).toEqual(['log/operate']);
    expect(await asked('requestId=nobody')).toBe(404);
    for (const wrong of ['deviceNumber=R09', `time=${at}`, 'orderCode=O-9&time=x'])
      expect(await asked(wrong)).toBe(400);
    expect(data.list.find(({ log }) => log === 'log/equipmentState')?.said).toMatchObject({
      changedField: ['emergencyStop'],
    });
    const narrow = await test.as(['log:alarm:list', 'log:alarm:query'], site);
    expect((await get<{ list: unknown[] }>(url, narrow)).data.list).toHaveLength(1);
    expect((await get(url, await test.as(['log:dnc:list'], site))).code).toBe(403);
    expect((await get('/api/log/timeline?log=nothing&id=1')).code).toBe(400);
  });

  it('gives the bands of a day and how long each state lasted', async () => {
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const row = (time: string, device: boolean) => ({
      at: `${day}T${time}.000Z`,
      deviceNumber: 'B1',
      connection: true,
      device,
      changedField: ['device'],
    });
    await write(equipmentStateLog, [
      row('02:00:00', true),
      row('04:00:00', false),
      row('05:30:00', true),
    ]);
    const listed = await get<ListAnswer<Values>>(
      '/api/log/equipment-state-logs?params[deviceNumber]=B1',
    );
    expect(listed.data.list.map(({ duration }) => duration)).toEqual([null, 5400, 7200]);
    const { data } = await get<{
      list: { deviceNumber: string; pieces: unknown[]; seconds: Values }[];
    }>(`/api/log/equipment-state-logs/bands?day=${day}`);
    const band = data.list.find(({ deviceNumber }) => deviceNumber === 'B1');
    expect(band?.pieces).toHaveLength(3);
    // From 10:00 to 12:00 and from 13:30 to midnight of the site.
    expect(band?.seconds.device).toBe(7200 + 10.5 * 3600);
    const after = await get<{ list: StateBand[] }>(
      `/api/log/equipment-state-logs/bands?day=${new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)}`,
    );
    const [piece] = after.data.list.find(({ deviceNumber }) => deviceNumber === 'B1')?.pieces ?? [];
    expect([piece?.at, piece?.toldAt]).toEqual([`${day}T16:00:00.000Z`, `${day}T05:30:00.000Z`]);
    expect((await get('/api/log/equipment-state-logs/bands?day=x')).code).toBe(400);
  });

  it('keeps apart the bands of machines of two sites that have the same number', async () => {
    const other = await test.makeSite();
    const day = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
    const said = { deviceNumber: 'T1', alarm: true, changedField: ['alarm'] };
    const rows = [site, other].map(({ id: siteId }, place) => ({
      siteId,
      at: `${day}T0${place + 2}:00:00.000Z`,
      ...said,
    }));
    await inScope(test.database.app, { site: '*' }, (trx) =>
      writeLog(trx, equipmentStateLog, rows),
    );
    const { data } = await get<{
      list: { siteId: string; deviceNumber: string; seconds: Values }[];
    }>(`/api/log/equipment-state-logs/bands?day=${day}`, await test.as('super_admin'));
    const own = data.list.filter(({ deviceNumber }) => deviceNumber === 'T1');
    expect(own.map(({ siteId, seconds }) => [siteId, seconds.alarm])).toEqual([
      [site.id, 14 * 3600],
      [other.id, 13 * 3600],
    ]);
  });

  it('leaves a flag empty that was never told: in the list, its filter, the bands and an export', async () => {
    const day = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
    const row = (time: string, flags: Values) => ({
      at: `${day}T${time}.000Z`,
      deviceNumber: 'N1',
      changedField: Object.keys(flags),
      ...flags,
    });
    await write(equipmentStateLog, [
      row('02:00:00', { connection: true }),
      row('03:00:00', { connection: true, alarm: true }),
      row('04:00:00', { connection: true, alarm: false }),
    ]);
    const url = '/api/log/equipment-state-logs';
    const whole = `params[deviceNumber]=N1&params[at][begin]=${day}T00:00:00Z&params[at][end]=${day}T12:00:00Z`;
    const alarms = async (word: string) => {
      const { data } = await get<ListAnswer<Values>>(`${url}?${whole}&params[alarm]=${word}`);
      return [data.total, ...data.list.map(({ alarm }) => alarm)];
    };
    expect(await alarms('true,false,none')).toEqual([3, false, true, null]);
    expect(await alarms('none')).toEqual([1, null]);
    expect(await alarms('true,none')).toEqual([2, true, null]);
    expect(await alarms('false')).toEqual([1, false]);
    const byHours = `${url}?params[device]=none&params[at][begin]=${day}T02:00:00Z&params[at][end]=${day}T05:00:00Z`;
    expect((await get<ListAnswer<Values>>(byHours)).data.total).toBe(3);
    const { data } = await get<{
      list: { deviceNumber: string; pieces: { flags: string }[]; seconds: Values }[];
    }>(`${url}/bands?day=${day}`);
    const band = data.list.find(({ deviceNumber }) => deviceNumber === 'N1');
    expect(band?.pieces.map(({ flags }) => flags)).toEqual(['-1--', '11--', '01--']);
    expect(band?.seconds).toEqual({ alarm: 3600, connection: 14 * 3600 });
    const { body } = await test.app.inject({
      method: 'GET',
      url: `${url}/export?format=csv&columns=alarm,connection,device&${whole}`,
      headers: engineer,
    });
    expect(body.trim().split(/\r?\n/).slice(1)).toEqual(['否,是,', '是,是,', ',是,']);
  });

  it('exports the rows of one moment, whatever is written between its pages', async () => {
    const row = (n: number) => ({ at: ago(n), deviceNumber: 'M1', changedField: ['device'] });
    await write(
      equipmentStateLog,
      Array.from({ length: 2001 }, (_, n) => row(n + 10)),
    );
    const { list } = equipmentStates;
    if (!list) throw new Error('The equipment state log has its own list.');
    const paged = vi.spyOn(equipmentStates, 'list').mockImplementation(async (context, query) => {
      const answer = await list(context, query);
      if (query.limit > 1 && query.page === 1) await write(equipmentStateLog, [row(1)]);
      return answer;
    });
    const { body } = await test.app.inject({
      method: 'GET',
      url: '/api/log/equipment-state-logs/export?format=csv&columns=at&params[deviceNumber]=M1',
      headers: engineer,
    });
    expect(paged.mock.calls.map(([, { page }]) => page)).toEqual([1, 1, 2]);
    paged.mockRestore();
    expect(body.trim().split('\n')).toHaveLength(1 + 2001);
  });

  it('keeps the sums of each day for good, late rows included', async () => {
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    const row = (time: string, alarm: boolean) => ({
      at: `${day}T${time}.000Z`,
      deviceNumber: 'S1',
      connection: true,
      alarm,
      changedField: ['alarm'],
    });
    const sums = async () => {
      await sumEquipmentDays(test.app.services);
      const { rows } = await test.database.owner.query(
        `select changes, alarm_seconds as alarm, connection_seconds as connection from log_equipment_day
         where device_number = 'S1' and day = $1 and site_id = $2`,
        [day, site.id],
      );
      return rows;
    };
    await write(equipmentStateLog, [row('02:00:00', true), row('04:00:00', false)]);
    // From ten in the morning of the site to midnight.
    expect(await sums()).toEqual([{ changes: 2, alarm: 7200, connection: 14 * 3600 }]);
    await write(equipmentStateLog, [row('03:00:00', false)]);
    expect(await sums()).toEqual([{ changes: 3, alarm: 3600, connection: 14 * 3600 }]);
  });

  it('sums a day once where the hours of the site begin at half past, rows of no device aside', async () => {
    const india = await test.makeSite();
    const { owner } = test.database;
    await owner.query(`update base_site set time_zone = 'Asia/Kolkata' where id = $1`, [india.id]);
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    const row = (time: string, deviceNumber: string | null) => ({
      siteId: india.id,
      at: `${day}T${time}.000Z`,
      deviceNumber,
      changedField: ['alarm'],
    });
    const writeThere = (rows: ReturnType<typeof row>[]) =>
      inScope(test.database.app, { site: india.id }, (trx) =>
        writeLog(trx, equipmentStateLog, rows),
      );
    // Half past six in the evening of London is midnight there.
    await writeThere([
      row('10:00:00', 'I1'),
      row('10:00:01', null),
      row('18:10:00', 'I1'),
      row('18:50:00', 'I1'),
    ]);
    const changes = async () => {
      await sumEquipmentDays(test.app.services);
      const { rows } = await owner.query<{ changes: number }>(
        'select changes from log_equipment_day where site_id = $1 order by day',
        [india.id],
      );
      return rows.map((one) => one.changes);
    };
    expect(await changes()).toEqual([2, 1]);
    await owner.query('update log_equipment_day set changes = 9 where site_id = $1', [india.id]);
    expect(await changes()).toEqual([9, 9]);
    await writeThere([row('18:55:00', 'I1')]);
    expect(await changes()).toEqual([2, 2]);
  });

  it('tells of the searches of those who read all logs, once and not of pages', async () => {
    const auditor = await test.as('auditor');
    const count = async () => {
      await test.app.services.logs.flush();
      const { rows } = await test.database.owner.query<{ n: number }>(
        `select count(*)::int as n from log_operate where entity = 'log/login' and changes->>'operation' = 'search'`,
      );
      return rows[0]?.n;
    };
    const search = (query: string, headers = auditor) =>
      get(`/api/log/login-logs?${query}`, headers);
    for (const query of [
      '',
      'params[username]=liu',
      'params[username]=liu',
      'params[username]=liu&page=2',
    ])
      expect((await search(query)).code).toBe(0);
    await search('params[username]=liu', engineer);
    expect(await count()).toBe(1);
    await search('params[username]=wang');
    expect(await count()).toBe(2);
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
