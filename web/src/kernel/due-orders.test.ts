import { expect, it } from 'vitest';
import { dueOrders } from './due-orders.ts';

it('orders are sorted by urgency with the days that are left', () => {
  const row = (id: string, dueDate: string | null) => ({
    id,
    orderCode: id,
    orderName: '',
    quantity: 1,
    dueDate,
  });
  const due = dueOrders(
    [row('a', '2025-11-18'), row('b', '2025-11-03'), row('c', null), row('d', '2025-11-06')],
    '2025-11-06',
  );
  expect(due.map((order) => [order.code, order.daysLeft])).toEqual([
    ['b', -3],
    ['d', 0],
    ['a', 12],
  ]);
});
