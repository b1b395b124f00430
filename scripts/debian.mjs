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

/** Brings PgBouncer, without which the tests behind it are left out. */
export function bringPgBouncer() {
  if (isThere('pgbouncer')) return;
  if (!installPackages('PgBouncer', 'pgbouncer'))
    process.stdout.write(
      'The tests behind a connection pooler are left out: they need PgBouncer (Debian: apt-get install pgbouncer).\n',
    );
}

/** Brings Mosquitto, without which the test of two readers at one MQTT broker is left out. */
export function bringMosquitto() {
  if (isThere('mosquitto')) return;
  if (!installPackages('Mosquitto', 'mosquitto'))
    process.stdout.write(
      'The test of two readers at one MQTT broker is left out: it needs Mosquitto (Debian: apt-get install mosquitto).\n',
    );
}

/** Brings LibreOffice, without which the test of workbooks in another program is left out. */
export function bringLibreOffice() {
  if (isThere('soffice')) return;
  if (!installPackages('LibreOffice', 'libreoffice-calc-nogui'))
    process.stdout.write(
      'The test of workbooks in LibreOffice is left out: it needs LibreOffice Calc (Debian: apt-get install libreoffice-calc-nogui).\n',
    );
}

function isThere(program) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
  return folders.some((folder) => existsSync(`${folder}/${program}`));
}
