import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Gives the declarations of the contract a stand-in for zod, so that a list page comes without it. */
export function lazyZod(): Plugin {
  return {
    name: 'lazy-zod',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^zod$/ },
      handler: (_source, importer = '') => (CONTRACT.test(importer) ? STAND_IN : undefined),
    },
  };
}

const CONTRACT = /\/contract\/src\//;
const STAND_IN = fileURLToPath(new URL('../src/kernel/zod-given.ts', import.meta.url));
