import { refusals } from '@millwright/contract/kernel/errors';
import { allows } from '@millwright/contract/kernel/permission';
import { role } from '@millwright/contract/system/role';
import { user } from '@millwright/contract/system/user';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { BUSINESS } from '../../kernel/business.ts';
import { permissionsOfRoles } from '../../kernel/http/session-row.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { labelOf } from '../../kernel/store/columns.ts';
import { reachOf, where } from '../../kernel/store/filter.ts';
import { MOST_IDS } from '../../kernel/store/one-of.ts';
import { homeDepartmentsRoute } from './home-departments.ts';
import { limitedAccounts } from './sign-in-guard.ts';
import { resetPassword, setStatus } from './user.ts';
import { sentText } from '../../kernel/http/sent.ts';

const base = '/api/user/account';
const module = user.label;

/** Calls on accounts whose paths the specification fixes, and what the page shows beside its list. */
export function userCallRoutes(services: Services): Route[] {
  return [
    { method: 'GET', path: `${base}/role`, tag: 'system:user:list', handle: assignableRoles },
    homeDepartmentsRoute,
    {
      method: 'GET',
      path: `${base}/permissions`,
      tag: 'system:user:query',
      handle: effectivePermissions,
    },
    { method: 'GET', path: `${base}/user/figures`, tag: 'system:user:list', handle: figures },
    {
      method: 'PUT',
      path: `${base}/reset/user`,
      tag: 'system:user:reset',
      module,
      business: BUSINESS.edit,
      handle: (context, call) => reset(context, services, call),
    },
    {
      method: 'PUT',
      path: `${base}/disable/enabled/user`,
      tag: 'system:user:enable',
      module,
      business: BUSINESS.edit,
      handle: (context, call) => enable(context, services, call),
    },
    // Terminals are devices of a later release; the answer says that none were reached.
    {
      method: 'GET',
      path: `${base}/syncTcu`,
      tag: 'system:user:sync',
      module,
      business: '8',
      handle: async () => ({ sent: 0, failed: [] }),
    },
  ];
}

/** The roles that the caller may give, those of the account ticked. */
async function assignableRoles(context: Context, { query }: CallInput) {
  const userId =
    typeof query.userId === 'string' && /^[1-9]\d{0,17}$/.test(query.userId) ? query.userId : null;
  const held = userId === null ? [] : (await context.store(user).get(userId)).role;
  const { rows } = await sql<{ id: string; roleName: string; roleKey: string; status: string }>`
    select id, ${labelOf(role, 'r', context.session.locale)} as "roleName", role_key as "roleKey", status
    from system_role r where status = '1' order by role_sort, id`.execute(context.sql);
  const roles = [];
  for (const role of rows) {
    const isHeld = held.includes(role.id);
    if (isHeld || (await mayGive(context, role.id)))
      roles.push({ ...role, roleId: role.id, checked: isHeld });
  }
  return roles;
}

async function mayGive(context: Context, roleId: string): Promise<boolean> {
  const { permissions } = await permissionsOfRoles(context.sql, [roleId]);
  return [...permissions].every((tag) => allows(context.session.permissions, tag));
}

/** Which role gives which tag. */
async function effectivePermissions(context: Context, { query }: CallInput) {
  const account = await context.store(user).get(sentText(query.userId));
  const { rows } = await sql<{ id: string; roleName: string; roleKey: string; status: string }>`
    select id, ${labelOf(role, 'r', context.session.locale)} as "roleName", role_key as "roleKey", status
    from system_role r where id = any(${account.role}::bigint[]) order by role_sort`.execute(
    context.sql,
  );
  const roles = [];
  for (const role of rows)
    roles.push({
      ...role,
      permissions: [...(await permissionsOfRoles(context.sql, [role.id])).permissions].sort(),
    });
  const union = [...new Set(roles.flatMap(({ permissions }) => permissions))].sort();
  return { roles, permissions: union };
}

/** Who cannot get in: the four counters above the list. */
async function figures(context: Context) {
  const { session } = context;
  const names = await limitedAccounts(context.sql);
  const isLimited = sql`status = '1' and lower(username) = any(${names}::text[])`;
  const reached = where([
    sql<boolean>`u.deleted_at is null`,
    ...(session.identity === 1 ? [] : [sql<boolean>`u.site_id = ${session.siteId}`]),
    ...reachOf(session, sql.ref('u.id')),
  ]);
  const { rows } = await sql`
    select count(*) filter (where status = '0')::int as disabled,
      count(*) filter (where ${isLimited})::int as limited,
      coalesce((array_agg(id::text) filter (where ${isLimited}))[:${sql.lit(MOST_IDS)}], '{}') as "limitedIds",
      count(*) filter (where status = '1' and last_login_at is null)::int as "neverSignedIn",
      count(*) filter (where status = '1' and must_change_password)::int as "mustChangePassword"
    from "system_user" u ${reached}`.execute(context.sql);
  return rows[0];
}

async function reset(context: Context, services: Services, { body }: CallInput): Promise<null> {
  const { userId, id, username, password } = (body ?? {}) as Record<string, unknown>;
  const row = await named(context, sentText(userId ?? id), username);
  await resetPassword(context, services, row, typeof password === 'string' ? password : '');
  return null;
}

async function enable(context: Context, services: Services, { body }: CallInput) {
  const { id, status, username } = (body ?? {}) as Record<string, unknown>;
  if (String(status) !== '0' && String(status) !== '1')
    throw refuse(refusals['call.invalid'], { detail: 'status' });
  const row = await named(context, sentText(id), username);
  return setStatus(context, services, row, String(status) as '0' | '1');
}

/** Id and name must belong to the same account. */
async function named(context: Context, id: string, username: unknown) {
  const row = await context.store(user).get(id);
  if (username !== undefined && row.username !== username) throw refuse(refusals['row.missing']);
  return row;
}
