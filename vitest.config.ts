import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'contract',
          root: 'contract',
          // Declarations and pure functions: no file leaves anything to the next one.
          isolate: false,
          include: ['src/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          root: 'server',
          // A file closes what it opens, and what a process remembers ends with its database.
          isolate: false,
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/kernel/database/testing.ts'],
          // Limits for what hangs; a slow machine that does other things as well stays below them.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'web',
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
    ],
    maxWorkers: 2,
  },
});
