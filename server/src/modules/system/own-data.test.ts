import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedFile } from '../../kernel/files/testing.ts';
import {
  type Headers,
  PASSWORD,
  type TestApp,
  testApp,
  type TestSite,
} from '../../kernel/testing.ts';

let test: TestApp;
let site: TestSite;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
});
afterAll(() => test.close());

const info = (headers: Headers) =>
  test.call<Record<string, unknown>>('GET', '/api/user/auth/getInfo', undefined, headers);

describe('the own password', () => {
  const change = (headers: Headers, body: object) =>
    test.call<{ errors: { field: string; key: string }[] }>(
      'PUT',
      '/api/user/info/password',
      body,
      headers,
    );

  it('S239 S170 S171 S172 S173 S168 is judged, all fields at once', async () => {
    const headers = await test.as('planner', site);
    const empty = await change(headers, {});
    expect(empty.data.errors.map(({ key }) => key)).toEqual([
      'password.oldMissing',
      'password.newMissing',
      'password.repeatMissing',
    ]);
    const short = await change(headers, {
      passwordOld: PASSWORD,
      passwordNew: 'ab1',
      passwordRepeat: 'ab2',
    });
    expect(short.data.errors.map(({ key }) => key)).toEqual([
      'password.tooShort',
      'password.mismatch',
    ]);
    expect(short.msg).toContain('密码不能少于6位');
    const common = await change(headers, {
      passwordOld: PASSWORD,
      passwordNew: 'Passw0rd1',
      passwordRepeat: 'Passw0rd1',
    });
    expect(common.data.errors.map(({ key }) => key)).toEqual(['password.common']);
    const wrong = await change(headers, {
      passwordOld: 'not-the-one',
      passwordNew: 'Nebel-im-Tal',
      passwordRepeat: 'Nebel-im-Tal',
    });
    expect(wrong.data.errors).toMatchObject([{ field: 'passwordOld', key: 'password.oldWrong' }]);
  });

  it('ends the other sessions with 408 password', async () => {
    const person = await test.makeUser('planner', site);
    const other = await test.signIn(person);
    const headers = await test.signIn(person);
    expect(
      (
        await change(headers, {
          passwordOld: PASSWORD,
          passwordNew: 'Nebel-im-Tal',
          passwordRepeat: 'Nebel-im-Tal',
        })
      ).code,
    ).toBe(0);
    expect(await info(other)).toMatchObject({ code: 408, data: { reason: 'password' } });
    expect((await info(headers)).code).toBe(0);
    expect(
      (
        await test.call('POST', '/api/user/auth/login', {
          username: person.username,
          password: 'Nebel-im-Tal',
        })
      ).code,
    ).toBe(0);
  });
});

describe('the own data', () => {
  it('S236 S238 is read and changed; contacts need the password', async () => {
    const headers = await test.as('planner', site);
    expect((await test.call('GET', '/api/user/info', undefined, headers)).data).toMatchObject({
      departName: site.name,
      roles: ['生产计划员'],
    });
    expect(
      (await test.call('PUT', '/api/user/info', { nickname: '小李' }, headers)).data,
    ).toMatchObject({ nickname: '小李' });
    expect((await test.call('PUT', '/api/user/info', { phone: '13812340001' }, headers)).code).toBe(
      422,
    );
    expect(
      (
        await test.call(
          'PUT',
          '/api/user/info',
          { phone: '13812340001', password: PASSWORD },
          headers,
        )
      ).data,
    ).toMatchObject({ phone: '13812340001' });
    expect(
      (
        await test.call(
          'PUT',
          '/api/user/info',
          { phone: '12812340001', password: PASSWORD, role: ['1'] },
          headers,
        )
      ).data,
    ).toMatchObject({ phone: '12812340001' });
    expect(
      (
        await test.call(
          'PUT',
          '/api/user/info',
          { phone: '11812340001', password: PASSWORD },
          headers,
        )
      ).code,
    ).toBe(422);
  });

  it('tells who changed it when to whom comes late', async () => {
    const person = await test.makeUser('planner', site);
    const headers = await test.signIn(person);
    const change = (nickname: string) =>
      test.call('PUT', '/api/user/info', { nickname, revision: 1 }, headers);
    const both = await Promise.all([change('一'), change('二')]);
    const late = both.filter(({ code }) => code !== 0);
    expect(late).toMatchObject([
      {
        code: 409,
        data: {
          key: 'row.stale',
          args: { name: person.realName, time: expect.stringMatching(/^\d{4}-\d{2}-\d{2} /) },
        },
      },
    ]);
  });

  it('writes the operate row of a change together with it: masked, by field', async () => {
    const headers = await test.as('planner', site);
    await test.call(
      'PUT',
      '/api/user/info',
      { nickname: '阿明', phone: '13912345678', password: PASSWORD },
      headers,
    );
    const avatar = await storedFile(test, 'image', headers);
    await test.call('POST', '/api/user/info/avatar', { avatar }, headers);
    const { rows } = await test.database.owner.query(
      `select url, changes->'fields' as fields from log_operate where entity = 'system/user' and url like '/api/user/info%'
       and entity_id in (select entity_id from log_operate where changes->'fields' @> '[{"after": "阿明"}]') order by at, id`,
    );
    expect(rows).toMatchObject([
      {
        url: '/api/user/info',
        fields: [
          { field: 'nickname', after: '阿明' },
          { field: 'phone', after: '139****5678' },
        ],
      },
      {
        url: '/api/user/info/avatar',
        fields: [{ field: 'avatar', after: avatar }],
      },
    ]);
  });

  it('S237 keeps an avatar, and preferences per key', async () => {
    const headers = await test.as('planner', site);
    const avatar = await storedFile(test, 'image', headers);
    const kept = await test.call<{ avatar: string }>(
      'POST',
      '/api/user/info/avatar',
      { avatar: `${avatar}?e=1&s=x` },
      headers,
    );
    expect(kept.data.avatar).toContain(avatar);
    expect(
      (
        await test.call(
          'POST',
          '/api/user/info/avatar',
          { avatar: 'https://evil.example/x.png' },
          headers,
        )
      ).code,
    ).toBe(422);
    await test.call(
      'PUT',
      '/api/user/info/preferences/columns.order',
      { value: ['a', 'b'] },
      headers,
    );
    expect(
      (await test.call('GET', '/api/user/info/preferences/columns.order', undefined, headers)).data,
    ).toMatchObject({ value: ['a', 'b'] });
    expect(
      (await test.call('GET', '/api/user/info/sessions', undefined, headers)).data,
    ).toMatchObject({ total: 1, list: [{ current: true }] });
  });
});
