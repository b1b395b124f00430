import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp } from '../../kernel/testing.ts';

let test: TestApp;
let site: Awaited<ReturnType<TestApp['makeSite']>>;
let administrator: Headers;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  administrator = await test.signIn('admin');
});
afterAll(() => test.close());

/** What a browser sends with an address that somebody opens. */
const OPENED = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-dest': 'document',
};
const cookieOf = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ');
const open = (url: string, headers: Headers = {}) =>
  test.app.inject({ method: 'GET', url, headers: { ...OPENED, ...headers } });

it('opens in the browser of somebody signed in with the right, in its language', async () => {
  const cookie = cookieOf(administrator);
  const answer = await open('/api/docs', { cookie });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
  });
  expect(answer.body).toContain('接口说明');
  expect(answer.body).toContain('/api/production/orders');
  const english = await open('/api/docs', { cookie, 'accept-language': 'en' });
  expect(english.body).toContain('<h1>API description</h1>');
  const file = await open('/api/docs/openapi.json', { cookie });
  expect(file.json()).toHaveProperty('openapi');
});

it('asks everybody else to sign in, and says that the right is missing', async () => {
  const nobody = await open('/api/docs');
  expect([nobody.statusCode, nobody.headers['content-type']]).toEqual([
    401,
    'text/html; charset=utf-8',
  ]);
  expect(nobody.body).toContain('href="/login"');
  const cookie = cookieOf({ ...administrator, code: 'wrong' });
  expect((await open('/api/docs', { cookie })).statusCode).toBe(401);
  const without = cookieOf(await test.as(['production:order:list'], site));
  const refused = await open('/api/docs', { cookie: without });
  expect(refused.statusCode).toBe(403);
  expect(refused.body).toContain('没有操作权限');
  expect(refused.body).not.toContain('/api/production/orders');
});

it('takes cookies for nothing that a script asks, a frame shows or a call changes', async () => {
  const cookie = cookieOf(administrator);
  for (const dest of ['empty', 'iframe', 'image', 'script'])
    expect((await open('/api/docs', { cookie, 'sec-fetch-dest': dest })).json()).toMatchObject({
      code: 402,
    });
  for (const [method, url] of [
    ['GET', '/api/user/auth/getInfo'],
    ['GET', '/api/production/orders'],
    ['POST', '/api/base/lines'],
    ['DELETE', '/api/user/auth/signout'],
  ] as const) {
    const answer = await test.app.inject({ method, url, headers: { ...OPENED, cookie } });
    expect(answer.json(), `${method} ${url}`).toMatchObject({ code: 402 });
  }
});

it('answers scripts as before', async () => {
  expect(await test.call('GET', '/api/docs/openapi.json', undefined, {})).toMatchObject({
    code: 402,
  });
  const answer = await test.app.inject({
    method: 'GET',
    url: '/api/docs/openapi.json',
    headers: administrator,
  });
  expect(answer.json()).toHaveProperty('paths');
});
