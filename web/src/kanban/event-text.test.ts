import { expect, it } from 'vitest';
import { eventReader } from './event-text.ts';

it('joins events that arrive in pieces and passes over beats and broken ones', () => {
  const take = eventReader();
  expect(take(': \n\nevent: com')).toEqual([]);
  expect(take('mand\ndata: {"id":"7"}\n')).toEqual([]);
  expect(take('\nevent: bye\ndata: {"reason":"token"}\n\nevent: x\ndata: {\n\n')).toEqual([
    { event: 'command', data: { id: '7' } },
    { event: 'bye', data: { reason: 'token' } },
  ]);
});
