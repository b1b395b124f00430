// The browser tests: finds or installs Debian's Chromium, then runs Playwright on a server with data of its own.
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installPackages } from './debian.mjs';

export async function journeys({ root, run, tool, countPlaywright }) {
  const browser = findBrowser() ?? installBrowser();
  if (!browser) {
    process.stderr.write(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM to its path.\n',
    );
    return { passed: 0, failed: 1 };
  }
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'millwright-journeys-'));
  chmodSync(dataFolder, 0o711);
  const file = path.join(root, 'test-results', 'reports', 'browser.json');
  try {
    const code = await run(tool('@playwright/test/cli.js', 'test', '--reporter=dot,json'), {
      CHROMIUM: browser,
      JOURNEYS_DATA_DIR: dataFolder,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    });
    return countPlaywright(file, code);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) =>
    existsSync(file),
  );
}

function installBrowser() {
  installPackages('Chromium', 'chromium', 'fonts-noto-cjk');
  return findBrowser();
}
