import { defineConfig } from '@playwright/test';

const port = Number(process.env['JOURNEYS_PORT'] ?? 18_190);

/** The journeys: one server with the demo company, in data of its own that `scripts/test.mjs` makes and throws away. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/many-sessions.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  retries: 0,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1366, height: 768 },
    // A press on what is just opening may begin on it and end beside it; people wait until it stands.
    contextOptions: {
      reducedMotion: process.env['JOURNEYS_MOTION'] === 'on' ? 'no-preference' : 'reduce',
    },
    screenshot: 'only-on-failure',
    // Of one that fails the page and a picture of it are kept; to record the steps of all would cost much time.
    trace: process.env['JOURNEYS_TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `exec "${process.execPath}" server/src/main.ts`,
    url: `http://127.0.0.1:${port}/api/public/health`,
    timeout: 120_000,
    // A port that somebody names may have a server on it already.
    reuseExistingServer: process.env['JOURNEYS_PORT'] !== undefined,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: String(port),
      DATA_DIR: process.env['JOURNEYS_DATA_DIR'] ?? 'data/journeys',
      ADMIN_PASSWORD: 'journeys-2026',
      DEMO: 'on',
      LOG_LEVEL: 'warn',
    },
  },
});
