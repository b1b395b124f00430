import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp, type TestSite } from '../testing.ts';

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

describe('the operate log', () => {
  it('S119 holds a row per writing call with what changed', async () => {
    const began = Date.now();
    const answer = await test.call<{ id: string }>(
      'POST',
      '/api/system/dict-types',
      { dictName: '测试', dictType: 'log_test' },
      { ...admin, 'x-request-id': 'logged-0001' },
    );
    const [row] = await logged('request_id = $1', ['logged-0001']);
    expect(row).toMatchObject({
      module: '字典类型',
      business_type: '1',
      status: '0',
      request_method: 'POST',
      url: '/api/system/dict-types',
      operator: '系统管理员 admin',
      host: '127.0.0.1',
      location: 'intranet',
      entity: 'system/dictType',
      entity_id: answer.data.id,
    });
    expect(row?.changes).toMatchObject({
      operation: 'create',
      fields: expect.arrayContaining([
        expect.objectContaining({ field: 'dictType', after: 'log_test' }),
      ]),
    });
    expect(Number(row?.cost_time)).toBeGreaterThanOrEqual(0);
    expect(new Date(row?.at ?? '').getTime()).toBeGreaterThanOrEqual(began - 1);
    expect(new Date(row?.at ?? '').getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('S119 tells normal from abnormal, and every kind of call, on its page', async () => {
    const types = '/api/system/dict-types';
    const draft = { dictName: '测试', dictType: 'log_kinds' };
    const call = (id: string, method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
      test.call<{ id: string; revision: number }>(method, url, body, {
        ...admin,
        'x-request-id': id,
      });
    const { data } = await call('kinds-0001', 'POST', types, draft);
    expect((await call('kinds-0002', 'POST', types, draft)).code).not.toBe(0);
    const change = { dictName: '改名', revision: data.revision };
    await call('kinds-0003', 'PUT', `${types}/${data.id}`, change);
    await call('kinds-0004', 'DELETE', `${types}/${data.id}`);
    await test.app.services.logs.flush();
    const shown = async (id: string) => {
      const url = `/api/log/operate-logs?params[requestId]=${id}`;
      const answer = await test.call<{ list: object[] }>('GET', url, undefined, admin);
      return answer.data.list;
    };
    const told = {
      module: '字典类型',
      operator: '系统管理员 admin',
      host: '127.0.0.1',
      costTime: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    };
    const made = { ...told, requestMethod: 'POST', url: types, businessType: '1' };
    const own = { ...told, url: `${types}/${data.id}`, status: '0' };
    expect(await shown('kinds-0001')).toMatchObject([{ ...made, status: '0' }]);
    expect(await shown('kinds-0002')).toMatchObject([{ ...made, status: '1' }]);
    expect(await shown('kinds-0003')).toMatchObject([
      { ...own, requestMethod: 'PUT', businessType: '2' },
    ]);
    expect(await shown('kinds-0004')).toMatchObject([
      { ...own, requestMethod: 'DELETE', businessType: '3' },
    ]);
  });

  it('never holds passwords, tokens or whole phone numbers', async () => {
    const body = {
      username: 'x y',
      realName: 'a\nb',
      homeSite: site.id,
      role: [],
      password: 'Very-Secret-1',
      phone: '13812340001',
      jwt_token: 'abc',
    };
    await test.call('POST', '/api/user/account/user', body, {
      ...admin,
      'x-request-id': 'masked-0001',
    });
    const [row] = await logged('request_id = $1', ['masked-0001']);
    expect(row?.param).toContain('138****0001');
    expect(row?.param).not.toMatch(/Very-Secret|13812340001|abc|\n/);
    expect(row).toMatchObject({ status: '1' });
  });

  it('stands or falls with the work', async () => {
    const before = (await logged('business_type = $1', ['1'])).length;
    const refused = await test.call(
      'POST',
      '/api/system/dict-types',
      { dictName: '测试', dictType: 'log_test' },
      { ...admin, 'x-request-id': 'refused-001' },
    );
    expect(refused.code).toBe(409);
    const rows = await logged('business_type = $1', ['1']);
    expect(rows).toHaveLength(before + 1);
    expect(rows[rows.length - 1]).toMatchObject({ status: '1', changes: null });
  });
});
