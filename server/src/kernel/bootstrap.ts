import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from './database/pool.ts';
import { inScope, type Trx } from './database/transaction.ts';
import { installDictionaries } from './install/dictionaries.ts';
import { installMenu } from './install/menu.ts';
import { installRoles, rememberOldGrants } from './install/roles.ts';
import { installSettings } from './install/settings.ts';
import { hashPassword } from './password-hash.ts';
import { raiseVersionIn } from './versions.ts';

export interface InstallOptions {
  /** Password of the first account; a generated one when null. */
  readonly adminPassword: string | null;
  /** The first account must change its password at the first sign-in. */
  readonly mustChangePassword: boolean;
  /** Name and institution code of the company; the demo brings its own. */
  readonly company?: {
    readonly departName: string;
    readonly departNameEn: string;
    readonly institutionCode: string;
  };
}

export interface Installed {
  readonly companyId: string;
  readonly adminId: string;
  /** The password of `admin` when this call made the account; null when it existed. */
  readonly adminPassword: string | null;
}

/**
 * Brings the product's own rows into the database: company, menu, roles, dictionaries, settings and the account
 * `admin`. May run at every start: what a release adds appears, what a company changed or deleted stays so.
 */
export async function installProduct(pool: Pool, options: InstallOptions): Promise<Installed> {
  const password = options.adminPassword ?? generatedPassword();
  return inScope(pool, { site: '*', timeoutMs: 60_000 }, async (trx) => {
    await sql`select pg_advisory_xact_lock(${INSTALL_LOCK})`.execute(trx);
    const companyId = await installCompany(trx, options.company ?? COMPANY);
    await installDictionaries(trx);
    await rememberOldGrants(trx);
    const isMenuNew = await installMenu(trx);
    const areRolesNew = await installRoles(trx);
    if (isMenuNew || areRolesNew) await raiseVersionIn(trx, 'permission');
    await installSettings(trx);
    const admin = await installAdmin(trx, companyId, password, options.mustChangePassword);
    return { companyId, adminId: admin.id, adminPassword: admin.made ? password : null };
  });
}

/** A password for people to type once: 12 letters and digits without those that look alike. */
export function generatedPassword(): string {
  return Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

const INSTALL_LOCK = 4_170_006;
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const COMPANY = { departName: '公司', departNameEn: 'Company', institutionCode: 'HQ' };

async function installCompany(
  trx: Trx,
  company: NonNullable<InstallOptions['company']>,
): Promise<string> {
  const known = await sql<{
    id: string;
  }>`select id from base_site where depart_type = 'company' order by id limit 1`.execute(trx);
  if (known.rows[0]) return known.rows[0].id;
  const made = await sql<{ id: string }>`
    insert into base_site (depart_name, depart_name_en, depart_type, institution_code, time_zone, order_num, status)
    values (${company.departName}, ${company.departNameEn}, 'company', ${company.institutionCode}, 'Asia/Shanghai', 0, '1')
    returning id`.execute(trx);
  return made.rows[0]?.id ?? '';
}

async function installAdmin(
  trx: Trx,
  companyId: string,
  password: string,
  mustChange: boolean,
): Promise<{ id: string; made: boolean }> {
  const known = await sql<{
    id: string;
  }>`select u.id from "system_user" u order by (u.username = 'admin') desc, u.id limit 1`.execute(
    trx,
  );
  if (known.rows[0]) return { id: known.rows[0].id, made: false };
  const made = await sql<{ id: string }>`
    insert into "system_user" (site_id, username, account, real_name, home_site, user_identity, role, status, must_change_password)
    select ${companyId}::bigint, 'admin', 'admin', '系统管理员', ${companyId}::bigint, '1', array[r.id], '1', ${mustChange}
    from system_role r where r.role_key = 'super_admin' returning id`.execute(trx);
  const id = made.rows[0]?.id ?? '';
  const hash = await hashPassword(password);
  await sql`insert into user_credential (user_id, password_hash) values (${id}, ${hash})`.execute(
    trx,
  );
  return { id, made: true };
}
