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

it('has no entry of a row that was saved as it stood, child rows included', async () => {
  const me = await test.as('site_admin', await test.makeSite());
  const path = '/api/base/lines';
  const shifts = [
    { name: '早班', startTime: '08:00', endTime: '20:00', breaks: ['12:00-12:30'] },
    { name: '夜班', startTime: '20:00', endTime: '08:00' },
  ];
  const draft = { code: 'H1', name: 'H1', standardBeat: '62.5', remark: 'x', shifts };
  const { data: made } = await test.call<Line>('POST', path, draft, me);
  const save = (change: object) => test.call<Line>('PUT', `${path}/${made.id}`, change, me);
  const told = async () => {
    const answer = await test.call<{ list: HistoryEntry[] }>(
      'GET',
      `${path}/${made.id}/history`,
      undefined,
      me,
    );
    return answer.data.list.map(({ operation }) => operation);
  };
  const same = await save({ ...made, standardBeat: '62.50' });
  expect(same).toMatchObject({ code: 0, data: { revision: 1, updateTime: made.updateTime } });
  expect(await told()).toEqual(['create']);
  const turned = await save({ revision: 1, shifts: made.shifts.toReversed() });
  expect(turned.data.revision).toBe(2);
  const longer = await save({ revision: 2, remark: 'y' });
  expect(longer.data.revision).toBe(3);
  expect(await told()).toEqual(['update', 'update', 'create']);
  const stale = await save({ revision: 1, remark: 'y' });
  expect(stale.data).toMatchObject({ key: 'row.stale' });
});

interface Line {
  readonly id: string;
  readonly revision: number;
  readonly updateTime: string;
  readonly shifts: readonly object[];
}
