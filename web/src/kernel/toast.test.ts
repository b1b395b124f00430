import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleRefusal } from './call-errors.ts';
import { Refusal } from './refusal.ts';
import { showToast, toasts } from './toast.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test('a refusal with a problem per row says the first ones and counts the rest', () => {
  const errors = Array.from({ length: 40 }, (_, at) => ({
    field: `rows.${at}`,
    label: '',
    message: `第 ${at + 1} 行正在使用`,
  }));
  handleRefusal(new Refusal(422, '', { errors }), {});
  const lines = toasts.get()[0]?.lines ?? [];
  expect(lines).toHaveLength(9);
  expect(lines.slice(-2)).toEqual(['第 8 行正在使用', '另有 32 条']);
});

test('what has room is said whole', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `${at}`);
  showToast('error', lines);
  expect(toasts.get()[0]?.lines).toEqual(lines);
});
