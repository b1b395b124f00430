import { afterEach, expect, it, vi } from 'vitest';
import { uniqueKey } from './unique-key.ts';

afterEach(() => vi.unstubAllGlobals());

it('makes keys of their own also over plain http, where a browser has no randomUUID', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  });
  const keys = Array.from({ length: 1000 }, uniqueKey);
  expect(new Set(keys).size).toBe(1000);
  for (const key of keys)
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
