import type { UnreadInstruction } from '@millwright/contract/system/instruction';
import { afterAll, expect, it } from 'vitest';
import { openInstructions, type Row } from './instruction.testing.ts';

const PATH = '/api/system/instructions';
const { test, site, author, chief, worker, get, act, published, tips, passTime } =
  await openInstructions();
afterAll(() => test.close());

it('instructions take effect on their day: until then the older version holds, and nobody is asked to confirm', async () => {
  const first = await published({ title: '生效日期' });
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const draft = (await act(first, 'revise', author)).data;
  const dated = await test.call<Row>(
    'PUT',
    `${PATH}/${draft.id}`,
    { revision: draft.revision, effectiveFrom: day },
    author,
  );
  await act(dated.data, 'submit', author);
  const waiting = (await act(dated.data, 'approve', chief)).data;
  expect(waiting).toMatchObject({ state: 'published', inEffect: false, effectiveFrom: day });
  expect(await act(waiting, 'read', chief)).toMatchObject({
    code: 409,
    data: { key: 'instruction.read.early' },
  });
  const seen = async () =>
    (await get<{ list: Row[] }>(`?params[code]=${first.code}`, worker)).list.map(
      ({ version }) => version,
    );
  const asked = async () =>
    (await get<{ list: UnreadInstruction[] }>('/mine', worker)).list
      .filter(({ code }) => code === first.code)
      .map(({ version }) => version);
  await passTime();
  expect([await seen(), await asked()]).toEqual([[1], [1]]);
  expect((await get<Row>(`/${first.id}`, author)).state).toBe('published');
  expect(await test.call('GET', `${PATH}/${waiting.id}`, undefined, worker)).toMatchObject({
    code: 404,
  });

  await test.database.owner.query(
    `update system_instruction set effective_from = current_date - 1 where id = $1`,
    [waiting.id],
  );
  await passTime();
  expect([await seen(), await asked()]).toEqual([[2], [2]]);
  expect(await get<Row>(`/${first.id}`, author)).toMatchObject({
    state: 'obsolete',
    inEffect: false,
    reason: 'V2',
  });
});

it('instructions due on the same day leave the newest in effect, wherever it lies in the table', async () => {
  const first = await published({ title: '同日两版', mustRead: false });
  const keeper = await test.as(
    ['base:procedure:list', 'base:procedure:query', 'base:procedure:add'],
    site,
  );
  const procedure = {
    procedureCode: 'OP78',
    procedureName: '同日',
    procedureType: 'machine',
    sequence: 78,
    instruction: first.id,
  };
  const made = await test.call<{ id: string }>('POST', '/api/base/procedures', procedure, keeper);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const next = async (row: Row) => {
    const draft = (await act(row, 'revise', author)).data;
    const body = { revision: draft.revision, effectiveFrom: day };
    const dated = (await test.call<Row>('PUT', `${PATH}/${draft.id}`, body, author)).data;
    await act(dated, 'submit', author);
    return (await act(dated, 'approve', chief)).data;
  };
  const second = await next(first);
  const third = await next(second);
  // The newest row of the table first, as a busy table may have it.
  for (const { id } of [third, second])
    await test.database.owner.query(
      `update system_instruction set effective_from = current_date - 1 where id = $1`,
      [id],
    );
  await passTime();
  const { list } = await get<{ list: Row[] }>(`/${first.id}/versions`, author);
  expect(list.map(({ version, state, inEffect }) => [version, state, inEffect])).toEqual([
    [3, 'published', true],
    [2, 'obsolete', false],
    [1, 'obsolete', false],
  ]);
  const shown = await test.call<{ instruction: string }>(
    'GET',
    `/api/base/procedures/${made.data.id}`,
    undefined,
    keeper,
  );
  expect(shown.data.instruction).toBe(third.id);
});

it('instructions ask people to confirm who join their site or role later, once', async () => {
  const row = await published({ title: '新人' });
  const before = await get<Row & { addressed: number }>(`/${row.id}`, author);
  const joined = await test.as(['system:instruction:list', 'system:instruction:query'], site);
  const asked = async () =>
    (await get<{ list: UnreadInstruction[] }>('/mine', joined)).list.filter(
      ({ id }) => id === row.id,
    );
  expect(await asked()).toEqual([]);
  await passTime();
  await passTime();
  expect(await asked()).toMatchObject([{ code: row.code, version: 1 }]);
  expect((await get<{ addressed: number }>(`/${row.id}`, author)).addressed).toBe(
    before.addressed + 1,
  );
  await expect.poll(() => tips(joined)).toContainEqual(expect.stringContaining(row.code));
});
