import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { usualMapping } from '@millwright/contract/device/mapping';
import type { TestApp } from '../../../kernel/testing.ts';
import { enabledGateways } from '../gateway-row.ts';
import type { TestGateway } from '../testing.ts';
import { readMtconnect } from './mtconnect.ts';
import type { Reader } from './shdr.ts';

/** A stream that a test agent holds open. */
interface Stream {
  readonly response: ServerResponse;
  next: number;
}

type How = 'streams' | 'plain' | 'heldBack' | 'headless';

/**
 * An agent of one machine with one data item, that holds what it was not told to forget. It frames its parts as the
 * agent of the MTConnect Institute does; `plain` knows no streams, `heldBack` stands behind a proxy that hands on none,
 * `headless` behind one that keeps back the head of the answer too.
 */
export async function openAgent(how: How = 'streams') {
  const streams = new Set<Stream>();
  const asked: string[] = [];
  let instance = 1;
  let isHung = false;
  let held: { sequence: number; value: string; seconds: number }[] = [];
  const first = () => held[0]?.sequence ?? 1;
  const next = () => (held.at(-1)?.sequence ?? 0) + 1;
  const header = () =>
    `<Header instanceId="${instance}" firstSequence="${first()}" nextSequence="${next()}"/>`;
  const errorOf = (code: string) =>
    `<MTConnectError>${header()}<Errors><Error errorCode="${code}">from</Error></Errors></MTConnectError>`;
  const sampleFrom = (from: number) => {
    if (from > 0 && (from < first() || from > next())) return errorOf('OUT_OF_RANGE');
    const told = from === 0 ? held.slice(-1) : held.filter(({ sequence }) => sequence >= from);
    const events = told.map(
      ({ sequence, value, seconds }) =>
        `<Execution dataItemId="x1" name="execution" sequence="${sequence}" timestamp="${new Date(BASE + seconds * 1000).toISOString()}">${value}</Execution>`,
    );
    return `<MTConnectStreams>${header()}<Streams><DeviceStream name="M1"><ComponentStream><Events>${events.join('')}</Events></ComponentStream></DeviceStream></Streams></MTConnectStreams>`;
  };
  const tell = (stream: Stream) => {
    if (isHung || how !== 'streams' || stream.response.writableEnded) return;
    const document = sampleFrom(stream.next);
    stream.response.write(partOf(document));
    stream.next = next();
    if (document.includes('<Errors>')) stream.response.end();
  };
  const follow = (url: string, from: number, response: ServerResponse) => {
    const stream = { response, next: from };
    const heartbeat = Number(/heartbeat=(\d+)/.exec(url)?.[1]);
    response.setHeader('content-type', 'multipart/x-mixed-replace;boundary=cut');
    if (how !== 'headless') response.flushHeaders();
    const timer = setInterval(() => tell(stream), heartbeat);
    response.on('close', () => {
      clearInterval(timer);
      streams.delete(stream);
    });
    streams.add(stream);
    if (from < next()) tell(stream);
  };
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(url);
    const from = Number(/from=(\d+)/.exec(url)?.[1] ?? 0);
    if (url.endsWith('/probe')) return response.end(probeOf(instance));
    const isRefused = from > 0 && (from < first() || from > next());
    if (how === 'plain' || isRefused || !url.includes('interval='))
      return response.end(sampleFrom(from));
    return follow(url, from, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    streams,
    /** Without `isTold` it stands in the buffer and is told with the next. */
    say(sequence: number, value: string, seconds: number, isTold = true) {
      held.push({ sequence, value, seconds });
      if (isTold) streams.forEach(tell);
    },
    forget(before: number) {
      held = held.filter(({ sequence }) => sequence >= before);
    },
    startAnew() {
      instance += 1;
      held = [];
    },
    /** It is there and says nothing, not even that nothing changed, to those that listen now. */
    hang() {
      isHung = true;
    },
    goOn() {
      isHung = false;
    },
    fail: (code: string) => streams.forEach(({ response }) => response.end(partOf(errorOf(code)))),
    /** Bytes as they stand, to whoever listens. */
    write: (bytes: string) => streams.forEach(({ response }) => response.write(bytes)),
    cut: () => streams.forEach(({ response }) => response.destroy()),
    document: () => sampleFrom(next() - 1),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type TestAgent = Awaited<ReturnType<typeof openAgent>>;

export function partOf(document: string, length = Buffer.byteLength(document)): string {
  return `--cut\r\nContent-type: text/xml\r\nContent-length: ${length}\r\n\r\n${document}\r\n\r\n`;
}

/** Reads the agent of a gateway of which the server itself reads nothing: it has no mapping. */
export async function readAgent(
  { app }: TestApp,
  gateway: TestGateway,
  asking?: Parameters<typeof readMtconnect>[2],
): Promise<Reader> {
  const all = await app.services.asSystem((trx) =>
    enabledGateways(trx, app.services.settings, ['mtconnect']),
  );
  const row = all.find(({ id }) => id === gateway.id);
  if (!row) throw new Error('The gateway is not enabled.');
  const [number = ''] = Object.keys(gateway.devices);
  const devices = usualMapping(number).devices.map((one) => ({ ...one, source: 'M1' }));
  return readMtconnect(app.services, { ...row, mapping: { devices } }, asking);
}

/** What the machine of a gateway was, in its own words. */
export async function statesOf(test: TestApp, gateway: TestGateway): Promise<string[]> {
  const { rows } = await test.database.owner.query<{ raw: string }>(
    `select raw_status as raw from device_state where equipment_id = $1 order by order_time, id`,
    [Object.values(gateway.devices)[0]],
  );
  return rows.map(({ raw }) => raw);
}

/** What stands noted on the page of a gateway. */
export async function notesOf(test: TestApp, gateway: TestGateway): Promise<string[]> {
  const { rows } = await test.database.owner.query<{ note: string }>(
    `select type || ' ' || coalesce((message #>> '{}')::jsonb->>'item', (message #>> '{}')::jsonb->>'kind') as note
     from device_refusal where gateway_id = $1`,
    [gateway.id],
  );
  return rows.map(({ note }) => note);
}

function probeOf(instance: number): string {
  return `<MTConnectDevices><Header instanceId="${instance}"/><Devices><Device name="M1" uuid="u1" id="d1"><DataItems><DataItem category="EVENT" type="EXECUTION" id="x1" name="execution"/></DataItems></Device></Devices></MTConnectDevices>`;
}

const BASE = Date.parse('2026-03-01T00:00:00Z');
