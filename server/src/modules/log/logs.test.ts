import type { ListAnswer } from '@millwright/contract/kernel/query';
import { alarmLog } from '@millwright/contract/log/alarm';
import { communicationLog } from '@millwright/contract/log/communication';
import { equipmentStateLog } from '@millwright/contract/log/equipment-state';
import { operateLog } from '@millwright/contract/log/operate';
import type { Kind } from '@millwright/contract/kernel/field';
import { momLog } from '@millwright/contract/log/mom';
import { entities } from '@millwright/contract/registry';
import { afterAll, describe, expect, it, vi } from 'vitest';
import equipmentStates from './equipment-state.ts';
import { openLogs, type Values } from './logs.testing.ts';

/** A beginning and an end, as filters over a span of such values are asked for. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  instant: [new Date(Date.now() - 86_400_000).toISOString(), new Date().toISOString()],
  day: ['2026-01-01', '2026-12-31'],
};

const { test, engineer, ago, write, get } = await openLogs();
afterAll(() => test.close());

describe('the logs of the shop floor', () => {
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

  it('sorts alarms by level, end and duration, messages by when they were sent, calls by tries and code, within a day', async () => {
    const moments = [3, 1, 2].map((n) => ({
      at: ago(9100 + n),
      endTime: ago(n),
      sendTime: ago(n),
    }));
    const rows = moments.map((moment, n) => ({
      ...moment,
      level: String(n + 1),
      duration: (n * 7) % 5,
      retryCount: (n * 7) % 5,
      resultCode: `E${n}`,
      encoding: 'SORTED',
      deviceNumber: 'SORTED',
      bizKey: 'SORTED',
    }));
    const day = `params[at][begin]=${ago(86_400)}&params[at][end]=${ago(0)}`;
    for (const [log, filter, fields] of [
      [alarmLog, 'encoding', ['level', 'endTime', 'duration']],
      [communicationLog, 'deviceNumber', ['sendTime']],
      [momLog, 'bizKey', ['retryCount', 'resultCode']],
    ] as const) {
      await write(log, rows);
      for (const sort of fields) {
        const url = `${log.path}?params[${filter}]=SORTED&sort=${sort}&order=ASC`;
        const { data } = await get<ListAnswer<Values>>(`${url}&${day}`);
        const told = data.list.map((row) => String(row[sort]));
        expect(told).toEqual(rows.map((row) => String(row[sort])).toSorted());
        expect(await get(url)).toMatchObject({ code: 400, data: { key: 'log.list.sort' } });
      }
    }
  });

  it('finds alarms by their end, those that last among them, beside the time in which they began', async () => {
    const now = Date.now();
    const at = (seconds: number) => new Date(now - seconds * 1000).toISOString();
    const row = { encoding: 'ENDED', deviceNumber: 'ENDED' };
    await write(alarmLog, [
      { ...row, at: at(5000), endTime: at(4000) },
      { ...row, at: at(5100), endTime: at(2000) },
      { ...row, at: at(5200) },
      { ...row, at: at(90_000), endTime: at(2000) },
    ]);
    const url = `/api/log/alarm-logs?params[encoding]=ENDED&params[at][begin]=${at(86_000)}`;
    const ends = async (more: string, from = url) =>
      (await get<ListAnswer<Values>>(`${from}&${more}`)).data.list.map((found) => found['at']);
    expect(await ends(`params[endTime][begin]=${at(3000)}`)).toEqual([at(5100)]);
    expect(await ends(`params[endTime][end]=${at(3000)}`)).toEqual([at(5000)]);
    expect(await ends('params[endTime]=none')).toEqual([at(5200)]);
    // The period of any list is a text of that name and narrows the beginning.
    const period = `/api/log/alarm-logs?params[encoding]=ENDED&params[beginTime]=${at(5150)}`;
    expect(await ends(`params[endTime]=${at(5050)}`, period)).toEqual([at(5100)]);
    const both = `params[endTime]=${at(4500)}&params[deviceNumber]=ENDED`;
    expect(await ends(both, period)).toEqual([at(5000), at(5100)]);
    expect(await get(`/api/log/alarm-logs?params[beginTime][begin]=${at(9)}`)).toMatchObject({
      code: 400,
    });
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

  it('takes every filter that a log declares', async () => {
    const day = `params[at][begin]=${ago(86_400)}&params[at][end]=${ago(-60)}`;
    // Some fields are for those alone who read the logs of all sites.
    const auditor = await test.as('auditor');
    for (const log of entities.filter(({ scope }) => scope === 'log')) {
      for (const [name, field] of Object.entries(log.fields)) {
        const kind = (field.kind as Kind).filter;
        if (!field.filter || kind === null) continue;
        const value = RANGES[field.kind.name] ?? (kind === 'range' ? ['1', '9'] : ['1']);
        const asked =
          value.length === 2
            ? `params[${name}][begin]=${value[0]}&params[${name}][end]=${value[1]}`
            : `params[${name}]=${value[0]}`;
        const beside = name === 'at' ? '' : `&${day}`;
        const answer = await get<ListAnswer<Values>>(`${log.path}?${asked}${beside}`, auditor);
        expect(answer, `${log.name} by ${name}`).toMatchObject({ code: 0 });
      }
    }
  });
});
