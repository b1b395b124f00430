import { expect, it } from 'vitest';
import { wordsWidth } from './letter-width.ts';

it('reckons Chinese characters as wide as high and capitals wider than small letters', () => {
  expect(wordsWidth('产线编号', 12)).toBe(48);
  expect(wordsWidth('NB01EC1', 13)).toBeGreaterThan(56);
  expect(wordsWidth('Door', 12)).toBeGreaterThan(27.5);
  expect(wordsWidth('ill', 13)).toBeLessThan(wordsWidth('Owe', 13) / 2);
});
