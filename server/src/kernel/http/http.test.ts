import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp, type TestSite } from '../testing.ts';
import { checkTags } from './permission.ts';
import { parseQuery } from './query-string.ts';
import { rateLimit } from './rate-limit.ts';

let test: TestApp;
let site: TestSite;
let admin: Headers;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

const logged = async (where: string, values: unknown[]) => {
  await test.app.services.logs.flush();
  const { rows } = await test.database.owner.query<Record<string, string>>(
    `select * from log_operate where ${where} order by id`,
    values,
  );
  return rows;
};

describe('query strings', () => {
  it('S211 nest as name[key], without prototypes and arrays', () => {
    expect({ ...parseQuery('page=1&params[a%20b]=x+y&params[q][begin]=2') }).toMatchObject({
      page: '1',
      params: { 'a b': 'x y', q: { begin: '2' } },
    });
    for (const bad of [
      'a[]=1',
      'a[b][c][d]=1',
      '__proto__[x]=1',
      'a[constructor]=1',
      'params[toString]=1',
      'a=%E0%A4%A',
      'a=1&a[b]=2',
      'a[b=1',
    ])
      expect(() => parseQuery(bad), bad).toThrow();
  });

  it('are refused as 400 in an envelope', async () => {
    expect(await test.call('GET', '/api/production/orders?a[]=1', undefined, admin)).toMatchObject({
      code: 400,
      status: 200,
      data: { key: 'call.invalid' },
    });
    expect(
      await test.call('GET', '/api/production/orders?nonsense=1', undefined, admin),
    ).toMatchObject({ code: 400, status: 200 });
  });

  it('name no filter, order or column that nobody declared, whatever every object answers to', async () => {
    for (const asked of ['?params[valueOf]=1', '?sort=toString', '/export?columns=toString'])
      expect(
        await test.call('GET', `/api/production/orders${asked}`, undefined, admin),
      ).toMatchObject({ code: 400, data: { key: 'call.invalid' } });
  });

  it('search for no words where nothing of a row is words', async () => {
    const asked = '/api/base/line-days?params[keyword]=x';
    expect(await test.call('GET', asked, undefined, admin)).toMatchObject({
      code: 400,
      data: { key: 'call.invalid' },
    });
  });
});

