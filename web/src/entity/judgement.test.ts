import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from '../kernel/zod-given.ts';
import './judgement.ts';

const CONTRACT = path.resolve(import.meta.dirname, '../../../contract/src');

/** Namespaces of zod that declarations use for types alone. */
const TYPES = new Set(['core', 'infer', 'input', 'output']);

it('the client gives every maker of schemas that a declaration calls', () => {
  const files = globSync('**/*.ts', { cwd: CONTRACT }).filter((file) => !file.endsWith('.test.ts'));
  const called = files.flatMap((file) =>
    [...readFileSync(path.join(CONTRACT, file), 'utf8').matchAll(/\bz\.([a-z]\w*)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const missing = [...new Set(called)].filter((name) => !TYPES.has(name) && !(name in z));
  expect(called.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
