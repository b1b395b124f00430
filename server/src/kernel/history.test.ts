import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HistoryEntry } from './history.ts';
import { testApp, type TestApp } from './testing.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

it('tells what became of a row of the whole company to the people of its sites too', async () => {
  const admin = await test.signIn('admin');
  const path = '/api/system/dict-types';
  const { data: made } = await test.call<{ id: string; revision: number }>(
    'POST',
    path,
    { dictType: 'paint_kind', dictName: '漆种', dictNameEn: 'Kind of paint' },
    admin,
  );
  const change = { revision: made.revision, dictName: '油漆种类' };
  expect((await test.call('PUT', `${path}/${made.id}`, change, admin)).code).toBe(0);
  const reader = await test.as(['system:dict:list', 'system:dict:query'], await test.makeSite());
  const history = await test.call<{ list: HistoryEntry[] }>(
    'GET',
    `${path}/${made.id}/history`,
    undefined,
    reader,
  );
  expect(history.data.list.map(({ operation }) => operation)).toEqual(['update', 'create']);
  expect(history.data.list[0]?.changes).toMatchObject([
    { field: 'dictName', before: '漆种', after: '油漆种类' },
  ]);
});
