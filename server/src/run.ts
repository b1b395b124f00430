import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError, readConfig } from './kernel/config.ts';
import { lockDataFolder, makeFolder } from './kernel/database/data-lock.ts';
import { openDatabase } from './kernel/database/database.ts';

/** How long running requests may take when the server is told to stop. */
const STOP_MS = 10_000;

/** Errors that are ours, not the operator's. */
const BUGS = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'AssertionError',
]);

/** Which settings a refused call of the system is about. */
const SETTING_OF: Readonly<Record<string, string>> = {
  listen: 'This HOST and PORT',
  bind: 'This HOST and PORT',
  getaddrinfo: 'This HOST',
  mkdir: 'This DATA_DIR',
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(error instanceof ConfigError ? 2 : 1);
}

async function main(): Promise<void> {
  const stopAsked = stopSignal();
  const config = readConfig();
  makeFolder(config.dataFolder);
  // Several processes may share the files of one folder; the embedded database has one master.
  if (!config.databaseUrl) process.once('exit', lockDataFolder(config.dataFolder));
  // Reading it holds the process up: a connection that is being made would seem to get no answer in time.
  if (config.databaseUrl) await readCode();
  // While a PostgreSQL of our own starts, this process reads the code that needs it.
  const opening = openDatabase(config, hearDatabase);
  const code = readCode();
  const database = await opening;
  try {
    const [{ createApp }, { prepare }] = await code;
    const news = await prepare(config, database);
    const app = await createApp(config, database);
    for (const line of news) process.stdout.write(`${line}\n`);
    try {
      await listenQuietly(app, config);
      process.stdout.write(`Ready: ${addressOf(app, config)}\n`);
      await stopAsked;
    } finally {
      await finish(app);
    }
  } finally {
    await database.close();
  }
  process.exit(0);
}

function readCode() {
  return Promise.all([import('./app.ts'), import('./first-start.ts')]);
}

/**
 * Resolves at the first SIGINT or SIGTERM. Further ones are swallowed: npm and the terminal
 * both send the same signal, and a second one must not cut the stop short.
 */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve());
  });
}

/** Without Fastify's own line about listening, which it writes a moment later: `Ready` is the last one. */
async function listenQuietly(app: FastifyInstance, config: Config): Promise<void> {
  const { level } = app.log;
  app.log.level = 'warn';
  await app.listen({ host: config.host, port: config.port });
  await setImmediate();
  app.log.level = level;
}

/** Takes no new requests, lets running ones end, and cuts those that take too long. */
async function finish(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), STOP_MS);
  await app.close();
  clearTimeout(cut);
}

function hearDatabase(error?: Error): void {
  if (error) process.stderr.write(`Database: ${error.message}\n`);
  else process.stderr.write('Database: PostgreSQL had died and was started again.\n');
}

function addressOf(app: FastifyInstance, config: Config): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
}

/** Mistakes of the operator are one line; anything else keeps its stack. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `The address is taken: ${error.message}. Choose another PORT.`;
  const setting = SETTING_OF[syscall ?? ''];
  if (setting) return `${setting} cannot be used: ${error.message}.`;
  return code || !BUGS.has(error.name) ? error.message : (error.stack ?? error.message);
}
