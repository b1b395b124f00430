import { createServer } from 'node:http';
import net from 'node:net';
import { usualMapping } from '@millwright/contract/device/mapping';
import { tryObservations } from '@millwright/contract/device/sample';
import type { SourceLook } from '@millwright/contract/device/source';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, type TestGateway } from './testing.ts';

const AT = '2026-03-02T08:00:00.000Z';

describe('what the source of a gateway says now', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());

  const look = async (gateway: TestGateway, headers: Headers, query = '') =>
    test.call<SourceLook>(
      'GET',
      `/api/base/gateways/${gateway.id}/source${query}`,
      undefined,
      headers,
    );
  const listen = async (server: net.Server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as net.AddressInfo).port;
  };

  it('tells what an agent has and says, and what a mapping would make of it', async () => {
    const agent = createServer((request, response) =>
      response.end(
        request.url === '/probe'
          ? '<MTConnectDevices><Header/><Devices><Device name="M1"><DataItems><DataItem category="EVENT" type="EXECUTION" id="x1" name="execution"/><DataItem category="SAMPLE" type="ANGLE" units="DEGREE" id="x2"/></DataItems></Device></Devices></MTConnectDevices>'
          : `<MTConnectStreams><Header instanceId="1"/><Streams><DeviceStream name="M1"><ComponentStream><Events><Execution dataItemId="x1" name="execution" sequence="1" timestamp="${AT}">ACTIVE</Execution><Angle dataItemId="x2" sequence="2" timestamp="${AT}">12.5</Angle></Events></ComponentStream></DeviceStream></Streams></MTConnectStreams>`,
      ),
    );
    const address = `http://127.0.0.1:${await listen(agent)}`;
    const gateway = await makeGateway(test, ['SRC-1'], { protocol: 'mtconnect', address });
    const editor = await test.as(['base:gateway:edit'], gateway.site);
    const { data } = await look(gateway, editor);
    expect(data.items).toEqual([
      { source: 'M1', item: 'execution', category: 'EVENT', type: 'EXECUTION', units: null },
      { source: 'M1', item: 'x2', category: 'SAMPLE', type: 'ANGLE', units: 'DEGREE' },
    ]);
    const mapping = usualMapping('SRC-1').devices.map((one) => ({ ...one, source: 'M1' }));
    expect(tryObservations('mtconnect', { devices: mapping }, data.observations)).toMatchObject([
      {
        isMapped: true,
        messages: [{ type: 'state', data: { status: 'run', rawStatus: 'ACTIVE' } }],
      },
      { said: { item: 'x2', value: '12.5' }, isMapped: false, messages: [] },
    ]);
    expect((await look(gateway, await test.as(['base:gateway:query'], gateway.site))).code).toBe(
      403,
    );
    const stranger = await test.as(['base:gateway:edit'], await test.makeSite());
    expect((await look(gateway, stranger)).code).toBe(404);
    agent.close();
    agent.closeAllConnections();
    expect(await look(gateway, editor)).toMatchObject({
      code: 409,
      data: { key: 'gateway.source.silent' },
    });
  });

  it('tells the values of an adapter, the last of each item', async () => {
    const adapter = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(`${AT}|execution|READY|mode|AUTOMATIC\n${AT}|execution|ACTIVE\n* PONG 10000\n`);
    });
    const address = `127.0.0.1:${await listen(adapter)}`;
    const gateway = await makeGateway(test, ['SRC-2'], { protocol: 'shdr', address });
    const { data } = await look(gateway, await test.as(['base:gateway:edit'], gateway.site));
    expect(data.observations).toMatchObject([
      { item: 'execution', value: 'ACTIVE' },
      { item: 'mode', value: 'AUTOMATIC' },
    ]);
    adapter.close();
  });

  it('has no source for protocols that send by themselves', async () => {
    const gateway = await makeGateway(test, ['SRC-3']);
    expect(await look(gateway, await test.as(['base:gateway:edit'], gateway.site))).toMatchObject({
      code: 409,
    });
  });
});
