import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';

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
      avatar: null,
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
      kanbanDensity: 'default',
    });
    const url = '/api/system/run/model';
    const own = {
      lockAfterMinutes: 3,
      soundOnAlarm: false,
      homePath: '/production/order',
      kanbanDensity: 'compact',
    };
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
