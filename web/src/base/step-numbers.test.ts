import { expect, it } from 'vitest';
import { numbered } from './step-numbers.ts';

const steps = (...sequences: number[]) =>
  sequences.map((sequence, index) => ({ name: `step ${index}`, sequence }));

it('numbers steps by their rows: added, moved and removed ones', () => {
  const numbersOf = (...sequences: number[]) =>
    numbered(steps(...sequences)).map(({ sequence }) => sequence);
  expect(numbersOf(0)).toEqual([10]);
  expect(numbersOf(10, 20, 0)).toEqual([10, 20, 30]);
  expect(numbersOf(10, 30, 20)).toEqual([10, 20, 30]);
  expect(numbersOf(5, 30, 40)).toEqual([5, 30, 40]);
  expect(numbersOf()).toEqual([]);
});

it('leaves the rest of a moved step', () => {
  expect(numbered(steps(20, 10))).toEqual([
    { name: 'step 0', sequence: 10 },
    { name: 'step 1', sequence: 20 },
  ]);
});
