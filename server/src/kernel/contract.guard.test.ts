import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT_FOLDER } from './config.ts';

const folder = path.join(ROOT_FOLDER, 'contract/src');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const product = files.filter((name) => !/\.(test|testing)\.ts$/.test(name));

describe('the contract', () => {
  it('imports nothing but itself and zod, so that both sides can', () => {
    expect(product.length).toBeGreaterThan(50);
    const foreign = product.flatMap((name) =>
      importsOf(name)
        .filter((target) => target !== 'zod' && !staysInside(name, target))
        .map((target) => `${name}: ${target}`),
    );
    expect(foreign).toEqual([]);
  });

  it('asks neither Node nor the browser for anything', () => {
    const words =
      /\b(process\.|globalThis|window\.|document\.|localStorage|fetch\(|Buffer\b|require\()/;
    expect(product.filter((name) => words.test(withoutComments(read(name))))).toEqual([]);
  });
});

/** What a file imports or exports from, dynamic imports included. */
function importsOf(name: string): string[] {
  const found = withoutComments(read(name)).matchAll(
    /^(?:import|export)\b(?:[^'";]*\bfrom)?\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm,
  );
  return [...found].map(([, target, asked]) => target ?? asked ?? '');
}

function staysInside(name: string, target: string): boolean {
  if (!target.startsWith('.')) return false;
  return !path.relative(folder, path.resolve(folder, path.dirname(name), target)).startsWith('..');
}

function read(name: string): string {
  return readFileSync(path.join(folder, name), 'utf8');
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}
