import { createHash } from 'node:crypto';
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
let admin: Headers;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const info = (headers: Headers) =>
  test.call<Record<string, unknown>>('GET', '/api/user/auth/getInfo', undefined, headers);

describe('user info', () => {
  it('S96 S97 S193 S213 S220 carries roles, permissions, identity and site', async () => {
    const person = await test.makeUser('planner', site);
    const answer = await info(await test.signIn(person));
    expect(answer.data).toMatchObject({
      id: person.id,
      userId: person.id,
      username: person.username,
      realName: person.realName,
      userIdentity: 2,
      affiliationDepartId: site.id,
      sysDepart: { departId: site.id, departName: site.name },
      roles: ['planner'],
      useOrgCode: [`HQ:${site.code}`],
      mustChangePassword: false,
      sysConfig: {
        productName: '厂务通',
        lockAfterMinutes: 15,
        timeZone: 'Asia/Shanghai',
        permVersion: expect.any(Number),
      },
    });
    expect(answer.data.permissions).toContain('production:order:release');
    expect(answer.headers).toMatchObject({
      'x-site-id': site.id,
      'x-perm-version': expect.stringMatching(/^\d+$/),
      'cache-control': 'no-store',
    });
  });

  it('carries what the person has set for the own workstation before what the site says', async () => {
    const headers = await test.as('planner', site);
    const config = async () => (await info(headers)).data['sysConfig'];
    expect(await config()).toMatchObject({
      lockAfterMinutes: 15,
      soundOnAlarm: true,
      homePath: null,
    });
    const url = '/api/system/run/model';
    const own = { lockAfterMinutes: 3, soundOnAlarm: false, homePath: '/production/order' };
    expect(await test.call('PUT', url, own, headers)).toMatchObject({ code: 0, data: own });
    expect(await config()).toMatchObject(own);
    await test.call('PUT', url, { lockAfterMinutes: null }, headers);
    expect(await config()).toMatchObject({ lockAfterMinutes: 15, soundOnAlarm: false });
  });

  it('S195 is *:*:* for the super administrator', async () => {
    expect((await info(admin)).data).toMatchObject({ permissions: ['*:*:*'], userIdentity: 1 });
  });

  it('S100 S252 gives the sidebar name and department', async () => {
    const person = await test.makeUser('planner', site);
    const answer = await test.call(
      'GET',
      '/api/user/info/current',
      undefined,
      await test.signIn(person),
    );
    expect(answer.data).toEqual({ realName: person.realName, departName: site.name });
  });

  it('S240 greets on the home page', async () => {
    const answer = await test.call('POST', '/home/getPersonal', {}, admin);
    expect(answer.data).toMatchObject({ realName: '系统管理员', todo: { notifications: 0 } });
  });
});

