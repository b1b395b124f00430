// Drafts a migration: what the declarations say beyond the migrations that there are.
// `npm run migration -- production-order` writes server/src/migrations/<day>-<time>-production-order.sql.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { entities } from '@millwright/contract/registry';
import pg from 'pg';
import { startEmbedded } from '../server/src/kernel/database/embedded.ts';
import { MIGRATIONS, migrate } from '../server/src/kernel/database/migrate.ts';
import { ensureAppRole } from '../server/src/kernel/database/roles.ts';
import { actualSchema } from '../server/src/kernel/database/actual-schema.ts';
import { endWithWords } from '../server/src/kernel/declared-mistake.ts';
import { refuseWrongDeclarations } from '../server/src/kernel/declarations.ts';
import { differenceSql } from '../server/src/kernel/sql/difference.ts';

const name = process.argv[2] ?? '';
if (!/^[a-z0-9-]{3,60}$/.test(name)) {
  console.error('Give the migration a name in kebab-case: npm run migration -- production-order');
  process.exit(1);
}
process.once('uncaughtException', endWithWords);
refuseWrongDeclarations();
const statements = await drafted();
if (statements.length === 0) {
  console.log('The migrations say what the declarations say; nothing to draft.');
} else {
  const stamp = new Date().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 13);
  const file = path.join(MIGRATIONS, `${stamp}-${name}.sql`);
  await writeFile(file, `${statements.join('\n').trimEnd()}\n`);
  console.log(`Drafted ${path.relative(process.cwd(), file)}: read it, then run npm run generate.`);
}

/** Migrates a throw-away database and compares it with the declarations. */
async function drafted(): Promise<string[]> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'millwright-migration-'));
  const postgres = await startEmbedded({ dataFolder, durable: false });
  try {
    await ensureAppRole(postgres.owner);
    await migrate(postgres.owner);
    const client = new pg.Client(postgres.owner);
    await client.connect();
    const actual = await actualSchema(client);
    await client.end();
    return differenceSql(entities, actual);
  } finally {
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
