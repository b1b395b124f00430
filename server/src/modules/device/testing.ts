import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createMapper } from '@millwright/contract/device/mapper';
import { usualMapping } from '@millwright/contract/device/mapping';
import type { BatchAnswer, DeviceMessage } from '@millwright/contract/device/message';
import { readShdrLine } from '@millwright/contract/device/observation';
import { hearSilence } from './silence.ts';
import type { Headers, TestApp, TestSite } from '../../kernel/testing.ts';

/** A gateway with a secret and the machines that it speaks for. */
export interface TestGateway {
  readonly id: string;
  readonly clientId: string;
  readonly site: TestSite;
  readonly headers: Headers;
  /** Number → id. */
  readonly devices: Readonly<Record<string, string>>;
}

/** Makes a gateway through its page's calls, and machines bound to it. */
export async function makeGateway(
  test: TestApp,
  numbers: readonly string[],
  more: { isHistory?: boolean; site?: TestSite; protocol?: string; [field: string]: unknown } = {},
): Promise<TestGateway> {
  const { site = await test.makeSite(), ...fields } = more;
  const person = await test.as('site_admin', site);
  const code = `GW${Math.random().toString(36).slice(2, 10)}`;
  const made = await test.call<{ id: string; clientId: string; revision: number }>(
    'POST',
    '/api/base/gateways',
    { code, name: `网关${code}`, ...fields },
    person,
  );
  if (made.code !== 0) throw new Error(JSON.stringify(made));
  const renewed = await test.call<{ secret: string }>(
    'POST',
    `/api/base/gateways/${made.data.id}/actions/renew`,
    { revision: made.data.revision },
    person,
  );
  const { rows } = await test.database.owner.query<{ id: string; number: string }>(
    `insert into base_equipment (site_id, number, nickname, equipment_kind, gateway_id)
     select $1, n, '设备' || n, 'machineTool', $2 from unnest($3::text[]) n returning id, number`,
    [site.id, made.data.id, numbers],
  );
  const pair = Buffer.from(`${made.data.clientId}:${renewed.data.secret}`).toString('base64');
  return {
    id: made.data.id,
    clientId: made.data.clientId,
    site,
    headers: { authorization: `Basic ${pair}` },
    devices: Object.fromEntries(rows.map(({ number, id }) => [number, id])),
  };
}

/** Makes sites to come have numbers beyond 32 bits. */
export async function numberSitesHigh(test: TestApp): Promise<void> {
  await test.database.owner.query(
    `select setval(pg_get_serial_sequence('base_site', 'id'), 3000000000)`,
  );
}

/** Listens for silence as if the server had done so for an hour. */
export async function hearAfterLong(test: TestApp, now = Date.now()): Promise<void> {
  await listenSince(test, now - 3_600_000);
  await hearSilence(test.app.services, now);
}

/** As if the server had listened since then (milliseconds). */
export async function listenSince(test: TestApp, since: number): Promise<void> {
  await test.database.owner.query(
    `insert into device_listener (name, since, seen) values ('another', $1, now())
     on conflict (name) do update set since = excluded.since, seen = excluded.seen`,
    [new Date(since).toISOString()],
  );
  await test.database.owner.query('update device_listener set since = $1', [
    new Date(since).toISOString(),
  ]);
}

/** Posts messages of a gateway, 500 at a time, and adds the answers up. */
export async function post(
  test: TestApp,
  gateway: TestGateway,
  messages: readonly unknown[],
): Promise<BatchAnswer> {
  const sum: BatchAnswer = { accepted: [], duplicate: [], rejected: [] };
  for (let at = 0; at < messages.length; at += 500) {
    const answer = await test.call<BatchAnswer>(
      'POST',
      '/api/device/messages',
      messages.slice(at, at + 500),
      gateway.headers,
    );
    if (answer.code !== 0) throw new Error(`${answer.code} ${answer.msg}`);
    sum.accepted.push(...answer.data.accepted);
    sum.duplicate.push(...answer.data.duplicate);
    sum.rejected.push(...answer.data.rejected);
  }
  return sum;
}

/** A message of a machine, `fields` over what is usual. */
export function message(
  gateway: TestGateway,
  fields: Partial<DeviceMessage> & Pick<DeviceMessage, 'type' | 'data'>,
): DeviceMessage {
  return {
    messageId: `m${(counter += 1)}`,
    clientId: gateway.clientId,
    deviceNumber: Object.keys(gateway.devices)[0] ?? '',
    sendTime: new Date().toISOString(),
    ...fields,
  };
}

let counter = 0;

/** The recorded day of a real machining centre as messages. */
export function mazakDay(clientId: string, deviceNumber: string): DeviceMessage[] {
  const file = path.join(import.meta.dirname, 'fixtures/mazak01-20190702.shdr.gz');
  const mapper = createMapper(usualMapping(deviceNumber), clientId);
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n');
  return lines.flatMap(readShdrLine).flatMap((said) => mapper.take(said) ?? []);
}

/** What the log tells of the flags of a machine, in their order. */
export async function flagRowsOf(
  test: TestApp,
  gateway: TestGateway,
  number: string,
): Promise<{ connection: boolean; alarm: boolean | null; source: string }[]> {
  const { rows } = await test.database.owner.query<{
    connection: boolean;
    alarm: boolean | null;
    source: string;
  }>(
    `select connection, alarm, source from log_equipment_state where site_id = $1 and device_number = $2 order by at, id`,
    [gateway.site.id, number],
  );
  return rows;
}
