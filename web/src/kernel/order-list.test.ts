import { afterEach, expect, it, vi } from 'vitest';
import { loadOrders, searchOrders, sharedOrders } from './order-list.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sharedOrders.set({ orderList: [], startTimes: [], endTimes: [] });
});

const ORDERS = [{ id: '1', code: 'NB-MO-2510-0007', name: '18寸锻造轮-星驰' }];
const LINES = [
  {
    shifts: [
      { startTime: '20:00', endTime: '08:00' },
      { startTime: '08:00', endTime: '20:00' },
    ],
  },
  { shifts: [{ startTime: '08:00', endTime: '16:00' }] },
];

function network(answers: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    const [path = ''] = address.split('?');
    if (path in answers) asked.push(address);
    return Promise.resolve(
      path in answers
        ? Response.json({ code: 0, msg: '', data: { list: answers[path], total: 1 } })
        : new Response('', { status: 404 }),
    );
  });
  return asked;
}

it('S124 the shared state holds the order list and the start and end times of the shifts', async () => {
  const asked = network({ '/api/commons/orders': ORDERS, '/api/commons/lines': LINES });
  await loadOrders();
  expect(asked.sort()).toEqual(['/api/commons/lines', '/api/commons/orders?limit=50']);
  expect(sharedOrders.get()).toEqual({
    orderList: ORDERS,
    startTimes: ['08:00', '20:00'],
    endTimes: ['08:00', '16:00', '20:00'],
  });
});

it('S248 S290 a search sends a params object and asks for its pages of 50', async () => {
  const asked = network({ '/api/commons/orders': ORDERS });
  expect(await searchOrders(' 星驰 ', 2)).toMatchObject({ list: ORDERS });
  const keyword = encodeURIComponent('星驰');
  expect(asked).toEqual([`/api/commons/orders?page=2&limit=50&params[keyword]=${keyword}`]);
});

it('a call that fails leaves what was known', async () => {
  const known = { orderList: ORDERS, startTimes: ['08:00'], endTimes: ['20:00'] };
  sharedOrders.set(known);
  network({});
  await loadOrders();
  expect(sharedOrders.get()).toEqual(known);
});