describe('menu routes', () => {
  const routes = (headers: Headers) =>
    test.call<
      {
        name: string;
        component: string;
        children?: { name: string; path: string; meta: Record<string, unknown> }[];
        meta: Record<string, unknown>;
      }[]
    >('GET', '/api/user/auth/getRouters', undefined, headers);

  it('S106 S194 S214 are those that the roles open', async () => {
    const list = (await routes(await test.as(['production:order:list'], site))).data;
    const production = list.find(({ name }) => name === 'Production');
    expect(production?.component).toBe('Layout');
    expect(production?.children?.map(({ path }) => path)).toEqual(['/production/order']);
    expect(production).toMatchObject({
      path: '/production',
      hidden: false,
      redirect: 'noRedirect',
      alwaysShow: true,
    });
    expect(production?.children?.[0]?.meta).toMatchObject({
      icon: 'file-text',
      affix: false,
      breadcrumb: true,
      noCache: false,
      title: '生产订单',
      titleEn: 'Orders',
      entity: 'production/order',
      pinyin: ['shengchandingdan', 'scdd'],
    });
    expect(list.some(({ name }) => name === 'System')).toBe(false);
    const system = (await routes(admin)).data.find(({ name }) => name === 'System');
    expect(system?.children?.find(({ name }) => name === 'DictTypeData')).toMatchObject({
      hidden: true,
      meta: { activeMenu: '/system/dict' },
    });
  });

  it('cost a 304 when nothing changed', async () => {
    const first = await routes(admin);
    const again = await test.app.inject({
      method: 'GET',
      url: '/api/user/auth/getRouters',
      headers: { ...admin, 'if-none-match': String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });
});

describe('the end of a session', () => {
  it('S134 S215 is the sign-out, which answers 0 again afterwards', async () => {
    const headers = await test.as('planner', site);
    const body = { token: headers.jwt_token, sub: headers.sub, code: headers.code };
    const forged = { ...body, code: 'x' };
    expect((await test.call('DELETE', '/api/user/auth/signout', forged, headers)).code).toBe(402);
    expect((await info(headers)).code).toBe(0);
    expect((await test.call('DELETE', '/api/user/auth/signout', body, headers)).code).toBe(0);
    expect((await test.call('DELETE', '/api/user/auth/signout', body)).code).toBe(0);
    expect((await test.call('DELETE', '/api/user/auth/signout', forged)).code).toBe(402);
    expect((await info(headers)).code).toBe(402);
  });

  it('is told with its reason when an administrator ends it', async () => {
    const person = await test.makeUser('planner', site);
    const headers = await test.signIn(person);
    expect(
      (await test.call('POST', '/api/system/sessions/actions/kick', { userId: person.id }, admin))
        .data,
    ).toEqual({ ended: 1 });
    expect(await info(headers)).toMatchObject({
      code: 408,
      msg: '会话已失效：被管理员强制下线',
      data: { reason: 'kicked' },
    });
  });

  it('comes with idleness as 402', async () => {
    const headers = await test.as('planner', site);
    await test.database.owner.query(
      `update system_session set last_seen_at = now() - interval '121 minutes' where live and id = (select max(id) from system_session)`,
    );
    expect((await info(headers)).code).toBe(402);
  });

  it('comes to the oldest session beyond the maximum', async () => {
    const person = await test.makeUser('planner', site);
    const first = await test.signIn(person);
    for (let count = 0; count < 5; count += 1) await test.signIn(person);
    expect(await info(first)).toMatchObject({ code: 408, data: { reason: 'replaced' } });
  });
});

describe('the lock screen', () => {
  it('S219 keeps a lock password of MD5 form and locks the session on the server', async () => {
    const headers = await test.as('planner', site);
    const path = '/api/system/run/model';
    expect(
      await test.call(
        'PUT',
        `${path}/update/lock/screen/password`,
        { lockPassword: 'plain' },
        headers,
      ),
    ).toMatchObject({ code: 422 });
    expect(
      await test.call(
        'PUT',
        `${path}/update/lock/screen/password`,
        { lockPassword: md5('1234') },
        headers,
      ),
    ).toMatchObject({ code: 422, data: { errors: [{ key: 'lock.common' }] } });
    expect(
      (
        await test.call(
          'PUT',
          `${path}/update/lock/screen/password`,
          { lockPassword: md5('kranich') },
          headers,
        )
      ).code,
    ).toBe(0);
    expect((await test.call('POST', `${path}/actions/lock`, {}, headers)).code).toBe(0);
    expect((await info(headers)).code).toBe(423);
    expect(
      await test.call('POST', `${path}/actions/unlock`, { lockPassword: md5('wrong') }, headers),
    ).toMatchObject({ code: 409, data: { key: 'lock.wrong', args: { n: 4 } } });
    expect(
      (await test.call('POST', `${path}/actions/unlock`, { lockPassword: md5('kranich') }, headers))
        .code,
    ).toBe(0);
    expect((await info(headers)).code).toBe(0);
  });

  it('judges no more than five tries that are sent together', async () => {
    const headers = await test.as('planner', site);
    await test.call('POST', '/api/system/run/model/actions/lock', {}, headers);
    const path = '/api/system/run/model/actions/unlock';
    const sent = Array.from({ length: 10 }, () =>
      test.call('POST', path, { password: 'wrong!' }, headers),
    );
    const codes = (await Promise.all(sent)).map(({ code }) => code);
    expect(codes.filter((code) => code === 409)).toHaveLength(4);
    expect(codes.filter((code) => code === 408)).toHaveLength(6);
  });

  it('ends the session at the fifth wrong try', async () => {
    const headers = await test.as('planner', site);
    await test.call('POST', '/api/system/run/model/actions/lock', {}, headers);
    const codes: number[] = [];
    for (let count = 0; count < 5; count += 1)
      codes.push(
        (
          await test.call(
            'POST',
            '/api/system/run/model/actions/unlock',
            { password: 'wrong!' },
            headers,
          )
        ).code,
      );
    expect(codes).toEqual([409, 409, 409, 409, 408]);
    expect(await info(headers)).toMatchObject({ code: 408, data: { reason: 'unlock' } });
  });
});

describe('the site of a live session', () => {
  const placeOf = async (headers: Headers) => (await info(headers)).data.sysDepart;
  const path = '/api/user/account/user';
  const held = ['production:order:list'];

  it('follows a withdrawn site, also when a person of the home site withdraws it', async () => {
    const second = await test.makeSite();
    const person = await test.makeUser(held, site, { associated: [second] });
    const headers = await test.signIn(person, second.id);
    expect(await placeOf(headers)).toMatchObject({ departId: second.id });
    const keeper = await test.as([...held, 'system:user:edit', 'system:user:reset'], site);
    const change = { id: person.id, associatedSites: [], revision: 1 };
    expect((await test.call('PUT', path, change, keeper)).code).toBe(0);
    expect(await placeOf(headers)).toMatchObject({ departId: site.id });
    const { rows } = await test.database.owner.query(
      'select site_id, current_site_id from system_session where user_id = $1',
      [person.id],
    );
    expect(rows).toEqual([{ site_id: site.id, current_site_id: site.id }]);
  });

  it('follows a lowered identity, and ends where the home site is disabled', async () => {
    const [home, other] = [await test.makeSite(), await test.makeSite()];
    const person = await test.makeUser('planner', home, { identity: '1' });
    const headers = await test.signIn(person, other.id);
    const lower = { id: person.id, userIdentity: '2', revision: 1 };
    expect((await test.call('PUT', path, lower, admin)).code).toBe(0);
    expect((await info(headers)).data).toMatchObject({
      userIdentity: 2,
      sysDepart: { departId: home.id },
    });
    const roamer = await test.makeUser('planner', home, { associated: [other] });
    const roaming = await test.signIn(roamer, other.id);
    await test.database.owner.query(`update base_site set status = '0' where id = $1`, [home.id]);
    const change = { id: roamer.id, associatedSites: [], revision: 1 };
    expect((await test.call('PUT', path, change, admin)).code).toBe(0);
    expect(await info(roaming)).toMatchObject({ code: 408, data: { reason: 'site' } });
  });

  it('does not keep it from ending with a new password', async () => {
    const second = await test.makeSite();
    const person = await test.makeUser(held, site, { associated: [second] });
    const headers = await test.signIn(person, second.id);
    const keeper = await test.as([...held, 'system:user:edit', 'system:user:reset'], site);
    const body = { userId: person.id, username: person.username, password: 'Kranich-72' };
    expect((await test.call('PUT', '/api/user/account/reset/user', body, keeper)).code).toBe(0);
    expect(await info(headers)).toMatchObject({ code: 408, data: { reason: 'password' } });
  });
});

describe('the site switch', () => {
  const sites = (query: string, headers: Headers = {}) =>
    test.call<{ id: string; departName: string }[]>(
      'GET',
      `/api/user/auth/you/can/switch/site?${query}`,
      undefined,
      headers,
    );

  it('S202 S203 S217 lists sites: all to everybody, the switcher to identity 1 with the tag', async () => {
    expect((await sites('isAll=true')).data).toContainEqual({ id: site.id, departName: site.name });
    expect((await sites('isAll=false', admin)).data).toContainEqual({
      id: site.id,
      departName: site.name,
    });
    expect((await sites('isAll=false')).code).toBe(402);
    expect((await sites('isAll=false', await test.as(['system:depart:show'], site))).code).toBe(
      403,
    );
    expect((await sites('isAll=false', await test.as(['home:data:list']))).code).toBe(403);
    expect((await sites('')).code).toBe(400);
  });

  it('names sites in the language of the reader', async () => {
    await test.database.owner.query(`update base_site set depart_name_en = 'Plant' where id = $1`, [
      site.id,
    ]);
    const named = async (tag: string) =>
      (await sites('isAll=true', { 'accept-language': tag })).data.find(({ id }) => id === site.id);
    expect(await named('en')).toEqual({ id: site.id, departName: 'Plant' });
    expect(await named('zh-CN')).toEqual({ id: site.id, departName: site.name });
  });

  it('S138 S216 is for identity 1 only and acts on the next request', async () => {
    const headers = await test.signIn('admin');
    expect(
      (await test.call('PUT', '/api/user/auth/switch/site', { id: site.id }, headers)).code,
    ).toBe(0);
    expect((await info(headers)).data).toMatchObject({ sysDepart: { departId: site.id } });
    expect(
      (await test.call('PUT', '/api/user/auth/switch/site', { id: '999999' }, headers)).code,
    ).toBe(404);
    const forged = await test.as('site_admin', site);
    expect(
      (await test.call('PUT', '/api/user/auth/switch/site', { id: test.companyId }, forged)).code,
    ).toBe(403);
  });
});

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
