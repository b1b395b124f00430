import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepIdentityHourly } from '../../kernel/sweep-identity.ts';
import { PASSWORD, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';
import { countFailure, countSuccess, judgeTry } from './sign-in-guard.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0';

let test: TestApp;
let site: TestSite;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
});
afterAll(() => test.close());
beforeEach(() =>
  test.database.owner.query('delete from sign_in_counter; delete from sign_in_success'),
);

const asSystem: TestApp['app']['services']['asSystem'] = (work) => test.app.services.asSystem(work);
const fail = async (username: string, address: string, times: number) => {
  for (let count = 0; count < times; count += 1)
    await asSystem((trx) => countFailure(trx, username, address));
};
const wait = async (username: string, address: string) =>
  (await asSystem((trx) => judgeTry(trx, username, address))).waitSeconds;

describe('guessing', () => {
  it('one account from one address waits after five failures, twice as long after each further one', async () => {
    await fail('zhang', '10.0.0.1', 4);
    expect(await wait('zhang', '10.0.0.1')).toBe(0);
    await fail('Zhang', '10.0.0.1', 1);
    expect(await wait('zhang', '10.0.0.1')).toBe(60);
    await fail('zhang', '10.0.0.1', 1);
    expect(await wait('zhang', '10.0.0.1')).toBe(120);
    await fail('zhang', '10.0.0.1', 9);
    expect(await wait('zhang', '10.0.0.1')).toBe(900);
    expect(await wait('zhang', '10.0.0.2')).toBe(0);
    await asSystem((trx) => countSuccess(trx, 'zhang', '10.0.0.1'));
    expect(await wait('zhang', '10.0.0.1')).toBe(0);
  });

  it('one account from many addresses is refused, but not from where it has worked', async () => {
    await asSystem((trx) => countSuccess(trx, 'li', '10.0.0.9'));
    for (let count = 0; count < 20; count += 1) await fail('li', `172.16.0.${count}`, 1);
    expect(await wait('li', '172.16.9.9')).toBe(900);
    expect(await wait('li', '10.0.0.9')).toBe(0);
  });

  it('many accounts from one address are slowed, later refused unless somebody works there', async () => {
    await test.database.owner.query(
      `insert into sign_in_counter (key, failures, window_start, last_failure) values ('address 10.1.1.1', 59, now(), now())`,
    );
    await fail('a1', '10.1.1.1', 1);
    expect(await asSystem((trx) => judgeTry(trx, 'a2', '10.1.1.1'))).toEqual({
      waitSeconds: 0,
      delayMs: 2000,
    });
    await test.database.owner.query(
      `update sign_in_counter set failures = 299 where key = 'address 10.1.1.1'`,
    );
    await fail('a3', '10.1.1.1', 1);
    expect(await wait('a4', '10.1.1.1')).toBe(900);
    await asSystem((trx) => countSuccess(trx, 'worker', '10.1.1.1'));
    expect(await wait('a4', '10.1.1.1')).toBe(0);
  });

  it('is answered alike for accounts that exist and that do not', async () => {
    const { username } = await test.makeUser('planner', site);
    for (const name of [username, 'nobody-at-all']) {
      for (let count = 0; count < 5; count += 1)
        expect(
          (
            await test.call('POST', '/api/user/auth/login', {
              username: name,
              password: 'wrong-one',
            })
          ).code,
        ).toBe(1001);
      expect(
        await test.call('POST', '/api/user/auth/login', { username: name, password: PASSWORD }),
      ).toMatchObject({
        code: 1002,
        data: { key: 'signIn.throttled', args: { s: expect.any(Number) } },
      });
    }
  });

  it('leaves no trace of tries that were right', async () => {
    const person = await test.makeUser('planner', site);
    await fail(person.username, '10.5.5.5', 19);
    await test.signIn(person);
    expect(await wait(person.username, '10.5.5.6')).toBe(0);
    const { rows } = await test.database.owner.query<{ failures: number }>(
      'select failures from sign_in_counter where key = $1',
      [`account ${person.username}`],
    );
    expect(rows).toEqual([{ failures: 19 }]);
  });

  it('can be lifted by an administrator', async () => {
    const person = await test.makeUser('planner', site);
    await fail(person.username, '127.0.0.1', 5);
    const admin = await test.signIn('admin');
    expect(
      (
        await test.call(
          'POST',
          '/api/user/account/user/actions/unlock',
          { ids: [person.id] },
          admin,
        )
      ).data,
    ).toMatchObject({ ok: 1 });
    expect(
      (
        await test.call('POST', '/api/user/auth/login', {
          username: person.username,
          password: PASSWORD,
        })
      ).code,
    ).toBe(0);
  });
});

