import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, type TestSite } from '../testing.ts';
import { makeGateway, message, post } from '../../modules/device/testing.ts';

let test: TestApp;
let site: TestSite;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
});
afterAll(() => test.close());

const get = (
  url: string,
  more: { headers?: Record<string, string>; remoteAddress?: string } = {},
) => test.app.inject({ method: 'GET', url, ...more });

/** How many messages of these labels this process has counted. */
function messagesOf(text: string, labels: string): number {
  const start = `millwright_device_messages_total{${labels}} `;
  const line = text.split('\n').find((one) => one.startsWith(start));
  return Number(line?.slice(start.length) ?? 0);
}

it('says that the process and its database are well', async () => {
  expect((await get('/health')).json()).toEqual({ status: 'ok' });
  const ready = await get('/ready');
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }]);
});

it('gives figures of requests by route, connections, event loop, memory, jobs and devices', async () => {
  const person = await test.makeUser(['base:line:list'], site);
  const headers = await test.signIn(person);
  await test.call('GET', '/api/base/lines?params[name]=geheim', undefined, headers);
  await test.call('GET', '/api/base/lines/123456789', undefined, headers);
  const gateway = await makeGateway(test, ['R07'], { site });
  const alarm = message(gateway, { type: 'alarm', data: { encoding: 'SV0401', active: 1 } });
  const unknown = { ...alarm, messageId: 'geheim', type: 'geheim' };
  const before = (await get('/metrics')).body;
  await post(test, gateway, [
    alarm,
    alarm,
    unknown,
    { ...alarm, messageId: 'm', deviceNumber: 'R99' },
  ]);
  const answer = await get('/metrics');
  expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4');
  const text = answer.body;
  expect(text).toContain(
    'millwright_http_request_seconds_count{method="GET",route="/api/base/lines",status="2xx"} 1',
  );
  expect(text).toContain('route="/api/base/lines/:id",status="2xx"');
  expect(text).toMatch(/millwright_database_connections\{state="idle"\} \d/);
  for (const kind of ['limits', 'bindings', 'outlook', 'readings', 'instructions', 'readers'])
    expect(text).toMatch(new RegExp(`millwright_clock_failures_total\\{kind="${kind}"\\} \\d`));
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
  expect(text).toMatch(/process_resident_memory_bytes \d/);
  for (const labels of [
    'kind="alarm",outcome="accepted"',
    'kind="alarm",outcome="duplicate"',
    'kind="alarm",outcome="rejected"',
    'kind="unknown",outcome="rejected"',
  ])
    expect(messagesOf(text, labels)).toBe(messagesOf(before, labels) + 1);
  // No value, name or number of anybody stands in a label.
  for (const secret of ['geheim', '123456789', person.username, headers.jwt_token ?? '', site.code])
    expect(text).not.toContain(secret);
});

it('gives figures to this machine alone while there is no token', async () => {
  expect((await get('/metrics')).statusCode).toBe(200);
  expect((await get('/metrics', { remoteAddress: '10.0.0.7' })).statusCode).toBe(404);
  expect((await get('/metrics', { headers: { 'x-forwarded-for': '10.0.0.7' } })).statusCode).toBe(
    404,
  );
});

it('gives them to whoever has the token when there is one', async () => {
  const { config } = test.app.services;
  Object.assign(config, { metricsToken: 'a-long-secret-token' });
  const as = (authorization: string) =>
    get('/metrics', { headers: { authorization }, remoteAddress: '10.0.0.7' });
  expect((await as('Bearer a-long-secret-token')).statusCode).toBe(200);
  expect((await as('Bearer another')).statusCode).toBe(404);
  expect((await get('/metrics')).statusCode).toBe(404);
  Object.assign(config, { metricsToken: null });
});
