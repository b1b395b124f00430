import { roles } from '@millwright/contract/roles';
import { sql } from 'kysely';
import { demoCompany, loadDemo, mayLoadDemo } from './demo/load-demo.ts';
import { people } from './demo/people-data.ts';
import { generatedPassword, type Installed, installProduct } from './kernel/bootstrap.ts';
import { type Config, ConfigError } from './kernel/config.ts';
import type { Database } from './kernel/database/database.ts';
import { inScope } from './kernel/database/transaction.ts';
import { openFiles } from './kernel/files/folder.ts';
import { hashPassword } from './kernel/password-hash.ts';

/**
 * Brings an open database to where the server can work: partitions of the logs, the product's own rows, and in an
 * empty one the demo company if it is wanted. Returns what is to be printed once: accounts and their password.
 * Throws a `ConfigError` when the demo is asked for on a database that has data.
 */
export async function prepare(config: Config, database: Database): Promise<string[]> {
  const { pool } = database;
  await inScope(pool, { site: '*', timeoutMs: 60_000 }, (trx) =>
    sql`select ensure_log_partitions(1, 2)`.execute(trx),
  );
  const demo = config.demo ?? database.isEmbedded;
  const installed = await installProduct(pool, {
    adminPassword: config.adminPassword ?? null,
    mustChangePassword: !demo,
    ...(demo ? { company: demoCompany } : {}),
  });
  if (demo && (await mayLoadDemo(pool))) return loadedDemo(config, database, installed);
  if (config.demo === true && !(await isDemo(database))) {
    throw new ConfigError(
      'DEMO=on loads the demo company into an empty database only; this one has data.',
    );
  }
  if (installed.adminPassword === null) return [];
  return [
    `Account admin (super administrator), password ${installed.adminPassword}; it must be changed at the first sign-in.`,
  ];
}

/** A first start that was cut off leaves an account whose password nobody read: it gets a new one. */
async function loadedDemo(
  config: Config,
  database: Database,
  installed: Installed,
): Promise<string[]> {
  const password = installed.adminPassword ?? config.adminPassword ?? generatedPassword();
  if (installed.adminPassword === null) await setPassword(database, installed.adminId, password);
  // The pictures of the demo lie among the files.
  openFiles(config.dataFolder);
  await loadDemo(database.pool);
  return accountLines(password);
}

async function setPassword({ pool }: Database, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await inScope(pool, { site: '*' }, async (trx) => {
    await sql`update user_credential set password_hash = ${hash} where user_id = ${userId}`.execute(
      trx,
    );
    await sql`update "system_user" set must_change_password = false where id = ${userId}`.execute(
      trx,
    );
  });
}

async function isDemo({ pool }: Database): Promise<boolean> {
  const found = await inScope(pool, { site: '*', readOnly: true }, (trx) =>
    sql`select 1 from base_site where institution_code = ${demoCompany.institutionCode} and depart_type = 'company'`.execute(
      trx,
    ),
  );
  return found.rows.length > 0;
}

/** The first account of a role stands for it, unless another is the one that documents name. */
const KNOWN_BY: Readonly<Record<string, string>> = { operator: 'cs0317' };

/** `admin` and one account of each built-in role. */
function accountLines(password: string): string[] {
  const accounts = roles.flatMap((role) => {
    const username =
      role.roleKey === 'super_admin'
        ? 'admin'
        : (KNOWN_BY[role.roleKey] ??
          people.find((person) => person.role === role.roleKey)?.username);
    return username === undefined
      ? []
      : [`  ${username.padEnd(14)} ${role.roleName.zh} / ${role.roleName.en}`];
  });
  return [
    'The demo company 众诚轮毂集团 / Zhongcheng Wheels is loaded. Accounts:',
    ...accounts,
    `  password of all: ${password}`,
  ];
}
