import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type TestApp, testApp } from '../../kernel/testing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

describe('signing in', () => {
  it('S127 needs the three values together', async () => {
    expect(await test.call('GET', '/api/user/auth/getInfo')).toMatchObject({
      code: 402,
      status: 200,
      data: { key: 'session.missing' },
    });
    const headers = await test.signIn('admin');
    expect(await test.call('GET', '/api/user/auth/getInfo', undefined, headers)).toMatchObject({
      code: 0,
    });
    for (const name of ['jwt_token', 'sub', 'code']) {
      const forged = { ...headers, [name]: `${headers[name]?.slice(0, -2)}xx` };
      expect((await test.call('GET', '/api/user/auth/getInfo', undefined, forged)).code).toBe(402);
    }
  });

  it('S128 S212 answers token, sub and code in userTokenMsg', async () => {
    const answer = await test.call<Record<string, unknown>>('POST', '/api/user/auth/login', {
      username: ' admin ',
      password: PASSWORD,
    });
    expect(answer.data).toMatchObject({
      userTokenMsg: {
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        sub: expect.any(String),
        code: expect.stringMatching(/^[\w-]{43}$/),
      },
      mustChangePassword: false,
    });
  });

  it('answers unknown accounts and wrong passwords alike', async () => {
    const { username } = await test.makeUser('operator', await test.makeSite());
    const wrong = await test.call('POST', '/api/user/auth/login', {
      username,
      password: 'nope-nope',
    });
    const unknown = await test.call('POST', '/api/user/auth/login', {
      username: 'nobody-here',
      password: 'nope-nope',
    });
    expect(wrong).toMatchObject({ code: 1001, data: { key: 'signIn.wrong' } });
    expect(unknown).toMatchObject({ code: 1001, msg: wrong.msg });
  });
});
