import { expect, it } from 'vitest';
import { processName } from './process-name.ts';

it('names a process by its port, or by its number where it takes any free port', () => {
  expect(processName({ port: 8080 })).toMatch(/^millwright-.+-8080$/);
  expect(processName({ port: 0 })).toMatch(new RegExp(`^millwright-.+-p${process.pid}$`));
});
