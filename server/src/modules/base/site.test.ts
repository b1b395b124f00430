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

describe('sites', () => {
  const path = '/api/user/depart';

  it('S99 S202 S221 S222 are listed with the tag of the specification', async () => {
    const list = await test.call<List>(
      'GET',
      `${path}?limit=0`,
      undefined,
      await test.as(['system:depart:show']),
    );
    expect(list.data.list).toContainEqual(
      expect.objectContaining({ id: site.id, departName: site.name, institutionCode: site.code }),
    );
    const asked = `?params[departName]=${encodeURIComponent(site.name)}&params[institutionCode]=${site.code}`;
    const narrowed = await test.call<List>('GET', path + asked, undefined, admin);
    expect(narrowed.data).toMatchObject({ total: 1, list: [{ id: site.id }] });
    expect((await test.call('GET', path, undefined, await test.as(['base:site:list']))).code).toBe(
      403,
    );
    expect((await test.call('GET', `${path}/${site.id}`, undefined, admin)).data).toMatchObject({
      departName: site.name,
    });
  });

  it('are not deleted while something stands on them, which is named', async () => {
    const busy = await test.makeSite();
    const line = { code: 'L1', name: '一线', siteId: busy.id };
    const made = await test.call<Row>('POST', '/api/base/lines', line, admin);
    await test.call('PUT', `/api/base/lines/${made.data.id}/calendar`, { days: [] }, admin);
    await test.makeUser(['home:data:list'], busy);
    const refused = await test.call('DELETE', `${path}/${busy.id}`, undefined, admin);
    expect(refused).toMatchObject({
      code: 409,
      data: { key: 'row.inUse' },
      msg: `「${busy.code} ${busy.name}」被产线(1)、用户(1)引用，不能删除，可改为停用`,
    });
  });

  it('of a row narrow what it may refer to, whoever asks', async () => {
    const [one, other] = [await test.makeSite(), await test.makeSite()];
    for (const { id: siteId, name } of [one, other])
      await test.call('POST', '/api/base/lines', { code: 'L1', name, siteId }, admin);
    const offered = (more: string) =>
      test.call<{ list: { label: string }[] }>(
        'GET',
        `/api/commons/options?entity=base/line&limit=200${more}`,
        undefined,
        admin,
      );
    const labels = async (more: string) =>
      (await offered(more)).data.list.map(({ label }) => label);
    expect(await labels('')).toEqual(
      expect.arrayContaining([`L1 ${one.name}`, `L1 ${other.name}`]),
    );
    expect(await labels(`&forSite=${one.id}`)).toEqual([`L1 ${one.name}`]);
    expect((await offered('&forSite=all')).code).toBe(400);
  });

  it('keep the company, which is named with what stands on it', async () => {
    const { rows } = await test.database.owner.query<{ id: string }>(
      `select id from base_site where depart_type = 'company'`,
    );
    const refused = await test.call('DELETE', `${path}/${rows[0]?.id}`, undefined, admin);
    expect(refused).toMatchObject({ code: 409, data: { key: 'row.inUse' } });
    expect(refused.msg).toContain('被厂区');
  });

  it('S223 S224 S225 S226 S227 are made, changed, told of, switched off and deleted', async () => {
    const draft = {
      departName: '新厂区',
      departType: 'site',
      institutionCode: 'NEW01',
      shortCode: 'NEW',
      parentId: test.companyId,
    };
    const made = (await test.call<Row>('POST', path, draft, admin)).data;
    expect(made).toMatchObject({ departName: '新厂区', status: '1', timeZone: 'Asia/Shanghai' });
    const changed = await test.call<Row>(
      'PUT',
      path,
      { id: made.id, departNameEn: 'New site', revision: made.revision },
      admin,
    );
    expect(changed.data).toMatchObject({ departNameEn: 'New site', departName: '新厂区' });
    expect(
      (await test.call('GET', `${path}/msg?departId=${made.id}`, undefined, admin)).data,
    ).toMatchObject({
      depart: { id: made.id },
      userCount: 0,
      lineCount: 0,
      equipmentCount: 0,
      boardCount: 0,
      children: [],
    });
    expect(
      (
        await test.call(
          'PUT',
          '/api/user/disable/enabled/depart',
          { departId: made.id, status: '0' },
          admin,
        )
      ).code,
    ).toBe(0);
    const row = () => test.call('GET', `${path}/${made.id}`, undefined, admin);
    expect(await row()).toMatchObject({ code: 0, data: { status: '0' } });
    expect((await test.call('DELETE', `${path}/${made.id}`, undefined, admin)).code).toBe(0);
    expect((await row()).code).toBe(404);
    await test.makeUser(['home:data:list'], site);
    expect(await test.call('DELETE', `${path}/${site.id}`, undefined, admin)).toMatchObject({
      code: 409,
      data: { key: 'row.inUse' },
    });
  });

  it('tell how many machines and screens they have, and how many of them are online', async () => {
    const place = await test.makeSite();
    const keeper = await test.as('site_admin', place);
    const make = async (url: string, draft: object) =>
      (await test.call<Row>('POST', url, draft, keeper)).data.id;
    const machine = { equipmentKind: 'machineTool', standardActionRate: '85' };
    const machines = await Promise.all(
      ['M1', 'M2', 'M3'].map((number) =>
        make('/api/base/equipments', { ...machine, number, nickname: number }),
      ),
    );
    const pages = [{ page: 'andon', seconds: 60 }];
    const boards = await Promise.all(
      ['B1', 'B2'].map((boardCode) =>
        make('/api/system/kanbans', { boardCode, boardName: boardCode, pages }),
      ),
    );
    const { owner } = test.database;
    await owner.query(
      `insert into device_live (equipment_id, site_id, status) values ($1, $3, 'run'), ($2, $3, 'offline')
       on conflict (equipment_id) do update set status = excluded.status`,
      [machines[0], machines[1], place.id],
    );
    await owner.query(`update system_kanban set online = true where id = $1`, [boards[0]]);
    const { data } = await test.call<{ list: Row[] }>('GET', `${path}?limit=200`, undefined, admin);
    expect(data.list.find(({ id }) => id === place.id)).toMatchObject({
      equipmentCount: 3,
      equipmentOnlineCount: 1,
      boardCount: 2,
      boardOnlineCount: 1,
      orderCount: 0,
    });
  });

  it('end their sessions when disabled, and one remains', async () => {
    const doomed = await test.makeSite();
    const headers = await test.as('planner', doomed);
    expect(
      (
        await test.call(
          'PUT',
          '/api/user/disable/enabled/depart',
          { departId: doomed.id, status: '0' },
          admin,
        )
      ).code,
    ).toBe(0);
    expect(await test.call('GET', '/api/user/auth/getInfo', undefined, headers)).toMatchObject({
      code: 408,
      data: { reason: 'site' },
    });
    const others = await test.database.owner.query<{ id: string }>(
      `select id from base_site where depart_type = 'site' and status = '1' and id <> $1`,
      [site.id],
    );
    for (const { id } of others.rows)
      await test.call(
        'PUT',
        '/api/user/disable/enabled/depart',
        { departId: id, status: '0' },
        admin,
      );
    expect(
      await test.call(
        'PUT',
        '/api/user/disable/enabled/depart',
        { departId: site.id, status: '0' },
        admin,
      ),
    ).toMatchObject({ code: 409, data: { key: 'site.disable.last' } });
  });
});
