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

const info = (headers: Headers) =>
  test.call<Record<string, unknown>>('GET', '/api/user/auth/getInfo', undefined, headers);

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
