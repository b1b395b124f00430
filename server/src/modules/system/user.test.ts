import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Headers,
  PASSWORD,
  type TestApp,
  testApp,
  type TestSite,
} from '../../kernel/testing.ts';
import { accountsAt, path, type Row } from './accounts.testing.ts';

let test: TestApp;
let site: TestSite;
let admin: Headers;
type Accounts = ReturnType<typeof accountsAt>;
let draft: Accounts['draft'];
let make: Accounts['make'];
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
  ({ draft, make } = accountsAt(test, site, admin));
});
afterAll(() => test.close());

const keysOf = (data: unknown) =>
  (data as { errors: { field: string; key: string }[] }).errors
    .map(({ field, key }) => `${field} ${key}`)
    .sort();

describe('accounts', () => {
  it('S3 S101 S228 S230 are made and listed with both names of a field', async () => {
    const other = await test.makeSite();
    const made = await make({
      associatedSites: [other.id],
      nickname: '小新',
      phone: '13812340001',
      customerType: '1',
    });
    const answer = await test.call<{ list: Row[]; total: number }>(
      'GET',
      `${path}?params[username]=${made.username}`,
      undefined,
      admin,
    );
    expect(answer.data.total).toBe(1);
    expect(answer.data.list[0]).toMatchObject({
      id: made.id,
      userId: made.id,
      username: made.username,
      account: made.username,
      nickname: '小新',
      affiliationDepartId: site.id,
      homeSite: site.id,
      associatedSites: [other.id],
      role: made.role,
      roleIds: made.role,
      customerType: '1',
      creator: '系统管理员',
      siteCode: site.code,
      status: '1',
      departName: site.name,
      phone: '13812340001',
      mustChangePassword: true,
    });
    expect(JSON.stringify(answer.data)).not.toMatch(/argon2|password"/);
  });

  it('must change the first password before anything else', async () => {
    const made = await make();
    const signedIn = await test.call<{
      userTokenMsg: { access_token: string; sub: string; code: string };
      mustChangePassword: boolean;
    }>('POST', '/api/user/auth/login', { username: made.username, password: 'Kranich-71' });
    expect(signedIn.data.mustChangePassword).toBe(true);
    const { access_token: token, sub, code } = signedIn.data.userTokenMsg;
    const headers = { jwt_token: token, sub, code };
    expect(await test.call('GET', '/api/production/orders', undefined, headers)).toMatchObject({
      code: 1006,
      data: { key: 'signIn.mustChange' },
    });
    expect(
      (
        await test.call(
          'PUT',
          '/api/user/info/password',
          {
            passwordOld: 'Kranich-71',
            passwordNew: 'Nebel-im-Tal',
            passwordRepeat: 'Nebel-im-Tal',
          },
          headers,
        )
      ).code,
    ).toBe(0);
    expect((await test.call('GET', '/api/production/orders', undefined, headers)).code).toBe(0);
  });

  it('tell all problems of a new account at once, the password among them', async () => {
    const made = await make();
    const wrong = { username: '-x', realName: '', phone: '123', password: '12345' };
    const refused = await test.call('POST', path, await draft(wrong), admin);
    expect(refused).toMatchObject({ code: 422, data: { key: 'draft.invalid' } });
    expect(keysOf(refused.data)).toEqual([
      'password password.tooShort',
      'phone field.pattern',
      'realName field.required',
      'username field.pattern',
    ]);
    const taken = { username: made.username, password: '12345' };
    expect(keysOf((await test.call('POST', path, await draft(taken), admin)).data)).toEqual([
      'password password.tooShort',
      'username row.duplicate',
    ]);
  });

  it('take no password with the name of the site', async () => {
    const password = `x-${site.name}`;
    expect(await test.call('POST', path, await draft({ password }), admin)).toMatchObject({
      code: 422,
      data: { errors: [{ key: 'password.common' }] },
    });
    const own = { passwordOld: PASSWORD, passwordNew: password, passwordRepeat: password };
    expect(
      await test.call('PUT', '/api/user/info/password', own, await test.as('planner', site)),
    ).toMatchObject({ code: 422, data: { errors: [{ key: 'password.common' }] } });
  });

  it('refuse a taken name without case, bad fields and unknown ones at once', async () => {
    const made = await make();
    expect(
      await test.call('POST', path, await draft({ username: made.username.toUpperCase() }), admin),
    ).toMatchObject({ code: 409, data: { key: 'row.duplicate' } });
    const bad = await test.call<{ errors: { field: string }[] }>(
      'POST',
      path,
      await draft({ username: 'a b', phone: '123', colour: 'red' }),
      admin,
    );
    expect(bad.data.errors.map(({ field }) => field).sort()).toEqual([
      'colour',
      'phone',
      'username',
    ]);
  });

  it('take nothing that the server owns', async () => {
    const made = await make({
      status: '0',
      lastLoginIp: '9.9.9.9',
      mustChangePassword: false,
      id: '1',
      passwordHash: undefined,
    });
    expect(made).toMatchObject({ status: '1', lastLoginIp: null, mustChangePassword: true });
    expect(made.id).not.toBe('1');
  });

  it('S231 are changed under their revision', async () => {
    const made = await make();
    const changed = await test.call<Row>(
      'PUT',
      path,
      { id: made.id, nickname: '小新', revision: made.revision },
      admin,
    );
    expect(changed.data).toMatchObject({ nickname: '小新', revision: made.revision + 1 });
    expect(
      await test.call('PUT', path, { id: made.id, nickname: 'x', revision: made.revision }, admin),
    ).toMatchObject({ code: 409, data: { key: 'row.stale' } });
  });

  it('S232 are deleted when id and name belong together, never oneself', async () => {
    const made = await make();
    expect(
      await test.call('DELETE', `${path}/${made.id}/somebody`, undefined, admin),
    ).toMatchObject({ code: 404, data: { key: 'row.missing' } });
    expect(
      (await test.call('DELETE', `${path}/${made.id}/${made.username}`, undefined, admin)).code,
    ).toBe(0);
    expect(
      (
        await test.call('POST', '/api/user/auth/login', {
          username: made.username,
          password: 'Kranich-71',
        })
      ).code,
    ).toBe(1001);
    const own = await test.call<{ id: string }>('GET', '/api/user/info', undefined, admin);
    expect(
      await test.call('DELETE', `${path}/${own.data.id}/admin`, undefined, admin),
    ).toMatchObject({ code: 409, data: { key: 'user.remove.self' } });
  });

  it('S234 lose their sessions at once when disabled', async () => {
    const person = await test.makeUser('planner', site);
    const headers = await test.signIn(person);
    const call = (status: string) =>
      test.call(
        'PUT',
        '/api/user/account/disable/enabled/user',
        { id: person.id, status, username: person.username },
        admin,
      );
    expect((await call('0')).code).toBe(0);
    expect(await test.call('GET', '/api/user/auth/getInfo', undefined, headers)).toMatchObject({
      code: 408,
      data: { reason: 'disabled' },
    });
    expect(
      await test.call('POST', '/api/user/auth/login', {
        username: person.username,
        password: PASSWORD,
      }),
    ).toMatchObject({ code: 1003, data: { key: 'signIn.disabled' } });
    await call('1');
    expect(
      (
        await test.call('POST', '/api/user/auth/login', {
          username: person.username,
          password: PASSWORD,
        })
      ).code,
    ).toBe(0);
  });

  it('S233 get another password, which ends their sessions', async () => {
    const person = await test.makeUser('planner', site);
    const headers = await test.signIn(person);
    const reset = await test.call(
      'PUT',
      '/api/user/account/reset/user',
      { userId: person.id, username: person.username, password: 'Nebel-im-Tal' },
      admin,
    );
    expect(reset.code).toBe(0);
    expect(await test.call('GET', '/api/user/auth/getInfo', undefined, headers)).toMatchObject({
      code: 408,
      data: { reason: 'password' },
    });
    expect(
      (
        await test.call('POST', '/api/user/auth/login', {
          username: person.username,
          password: 'Nebel-im-Tal',
        })
      ).data,
    ).toMatchObject({ mustChangePassword: true });
  });

  it('S229 S235 tell the roles that may be given and the terminals reached', async () => {
    const person = await test.makeUser('planner', site);
    const roles = await test.call<{ roleKey: string; checked: boolean }[]>(
      'GET',
      `/api/user/account/role?userId=${person.id}`,
      undefined,
      admin,
    );
    expect(roles.data.filter(({ checked }) => checked).map(({ roleKey }) => roleKey)).toEqual([
      'planner',
    ]);
    expect((await test.call('GET', '/api/user/account/syncTcu', undefined, admin)).data).toEqual({
      sent: 0,
      failed: [],
    });
  });
});
