import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import type { Headers } from './stage.ts';

/** A Chromium of this machine; null where none is found. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = findBrowser();
  return executablePath ? chromium.launch({ executablePath, args: ARGUMENTS }) : null;
}

/** Signs a browser in with the session of somebody who called before. */
export async function giveCookies(
  context: BrowserContext,
  url: string,
  headers: Headers,
): Promise<void> {
  const names = ['jwt_token', 'sub', 'code'];
  await context.addCookies(
    names.map((name) => ({ name, value: encodeURIComponent(headers[name] ?? ''), url })),
  );
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function findBrowser(): string | undefined {
  if (process.env['CHROMIUM']) return process.env['CHROMIUM'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) =>
    existsSync(file),
  );
}
