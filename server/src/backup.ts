import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { BackupError, type Manifest } from './kernel/backup/manifest.ts';
import { withOwner } from './kernel/backup/owner.ts';
import { restoreBackup } from './kernel/backup/restore-backup.ts';
import { writeBackup } from './kernel/backup/write-backup.ts';
import { readConfig, ROOT_FOLDER } from './kernel/config.ts';

// `npm run backup -- <file or folder>` and `npm run restore -- <file>`; see docs/operating.md.

const [command, given, ...more] = process.argv.slice(2);

try {
  await main();
} catch (error) {
  const isOurs = error instanceof Error && error.name !== 'Error' && error.name !== 'TypeError';
  process.stderr.write(`${isOurs ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  if (!given || more.length > 0)
    throw new BackupError(
      command === 'restore'
        ? 'Usage: npm run restore -- <file>'
        : 'Usage: npm run backup -- <file or folder>',
    );
  const asked = path.resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (command === 'restore') await restore(asked);
  else await backUp(asked);
}

async function backUp(asked: string): Promise<void> {
  const config = readConfig();
  const { dataFolder } = config;
  // A wrong DATA_DIR must not make an empty database and back that up.
  if (!config.databaseUrl && !existsSync(path.join(dataFolder, 'postgres.secret')))
    throw new BackupError(`There is no database in ${dataFolder}.`);
  const target = fileFor(asked);
  const manifest = await withOwner(config, 'backup', (owner) =>
    writeBackup({ owner, dataFolder, version: productVersion() }, target),
  );
  process.stdout.write(`${target}: ${sumOf(manifest)}, ${statSync(target).size} bytes.\n`);
  if (manifest.missing.length === 0) return;
  process.stderr.write(
    `These stored files have no content or another one than they should:\n${manifest.missing.map((name) => `  ${name}`).join('\n')}\n`,
  );
  process.exitCode = 3;
}

async function restore(file: string): Promise<void> {
  const config = readConfig();
  const manifest = await withOwner(config, 'restore', (owner) =>
    restoreBackup({ owner, dataFolder: config.dataFolder }, file),
  );
  process.stdout.write(
    `Restored the backup of ${manifest.takenAt}: ${sumOf(manifest)}, all compared with the backup.\n`,
  );
}

/** Into a folder under a name with the time; else under the name given. */
function fileFor(asked: string): string {
  const isFolder = asked.endsWith(path.sep) || (existsSync(asked) && statSync(asked).isDirectory());
  const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return isFolder || given?.endsWith('/') ? path.join(asked, `millwright-${stamp}.zip`) : asked;
}

function sumOf({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables, ${files.length} files`;
}

function productVersion(): string {
  const text = readFileSync(path.join(ROOT_FOLDER, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
