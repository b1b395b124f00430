import { type RawBuilder, sql } from 'kysely';
import { commonTags } from '@millwright/contract/roles';
import { SUPER_ADMIN } from '@millwright/contract/system/role';
import { EVERYTHING } from '@millwright/contract/kernel/permission';
import type { DataScope } from '../context.ts';
import type { Pool } from '../database/pool.ts';
import { inScope, type Trx } from '../database/transaction.ts';

/** A session with its account, rights and site as the database holds them; shared by all requests of the session. */
export interface LiveSession {
  readonly id: string;
  readonly userId: string;
  readonly username: string;
  readonly realName: string;
  readonly identity: 1 | 2 | 3;
  readonly homeSiteId: string;
  /** Null while a company-wide person works in the company itself. */
  readonly siteId: string | null;
  /** The site, or the company for those who work in it: what is shown as the department. */
  readonly departId: string;
  readonly departName: string;
  readonly departNameEn: string | null;
  readonly timeZone: string;
  readonly customer: string | null;
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  readonly dataScope: DataScope;
  readonly mustChangePassword: boolean;
  readonly isEnabled: boolean;
  readonly codeHash: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  lastSeenAt: number;
  readonly isLocked: boolean;
  readonly isLive: boolean;
  readonly endReason: string | null;
}

interface StoredSession {
  id: string;
  userId: string;
  username: string;
  realName: string;
  identity: string;
  homeSiteId: string;
  siteId: string | null;
  departId: string;
  departName: string;
  departNameEn: string | null;
  timeZone: string;
  customer: string | null;
  mustChangePassword: boolean;
  isEnabled: boolean;
  codeHash: string;
  expiresAt: string;
  lastSeenAt: string;
  isLocked: boolean;
  isLive: boolean;
  endReason: string | null;
  roles: string[];
  permissions: string[];
  dataScope: DataScope;
}

/** Reads a session by id; null when there is no such row. */
export async function readSession(pool: Pool, id: string): Promise<LiveSession | null> {
  const { rows } = await inScope(pool, { site: '*', readOnly: true }, (trx) =>
    sql<StoredSession>`
      select s.id, s.user_id as "userId", u.username, u.real_name as "realName", u.user_identity as identity,
        u.home_site as "homeSiteId", s.current_site_id as "siteId", d.id as "departId", d.depart_name as "departName",
        d.depart_name_en as "departNameEn", d.time_zone as "timeZone", u.customer,
        u.must_change_password as "mustChangePassword", (u.status = '1' and u.deleted_at is null) as "isEnabled",
        s.code_hash as "codeHash", s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt", s.locked as "isLocked",
        s.live as "isLive", s.end_reason as "endReason", ${rolesOf(sql.ref('u.role'))} as roles,
        ${tagsOf(sql.ref('u.role'))} as permissions, ${scopeOf(sql.ref('u.role'))} as "dataScope"
      from system_session s join "system_user" u on u.id = s.user_id join base_site d on d.id = s.site_id
      where s.id = ${id}`.execute(trx),
  );
  const [row] = rows;
  return row ? liveSession(row) : null;
}

/** What people with these roles may do, as exact tags or `*:*:*`, and how far they see. `roleIds` as in `system_user.role`. */
export async function permissionsOfRoles(
  trx: Trx,
  roleIds: readonly string[],
): Promise<{ roles: string[]; permissions: Set<string>; dataScope: DataScope }> {
  const ids = sql`${roleIds}::bigint[]`;
  const { rows } = await sql<{ roles: string[]; permissions: string[]; dataScope: DataScope }>`
    select ${rolesOf(ids)} as roles, ${tagsOf(ids)} as permissions, ${scopeOf(ids)} as "dataScope"`.execute(
    trx,
  );
  const [row] = rows;
  return {
    roles: row?.roles ?? [],
    permissions: grantedBy(row?.roles ?? [], row?.permissions ?? []),
    dataScope: row?.dataScope ?? '4',
  };
}

/** The widest data scope of the enabled roles; without any role one sees oneself. */
function scopeOf(column: RawBuilder<unknown>) {
  return sql`(select coalesce(min(r.data_scope), '4') from system_role r
    where r.id = any(${column}) and r.status = '1')`;
}

/** Keys of the enabled roles among those of an array column. */
function rolesOf(column: RawBuilder<unknown>) {
  return sql`(select coalesce(array_agg(r.role_key order by r.role_sort, r.id), '{}') from system_role r
    where r.id = any(${column}) and r.status = '1')`;
}

/** Ticked tags of the enabled roles, of enabled menu entries only. */
function tagsOf(column: RawBuilder<unknown>) {
  return sql`(select coalesce(array_agg(distinct m.perms), '{}') from system_role r
    cross join lateral jsonb_array_elements_text(coalesce(r.menu_ids, '[]'::jsonb)) ticked(id)
    join system_menu m on m.id = ticked.id::bigint and m.status = '1' and m.perms is not null
    where r.id = any(${column}) and r.status = '1')`;
}

function grantedBy(roles: readonly string[], ticked: readonly string[]): Set<string> {
  if (roles.length === 0) return new Set();
  return roles.includes(SUPER_ADMIN) ? new Set([EVERYTHING]) : new Set([...commonTags, ...ticked]);
}

function liveSession(row: StoredSession): LiveSession {
  return {
    ...row,
    identity: Number(row.identity) as 1 | 2 | 3,
    permissions: grantedBy(row.roles, row.permissions),
    expiresAt: Date.parse(row.expiresAt),
    lastSeenAt: Date.parse(row.lastSeenAt),
  };
}