describe('the site of a sign-in', () => {
  it("must be one of the person's own, without one the last used", async () => {
    const [second, foreign] = [await test.makeSite(), await test.makeSite()];
    const person = await test.makeUser('planner', site, { associated: [second] });
    const departOf = async (departId?: string) => {
      const headers = await test.signIn(person, departId);
      return (
        await test.call<{ sysDepart: { departId: string } }>(
          'GET',
          '/api/user/auth/getInfo',
          undefined,
          headers,
        )
      ).data.sysDepart.departId;
    };
    expect(await departOf()).toBe(site.id);
    expect(await departOf(second.id)).toBe(second.id);
    expect(await departOf()).toBe(second.id);
    expect(
      await test.call('POST', '/api/user/auth/login', {
        username: person.username,
        password: PASSWORD,
        departId: foreign.id,
      }),
    ).toMatchObject({ code: 1005, data: { key: 'signIn.site' } });
  });
});

describe('the login log', () => {
  it('S120 tells successes and failures with their inner reason', async () => {
    const person = await test.makeUser('planner', site);
    const began = Date.now();
    for (const password of [PASSWORD, 'wrong-one'])
      await test.call(
        'POST',
        '/api/user/auth/login',
        { username: person.username, password },
        { 'user-agent': FIREFOX },
      );
    await test.call('POST', '/api/user/auth/login', {
      username: 'this-is-my-password-typed-in-the-wrong-box',
      password: 'x',
    });
    await test.app.services.logs.flush();
    const admin = await test.signIn('admin');
    const own = await test.call<{ list: Record<string, unknown>[] }>(
      'GET',
      `/api/log/login-logs?params[username]=${person.username}`,
      undefined,
      admin,
    );
    expect(
      own.data.list
        .map(({ status, responseInfo }) => `${String(status)} ${String(responseInfo)}`)
        .sort(),
    ).toEqual(['0 登录成功', '1 密码错误']);
    for (const row of own.data.list) {
      expect(row).toMatchObject({
        username: person.username,
        host: '127.0.0.1',
        location: 'intranet',
        clientKind: 'web',
        browser: 'Firefox 144',
        os: 'Windows 10/11',
      });
      const at = Date.parse(String(row['at']));
      expect(at).toBeGreaterThanOrEqual(began - 1);
      expect(at).toBeLessThanOrEqual(Date.now());
    }
    expect(own.data.list.find(({ status }) => status === '1')).toMatchObject({ event: '1' });
    const { rows } = await test.database.owner.query(
      `select username from log_login where response_info = '账号不存在' and username = 'thi'`,
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a site that somebody switched to', () => {
  it('is where the next session begins, however long ago the last one ended', async () => {
    const [one, other] = [await test.makeSite(), await test.makeSite()];
    const person = await test.makeUser(['system:depart:show']);
    for (const place of [one, other]) {
      const headers = await test.signIn(person);
      const switched = await test.call(
        'PUT',
        '/api/user/auth/switch/site',
        { id: place.id },
        headers,
      );
      expect(switched.code).toBe(0);
    }
    const kept = () =>
      test.database.owner.query(
        'select site_id as "siteId" from system_session where user_id = $1',
        [person.id],
      );
    await test.database.owner.query(
      `update system_session set live = false, ended_at = now() - interval '60 days',
         last_seen_at = last_seen_at - interval '60 days' where user_id = $1`,
      [person.id],
    );
    const stop = await sweepIdentityHourly(test.database.app, () => undefined);
    stop();
    expect((await kept()).rows).toEqual([{ siteId: other.id }]);
    const { data } = await test.call<{ sysDepart: { departId: string } }>(
      'GET',
      '/api/user/auth/getInfo',
      undefined,
      await test.signIn(person),
    );
    expect(data.sysDepart.departId).toBe(other.id);
  });
});

describe('the list of sites before sign-in', () => {
  it('is given ten times a second to one address and no oftener', async () => {
    const path = '/api/user/auth/you/can/switch/site?isAll=true';
    const ask = (remoteAddress: string) =>
      test.app.inject({ method: 'GET', url: path, remoteAddress });
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask('10.9.0.1')));
    const codes = answers.map((answer) => answer.json<{ code: number }>().code);
    expect(codes.filter((code) => code === 0).length).toBeGreaterThanOrEqual(20);
    expect(codes).toContain(429);
    expect((await ask('10.9.0.2')).json()).toMatchObject({ code: 0 });
  });
});
