import type { ListAnswer } from '@millwright/contract/kernel/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp } from '../../kernel/testing.ts';
import type { DeviceCommand } from './commands.ts';
import { makeGateway, type TestGateway } from './testing.ts';

describe('requests that wait for a gateway', () => {
  let test: TestApp;
  let gateway: TestGateway;
  let person: Headers;
  beforeAll(async () => {
    test = await testApp();
    gateway = await makeGateway(test, ['MC-1']);
    person = await test.as(['log:communication:list', 'log:dnc:list'], gateway.site);
  });
  afterAll(() => test.close());

  const ask = async (kind: string, payload: object): Promise<string> => {
    const { rows } = await test.database.owner.query<{ id: string }>(
      `insert into device_command (site_id, gateway_id, equipment_id, kind, payload) values ($1, $2, $3, $4, $5) returning id`,
      [gateway.site.id, gateway.id, gateway.devices['MC-1'], kind, payload],
    );
    return rows[0]?.id ?? '';
  };
  const fetchAll = async () =>
    (
      await test.call<{ list: DeviceCommand[] }>(
        'GET',
        '/api/device/commands',
        undefined,
        gateway.headers,
      )
    ).data.list;
  const end = (id: string, body: object, headers = gateway.headers) =>
    test.call('POST', `/api/device/commands/${id}/result`, body, headers);
  const rows = async (log: string) =>
    (
      await test.call<ListAnswer<Record<string, unknown>>>(
        'GET',
        `/api/log/${log}?order=ASC&sort=at`,
        undefined,
        person,
      )
    ).data.list;

  it('is told until it has a result, and stands in the communication log once each way', async () => {
    const id = await ask('restart', { after: 5 });
    expect(await fetchAll()).toMatchObject([{ id, deviceNumber: 'MC-1', kind: 'restart' }]);
    expect(await fetchAll()).toHaveLength(1);
    expect(await end(id, { ok: true })).toMatchObject({ code: 0, data: { id } });
    expect(await fetchAll()).toEqual([]);
    await end(id, { ok: false });
    const heading = { queueName: 'command', messageId: `command-${id}`, deviceNumber: 'MC-1' };
    expect(await rows('communication-logs')).toMatchObject([
      { ...heading, direction: 'down', result: 'accepted', clientId: gateway.clientId },
      { ...heading, direction: 'up', result: 'accepted' },
      { ...heading, direction: 'up', result: 'duplicate' },
    ]);
    const kept = await test.database.owner.query('select state from device_command where id = $1', [
      id,
    ]);
    expect(kept.rows).toEqual([{ state: 'done' }]);
    expect(await rows('dnc-logs')).toEqual([]);
  });

  it('writes a transfer of a program into the DNC log when it has ended', async () => {
    const program = { programNo: 'O1001', programName: '轮辋精车', version: '3', operator: '高敏' };
    const down = await ask('programDownload', { ...program, orderCode: 'MO-1', text: 'O1001 G0' });
    const compare = await ask('programCompare', program);
    await fetchAll();
    await end(down, { ok: false, detail: { failReason: '内存不足', fileSize: 'x' } });
    await end(compare, {
      ok: true,
      detail: { matchResult: 'different', fileSize: 812, text: 'G1' },
    });
    await end(compare, { ok: true, detail: { matchResult: 'same' } });
    const machine = { deviceNumber: 'MC-1', deviceName: '设备MC-1' };
    expect(await rows('dnc-logs')).toMatchObject([
      {
        ...machine,
        ...program,
        direction: 'download',
        orderCode: 'MO-1',
        result: 'failure',
        failReason: '内存不足',
        fileSize: null,
        matchResult: null,
        costTime: expect.any(Number),
      },
      {
        ...machine,
        direction: 'compare',
        result: 'success',
        matchResult: 'different',
        fileSize: 812,
      },
    ]);
  });

  it('knows no request of another gateway', async () => {
    const id = await ask('restart', {});
    const other = await makeGateway(test, ['MC-2']);
    expect(await end(id, { ok: true }, other.headers)).toMatchObject({ code: 404 });
    expect(await end('0', { ok: true })).toMatchObject({ code: 404 });
    expect(await end(id, {})).toMatchObject({ code: 400 });
  });
});
