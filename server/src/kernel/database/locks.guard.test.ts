import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '../..');
const NUMBER = /\b4_?170_?\d{3}\b/g;

it('gives each advisory lock of the database a number of its own', () => {
  const homes = new Map<string, Set<string>>();
  for (const file of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(ts|sql)$/.test(file) || file.endsWith('.test.ts')) continue;
    // A later migration writes the same function anew, with the same lock.
    const home = file.endsWith('.sql') ? 'migrations' : file;
    for (const [number] of readFileSync(path.join(SOURCES, file), 'utf8').matchAll(NUMBER)) {
      const plain = number.replaceAll('_', '');
      homes.set(plain, (homes.get(plain) ?? new Set()).add(home));
    }
  }
  expect(homes.size).toBeGreaterThan(10);
  const shared = [...homes].filter(([, files]) => files.size > 1);
  expect(shared.map(([number, files]) => `${number}: ${[...files].join(', ')}`)).toEqual([]);
});
