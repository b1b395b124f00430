import { expect, it } from 'vitest';
import { listAddress } from './home-counters.ts';

it('writes the conditions of a counter into the address of its list', () => {
  expect(listAddress('/system/session', {})).toBe('/system/session');
  const address = listAddress('/production/order', {
    state: 'running,paused',
    dueDate: { end: '2026-11-20' },
  });
  const search = new URL(address, 'http://local').searchParams;
  expect(search.get('state')).toBe('running,paused');
  expect(search.get('dueDate')).toBe('~2026-11-20');
});
