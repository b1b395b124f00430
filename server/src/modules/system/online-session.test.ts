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

describe('online sessions', () => {
  it('are listed while they live', async () => {
    const person = await test.makeUser('planner', site);
    await test.signIn(person);
    const list = () =>
      test.call<List>(
        'GET',
        `/api/system/sessions?params[username]=${person.username}`,
        undefined,
        admin,
      );
    const [row] = (await list()).data.list;
    expect(row).toMatchObject({ username: person.username, clientKind: 'web', locked: false });
    expect(JSON.stringify(row)).not.toContain('codeHash');
    await test.call('POST', '/api/system/sessions/actions/kick', { ids: [row?.id] }, admin);
    expect((await list()).data.total).toBe(0);
  });

  it('of people above the caller stay', async () => {
    const keeper = await test.as(['system:session:list', 'system:session:kick'], site);
    const boss = await test.makeUser('plant_manager', site);
    await test.signIn(boss);
    expect(
      await test.call('POST', '/api/system/sessions/actions/kick', { userId: boss.id }, keeper),
    ).toMatchObject({ code: 403, data: { key: 'grant.ceiling' } });
  });
});
