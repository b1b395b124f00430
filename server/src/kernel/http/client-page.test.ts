import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readClientPage } from './client-page.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-page-'));
  await writeFile(
    path.join(folder, 'index.html'),
    '<html><head><meta name="csp-nonce" content="__CSP_NONCE__" /></head></html>',
  );
  const chunks = {
    'index.html': { file: 'assets/index.js', imports: ['_react.js'] },
    '_react.js': { file: 'assets/react.js' },
    '_list.js': { file: 'assets/list.js', imports: ['_react.js'], css: ['assets/list.css'] },
    'src/shell/shell.tsx': { file: 'assets/shell.js', imports: ['_list.js', 'index.html'] },
    'src/pages/production/order.tsx': { file: 'assets/order.js', imports: ['_list.js'] },
    'src/pages/log/login.tsx': { file: 'assets/login.js' },
  };
  await writeFile(path.join(folder, 'chunks.json'), JSON.stringify(chunks));
});

afterEach(() => rm(folder, { recursive: true }));

it('links what shell and page need, without what the first script brings, to people with a session', async () => {
  const page = readClientPage(folder);
  const ask = (address: string, hasSession: boolean) =>
    page?.html({ path: address, hasSession, nonce: 'n0' });
  const html = await ask('/production/order', true);
  expect(html?.match(/\/assets\/[\w.]+/g)).toEqual([
    '/assets/shell.js',
    '/assets/list.js',
    '/assets/order.js',
    '/assets/list.css',
  ]);
  expect(html).toContain('content="n0"');
  expect(await ask('/production/constructor', true)).toContain('/assets/shell.js');
  expect(await ask('/production/order', false)).not.toContain('assets');
});

it('carries the run-time configuration as data that cannot end its element', async () => {
  const ask = () => readClientPage(folder)?.html({ path: '/', hasSession: false, nonce: 'n0' });
  expect(await ask()).not.toContain('id="config"');
  await writeFile(path.join(folder, 'config.json'), '{"companyName":{"zh":"</script>$&"}}');
  expect(await ask()).toContain('{"companyName":{"zh":"\\u003c/script>$&"}}</script></head>');
});

it('is nothing where nothing was built', () => {
  expect(readClientPage(path.join(folder, 'none'))).toBeNull();
});
