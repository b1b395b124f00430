// What the tests need of the machine, brought by Debian's packages when root runs them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs packages through apt; false where that cannot be done: not root, or no apt. */
export function installPackages(name, ...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stdout.write(`Installing ${name}…\n`);
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', '-y', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    });
  apt('update');
  return apt('install', '--no-install-recommends', ...packages).status === 0;
}

/** Programs that tests start; they fail, and name the package, where one is missing. */
const PROGRAMS = [
  { name: 'PgBouncer', file: 'pgbouncer', debian: 'pgbouncer' },
  { name: 'Mosquitto', file: 'mosquitto', debian: 'mosquitto' },
  { name: 'LibreOffice Calc', file: 'soffice', debian: 'libreoffice-calc-nogui' },
];

/** Brings the programs that are missing, or says what to install before the tests that need them fail. */
export function bringPrograms() {
  const missing = PROGRAMS.filter(({ file }) => !isThere(file));
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const packages = missing.map(({ debian }) => debian);
  if (!installPackages(names, ...packages))
    process.stderr.write(
      `Tests will fail for want of ${names}: install what is missing (Debian: apt-get install ${packages.join(' ')}).\n`,
    );
}

function isThere(program) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
  return folders.some((folder) => existsSync(`${folder}/${program}`));
}
