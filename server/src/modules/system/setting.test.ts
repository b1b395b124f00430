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

type Row = Record<string, unknown> & { id: string; revision: number };
type List = { list: Row[]; total: number };

describe('settings', () => {
  const path = '/api/system/settings';

  it('act without a restart, within their range, and have a history', async () => {
    expect(
      await test.call('PUT', `${path}/password.minLength`, { value: '5' }, admin),
    ).toMatchObject({ code: 422, data: { errors: [{ key: 'setting.value' }] } });
    expect(
      (await test.call('PUT', `${path}/login.siteSelector`, { value: 'off' }, admin)).code,
    ).toBe(0);
    expect((await test.call('GET', '/api/user/auth/you/can/switch/site?isAll=true')).data).toEqual(
      [],
    );
    expect(
      (await test.call('PUT', `${path}/login.siteSelector`, { value: null }, admin)).data,
    ).toMatchObject({ value: 'on' });
    expect(
      (await test.call<Row[]>('GET', '/api/user/auth/you/can/switch/site?isAll=true')).data.length,
    ).toBeGreaterThan(0);
    expect(
      (await test.call<List>('GET', `${path}/login.siteSelector/history`, undefined, admin)).data
        .list,
    ).toHaveLength(2);
  });

  it('tell who changed them when, in words, to whom comes late', async () => {
    await test.call('PUT', `${path}/session.idleMinutes`, { value: '110' }, admin);
    const late = { value: '100', revision: 1 };
    expect(await test.call('PUT', `${path}/session.idleMinutes`, late, admin)).toMatchObject({
      code: 409,
      data: {
        key: 'row.stale',
        args: {
          name: '系统管理员',
          time: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
        },
      },
    });
  });

  it('may differ by site where they are marked so', async () => {
    await test.call(
      'PUT',
      `${path}/session.lockAfterMinutes`,
      { value: '7', siteId: site.id },
      admin,
    );
    const person = await test.as('planner', site);
    expect(
      (await test.call('GET', '/api/user/auth/getInfo', undefined, person)).data,
    ).toMatchObject({ sysConfig: { lockAfterMinutes: 7 } });
    expect((await test.call('GET', '/api/user/auth/getInfo', undefined, admin)).data).toMatchObject(
      { sysConfig: { lockAfterMinutes: 15 } },
    );
    expect(
      (await test.call('PUT', `${path}/product.name`, { value: 'X', siteId: site.id }, admin)).code,
    ).toBe(422);
    // The company has the value of all; only a site has one of its own.
    for (const siteId of [test.companyId, '987654'])
      expect(
        await test.call('PUT', `${path}/log.heartbeatSeconds`, { value: '60', siteId }, admin),
      ).toMatchObject({
        code: 422,
        data: { errors: [{ field: 'siteId', key: 'ref.missing' }] },
      });
  });
});
