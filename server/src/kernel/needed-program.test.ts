import { expect, it } from 'vitest';
import { neededProgram } from './needed-program.testing.ts';

it('finds a program that is there, and names the package of one that is missing', () => {
  expect(neededProgram({ name: 'A shell', file: 'sh', debian: 'dash' })).toMatch(/\/sh$/);
  expect(() =>
    neededProgram({ name: 'Nobody', file: 'no-such-program', debian: 'nobody' }),
  ).toThrow('This test needs Nobody: install it (Debian: apt-get install nobody).');
});
