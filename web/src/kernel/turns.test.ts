import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTurn } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call that ends when it is told to. */
function call(name: string, log: string[]) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const start = () => {
    log.push(name);
    return promise;
  };
  return { start, end: resolve };
}

it('lets calls of the background wait for those that somebody waits for', async () => {
  const log: string[] = [];
  const [badge, list, counter] = [call('badge', log), call('list', log), call('counter', log)];
  void inTurn(true, badge.start);
  const listed = inTurn(false, list.start);
  void inTurn(true, counter.start);
  await vi.advanceTimersByTimeAsync(500);
  expect(log).toEqual(['list']);
  list.end();
  await listed;
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['list', 'badge', 'counter']);
});

it('makes them after a second whatever is under way, and at once when nothing is', async () => {
  const log: string[] = [];
  const [upload, badge, counter] = [call('upload', log), call('badge', log), call('counter', log)];
  const uploaded = inTurn(false, upload.start);
  void inTurn(true, badge.start);
  await vi.advanceTimersByTimeAsync(1000);
  expect(log).toEqual(['upload', 'badge']);
  upload.end();
  await uploaded;
  void inTurn(true, counter.start);
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(['upload', 'badge', 'counter']);
});

it('goes on when a call fails', async () => {
  await expect(inTurn(false, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const done = inTurn(true, () => Promise.resolve(7));
  await vi.advanceTimersByTimeAsync(0);
  expect(await done).toBe(7);
});