describe('answers', () => {
  it('carry an HTTP status of their own only before a route is reached', async () => {
    expect(await test.call('GET', '/api/no/such/call')).toMatchObject({
      status: 404,
      code: 404,
      data: { key: 'call.unknown' },
    });
    const unreadable = await test.app.inject({ url: '/edition/api/file/%zz' });
    expect(unreadable.statusCode).toBe(404);
    expect(unreadable.json()).toMatchObject({ code: 404, data: { key: 'call.unknown' } });
    expect(unreadable.headers).toMatchObject({
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    const broken = await test.app.inject({
      method: 'POST',
      url: '/api/user/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: '{"a":',
    });
    expect([broken.statusCode, broken.json<{ code: number }>().code]).toEqual([400, 400]);
    const large = await test.app.inject({
      method: 'POST',
      url: '/api/user/auth/login',
      headers: { 'content-type': 'application/json' },
      payload: `"${'x'.repeat(2_100_000)}"`,
    });
    expect(large.statusCode).toBe(413);
  });

  it('speak the language asked for and keep a request id', async () => {
    const answer = await test.call('GET', '/api/user/auth/getInfo', undefined, {
      'accept-language': 'en-US',
      'x-request-id': 'request-0815',
    });
    expect(answer.msg).toBe('The login status has expired');
    expect(answer.headers).toMatchObject({
      'x-request-id': 'request-0815',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
  });

  it('carry the versions that clients compare', async () => {
    const before = (await test.call('GET', '/api/user/auth/getInfo', undefined, admin)).headers;
    await test.call('POST', '/api/system/dict-types/actions/refresh', {}, admin);
    const after = (await test.call('GET', '/api/user/auth/getInfo', undefined, admin)).headers;
    expect(Number(after['x-dict-version'])).toBe(Number(before['x-dict-version']) + 1);
  });
});

describe('permissions', () => {
  it('stop the start when a route names an unknown tag', () => {
    const route = {
      method: 'GET',
      path: '/x',
      tag: 'made:up:tag',
      handle: async () => null,
    } as const;
    expect(() => checkTags([route])).toThrow('made:up:tag');
  });

  it('are checked on the server and denied tries are logged', async () => {
    const person = await test.as(['production:order:list'], site);
    expect(
      await test.call('GET', '/api/system/roles', undefined, {
        ...person,
        'x-request-id': 'denied-0001',
      }),
    ).toMatchObject({ code: 403, data: { key: 'permission.missing' } });
    expect(await logged('request_id = $1', ['denied-0001'])).toMatchObject([
      { business_type: '10', status: '1', request_method: 'GET', module: '角色' },
    ]);
  });
});

describe('answers', () => {
  const askPacked = async (method: 'GET' | 'POST', url: string, headers: Headers, body?: object) =>
    test.app.inject({
      method,
      url,
      headers: { ...headers, 'accept-encoding': 'br, gzip' },
      ...(body ? { payload: body } : {}),
    });

  it('that are large come packed to those who can unpack them', async () => {
    const packed = await askPacked('GET', '/api/user/auth/getRouters', admin);
    expect(packed.headers['content-encoding']).toBe('br');
    const answer = JSON.parse(brotliDecompressSync(packed.rawPayload).toString()) as object;
    const plain = await test.call('GET', '/api/user/auth/getRouters', undefined, admin);
    expect(plain).toMatchObject(answer);
  });

  it('to nobody signed in are never packed, since they may hand out a session', async () => {
    const [username, password] = ['x'.repeat(3000), 'y'];
    const plain = await askPacked('POST', '/api/user/auth/login', {}, { username, password });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it('refuse filters and sorts of columns that a log does not have', async () => {
    for (const query of [
      'params[createBy]=1',
      'params[createBy][begin]=1',
      'params[createTime][begin]=2026-01-01',
      'sort=updateTime&order=ASC',
    ])
      expect(
        await test.call('GET', `/api/log/login-logs?${query}`, undefined, admin),
      ).toMatchObject({ data: { key: 'call.invalid' } });
  });
});

describe('repeated creating calls', () => {
  it('create once and answer alike, also at the same time', async () => {
    const headers = { ...admin, 'idempotency-key': 'form-1234567890' };
    const body = { dictName: '一次', dictType: 'only_once' };
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        test.call<{ id: string }>('POST', '/api/system/dict-types', body, headers),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(
      await test.call('POST', '/api/system/dict-types', { ...body, dictType: 'other' }, headers),
    ).toMatchObject({ code: 400, data: { key: 'call.repeated' } });
  });

  it('leave no claim when they fail', async () => {
    const headers = { ...admin, 'idempotency-key': 'form-0987654321' };
    expect(
      (
        await test.call(
          'POST',
          '/api/system/dict-types',
          { dictName: '', dictType: 'again' },
          headers,
        )
      ).code,
    ).toBe(422);
    expect(
      (
        await test.call(
          'POST',
          '/api/system/dict-types',
          { dictName: '再来', dictType: 'again' },
          headers,
        )
      ).code,
    ).toBe(0);
  });
});

describe('rates', () => {
  it('refill over time', () => {
    const limit = rateLimit(10, 2);
    expect([
      limit.take('a', 0),
      limit.take('a', 0),
      limit.take('a', 0),
      limit.take('b', 0),
      limit.take('a', 150),
    ]).toEqual([0, 0, 1, 0, 0]);
  });

  it('of one person are answered with code 429', async () => {
    const headers = await test.as('planner', site);
    const answers = await Promise.all(
      Array.from({ length: 130 }, () =>
        test.call('GET', '/api/user/info/current', undefined, headers),
      ),
    );
    expect(answers.some(({ code, status }) => code === 429 && status === 200)).toBe(true);
  });
});
