import { order } from '@millwright/contract/production/order';
import { expect, it } from 'vitest';
import { problemsOf } from './form-draft.ts';
import type { Values } from './form-draft.ts';
import { stillWrong, untouched } from './standing-problems.ts';

const draft: Values = {
  orderName: '18寸锻造轮',
  orderType: 'mass',
  productId: '1',
  quantity: 10,
  priority: '3',
  planStartTime: '2025-11-01T00:00:00.000Z',
  planEndTime: '2025-11-20T00:00:00.000Z',
  dueDate: '2025-10-01',
};
const judged = (change: Values) => problemsOf(order, { ...draft, ...change }, undefined);
const named = (problems: readonly { field: string }[]) => problems.map(({ field }) => field);

it('takes a problem over several fields away when any of them is mended', () => {
  const told = judged({});
  expect(named(told)).toEqual(['dueDate']);
  expect(named(stillWrong(told, judged({ orderName: 'other' })))).toEqual(['dueDate']);
  expect(stillWrong(told, judged({ dueDate: '2025-11-30' }))).toEqual([]);
  const earlier = {
    planStartTime: '2025-09-01T00:00:00.000Z',
    planEndTime: '2025-09-20T00:00:00.000Z',
  };
  expect(stillWrong(told, judged(earlier))).toEqual([]);
});

it('tells what is wrong now of a field that was wrong, and nothing of others', () => {
  const told = judged({ quantity: null, dueDate: '2025-11-30' });
  const now = stillWrong(told, judged({ quantity: 0, orderName: '' }));
  expect(now.map(({ message }) => message)).toEqual(['订单数量不能小于1']);
});

it('keeps what the server said of a field until that field changes, child rows among them', () => {
  const told = [
    { field: 'orderNo', label: '订单编号', message: '已存在' },
    { field: 'shifts.1.name', label: '名称', message: '重复' },
  ];
  const shifts = (second: string) => [{ name: '早班' }, { name: second }];
  const sent = { orderNo: 'A1', quantity: 1, shifts: shifts('早班') };
  expect(named(untouched(told, sent, { ...sent, quantity: 2 }))).toEqual([
    'orderNo',
    'shifts.1.name',
  ]);
  expect(named(untouched(told, sent, { ...sent, orderNo: 'A2' }))).toEqual(['shifts.1.name']);
  expect(named(untouched(told, sent, { ...sent, shifts: shifts('晚班') }))).toEqual(['orderNo']);
});
