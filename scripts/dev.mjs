// Development: the server starts again when one of its files changes, and Vite reloads the browser.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

const root = path.dirname(import.meta.dirname);
const watched = ['server/src', 'contract/src'].map(
  (folder) => `--watch-path=${path.join(root, folder)}`,
);

// Vite passes the calls on to the server, wherever PORT has put it.
const file = path.join(root, '.env');
const settings = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
const port = process.env.PORT || settings.PORT || 8080;
const env = { MILLWRIGHT_SERVER: `http://127.0.0.1:${port}`, ...process.env };

const children = [
  run(['--watch-preserve-output', ...watched, path.join(root, 'server/src/main.ts')], root),
  run([path.join(root, 'node_modules/vite/bin/vite.js')], path.join(root, 'web')),
];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => children.forEach((child) => child.kill(signal)));
}
const codes = await Promise.all(
  children.map(
    (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 0))),
  ),
);
process.exitCode = Math.max(...codes);

/** One of them ending ends the other as well. */
function run(args, cwd) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'inherit' });
  child.once('exit', () => children.forEach((other) => other.kill('SIGTERM')));
  return child;
}
