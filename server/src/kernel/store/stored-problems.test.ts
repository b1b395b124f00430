import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp } from '../testing.ts';

let test: TestApp;
let me: Headers;
beforeAll(async () => {
  test = await testApp();
  me = await test.as(
    ['base:product:list', 'base:product:add', 'base:product:edit'],
    await test.makeSite(),
  );
});
afterAll(() => test.close());

interface Answer {
  readonly id: string;
  readonly revision: number;
  readonly key: string;
  readonly errors: { field: string; key: string; message: string }[];
}

const path = '/api/base/products';
const good = { category: 'wheel', materialCode: 'P-1', productName: '轮', standardBeat: '100' };
const told = ({ errors }: Answer) => errors.map(({ field, key }) => [field, key]);

it('tells an unknown dictionary value, a missing reference and a taken code of a new row together', async () => {
  expect((await test.call('POST', path, good, me)).code).toBe(0);
  const wrong = {
    ...good,
    materialCode: 'p-1',
    category: 'nonsense',
    components: [{ code: '99999999', quantity: '1' }],
  };
  const { code, data } = await test.call<Answer>('POST', path, wrong, me);
  expect([code, data.key]).toEqual([422, 'draft.invalid']);
  expect(told(data)).toEqual([
    ['category', 'field.choice'],
    ['components.0.code', 'ref.missing'],
    ['materialCode', 'row.duplicate'],
  ]);
  expect(data.errors[2]?.message).toContain('p-1');
  const alone = await test.call<Answer>('POST', path, { ...good, materialCode: 'p-1' }, me);
  expect([alone.code, alone.data.key]).toEqual([409, 'row.duplicate']);
});

it('tells an unknown dictionary value and a missing reference of a changed row together', async () => {
  const { data: row } = await test.call<Answer>('POST', path, { ...good, materialCode: 'P-2' }, me);
  const change = {
    revision: row.revision,
    packType: 'nonsense',
    components: [{ code: '99999999', quantity: '1' }],
  };
  const { data } = await test.call<Answer>('PUT', `${path}/${row.id}`, change, me);
  expect(told(data)).toEqual([
    ['packType', 'field.choice'],
    ['components.0.code', 'ref.missing'],
  ]);
});
