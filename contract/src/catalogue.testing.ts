import { expect } from 'vitest';
import type { Text } from './kernel/text.ts';

/** Values that occur more than once. */
export function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** A text is filled in both languages, and the English one holds no Chinese. */
export function expectBoth(text: Text, where: string) {
  expect(text.zh.trim(), where).not.toBe('');
  expect(text.en.trim(), where).not.toBe('');
  expect(text.en, where).not.toMatch(/[\u4e00-\u9fff]/);
}
