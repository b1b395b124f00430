import { order } from '@millwright/contract/production/order';
import { operateLog } from '@millwright/contract/log/operate';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FRESH, orderOf, readAddress, sameFilters, writeAddress } from './list-address.ts';
import type { ListState } from './list-address.ts';

const read = (address: string, usual?: ListState) =>
  readAddress(order, new URLSearchParams(address), usual);

it('S281 S282 a list without an address shows page 1 with 20 rows', () => {
  expect(read('')).toEqual({ page: 1, limit: 20, filters: {} });
});

it('S283 only the page sizes 10, 20, 30 and 50 are taken from the address', () => {
  expect([10, 20, 30, 50].map((size) => read(`limit=${size}`).limit)).toEqual([10, 20, 30, 50]);
  expect(read('limit=25').limit).toBe(20);
  expect(read('limit=200').limit).toBe(20);
});

it('S158 ascending sorts ASC, descending DESC, anything else not at all', () => {
  expect(
    ['ascending', 'ascend', 'descending', 'descend', null, undefined, ''].map(orderOf),
  ).toEqual(['ASC', 'ASC', 'DESC', 'DESC', undefined, undefined, undefined]);
});

it('reads conditions by the kind of their field and ignores what nobody knows', () => {
  const state = read(
    'state=running,paused&dueDate=2025-11-01~2025-11-30&orderName=a~b&quantity=5~&nonsense=1&keyword=%20NB%20&page=0&sort=dueDate&order=DESC',
  );
  expect(state.filters).toEqual({
    state: 'running,paused',
    dueDate: { begin: '2025-11-01', end: '2025-11-30' },
    orderName: 'a~b',
    keyword: 'NB',
  });
  expect(state).toMatchObject({ page: 1, sort: 'dueDate', order: 'DESC' });
});

it('tells a condition that was taken away from one that nobody touched', () => {
  const usual: ListState = {
    ...FRESH,
    sort: 'dueDate',
    order: 'ASC',
    filters: { state: 'running' },
  };
  expect(read('', usual).filters).toEqual({ state: 'running' });
  expect(read('state=', usual).filters).toEqual({});
  const cleared = writeAddress({ ...usual, filters: {}, sort: undefined, order: undefined }, usual);
  expect(cleared.toString()).toBe('sort=&state=');
  expect(readAddress(order, cleared, usual)).toEqual({ page: 1, limit: 20, filters: {} });
});

it('gives back every state that it wrote', () => {
  const filters = fc.record(
    {
      state: fc.constantFrom('running', 'running,paused'),
      keyword: fc
        .string({ minLength: 1 })
        .map((text) => text.trim())
        .filter(Boolean),
      dueDate: fc.constantFrom(
        { begin: '2025-11-01' },
        { end: '2025-12-31' },
        { begin: '2025-11-01', end: '2025-12-31' },
      ),
    },
    { requiredKeys: [] },
  );
  const state = fc.record({
    page: fc.integer({ min: 1, max: 99_999 }),
    limit: fc.constantFrom(10, 20, 30, 50),
    filters,
  });
  fc.assert(
    fc.property(state, state, (one, usual) => {
      const again = readAddress(
        order,
        new URLSearchParams(writeAddress(one, usual).toString()),
        usual,
      );
      expect(again.page).toBe(one.page);
      expect(again.limit).toBe(one.limit);
      expect(sameFilters(again.filters, one.filters)).toBe(true);
    }),
  );
});

it('sorts a log by anything but its time within a day only', () => {
  const sortOf = (address: string) =>
    readAddress(operateLog, new URLSearchParams(`sort=costTime&order=DESC&${address}`)).sort;
  expect(sortOf('at=2025-11-06~2025-11-06')).toBe('costTime');
  expect(sortOf('at=2025-11-06 20:00:00~2025-11-07 20:00:00')).toBe('costTime');
  expect(sortOf('at=2025-11-06~2025-11-07')).toBeUndefined();
  expect(sortOf('')).toBeUndefined();
});
