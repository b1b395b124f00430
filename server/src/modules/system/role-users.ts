import { problem } from '@millwright/contract/kernel/check';
import { refusals } from '@millwright/contract/kernel/errors';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { role, SUPER_ADMIN } from '@millwright/contract/system/role';
import { user } from '@millwright/contract/system/user';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { reachOf, where } from '../../kernel/store/filter.ts';
import { raiseVersion } from '../../kernel/versions.ts';
import { checkNotAbove, checkRolesHeld, otherAdmins } from './ceiling.ts';
import { checkSeparation } from './role-separation.ts';

/** Who holds a role: the transfer list of the roles page. */
export function roleUserRoutes(services: Services): Route[] {
  const path = `${role.path}/:id/users`;
  return [
    {
      method: 'GET',
      path,
      tag: 'system:role:query',
      handle: (context, call) => holders(context, call),
    },
    {
      method: 'PUT',
      path,
      tag: 'system:role:assign',
      business: '4',
      module: role.label,
      handle: (context, call) => assign(context, services, call),
    },
  ];
}

interface Holder {
  id: string;
  username: string;
  realName: string;
  userIdentity: string;
  role: string[];
  checked: boolean;
  siteId: string;
}

async function visibleUsers(
  { session, sql: trx }: Context,
  roleId: string,
  locked?: readonly string[],
): Promise<Holder[]> {
  const reached = where([
    sql<boolean>`u.deleted_at is null`,
    ...(locked ? [sql<boolean>`u.id = any(${locked}::bigint[])`] : []),
    ...(session.identity === 1 ? [] : [sql<boolean>`u.site_id = ${session.siteId}`]),
    ...reachOf(session, sql.ref('u.id')),
  ]);
  const { rows } = await sql<Holder>`
    select u.id, u.username, u.real_name as "realName", u.user_identity as "userIdentity", u.role::text[] as role, u.site_id as "siteId",
      ${roleId}::bigint = any(u.role) as checked
    from "system_user" u ${reached} order by u.username limit 5000 ${locked ? sql`for update of u` : sql``}`.execute(
    trx,
  );
  return rows;
}

async function holders(context: Context, { params }: CallInput) {
  const row = await context.store(role).get(params.id ?? '');
  const list = await visibleUsers(context, row.id);
  return {
    list: list.map(({ id, username, realName, checked }) => ({
      id,
      userId: id,
      username,
      realName,
      checked,
    })),
    total: list.length,
  };
}

/** Gives the role to exactly these people among those whom the caller sees. */
async function assign(context: Context, services: Services, { params, body }: CallInput) {
  const row = await context.store(role).get(params.id ?? '');
  await checkRolesHeld(context, [row.id]);
  const wanted = idsOf(body);
  const people = await visibleUsers(context, row.id);
  if ([...wanted].some((id) => !people.some((person) => person.id === id)))
    throw refuse(refusals['row.missing']);
  const differing = people.filter((person) => person.checked !== wanted.has(person.id));
  const changing = (await lockedUsers(context, row.id, differing)).filter(
    (person) => person.checked !== wanted.has(person.id),
  );
  for (const person of changing) await changeOne(context, row.id, person, wanted.has(person.id));
  const removed = changing.filter(({ checked }) => checked).map(({ id }) => id);
  if (
    row.roleKey === SUPER_ADMIN &&
    removed.length > 0 &&
    (await otherAdmins(context, removed)) === 0
  )
    throw refuse(systemRefusals['user.remove.lastAdmin']);
  await raiseVersion(context, services.announcements, 'permission');
  return { changed: changing.length };
}

/** The people as they are once nobody else changes them. */
async function lockedUsers(context: Context, roleId: string, people: readonly Holder[]) {
  if (people.length === 0) return [];
  return visibleUsers(
    context,
    roleId,
    people.map(({ id }) => id),
  );
}

async function changeOne(
  context: Context,
  roleId: string,
  person: Holder,
  gets: boolean,
): Promise<void> {
  if (person.id === context.session.userId) throw refuse(refusals['grant.ceiling']);
  await checkNotAbove(context, person);
  const roles = gets ? [...person.role, roleId] : person.role.filter((id) => id !== roleId);
  if (roles.length === 0)
    throw refuseDraft([
      problem('userIds', user.fields.role.label, refusals['field.required'], {
        name: person.realName,
      }),
    ]);
  if (gets) await checkSeparation(context, roles);
  await sql`update "system_user" set role = ${roles}::bigint[], revision = revision + 1, update_time = now(), update_by = ${context.session.userId}
    where id = ${person.id}`.execute(context.sql);
  const { label } = user.fields.role;
  context.record({
    entity: user.name,
    entityId: person.id,
    siteId: person.siteId,
    operation: 'update',
    title: person.realName,
    changes: [{ field: 'role', label, before: person.role, after: roles }],
  });
}

function idsOf(body: unknown): Set<string> {
  const { userIds, ids } = (body ?? {}) as Record<string, unknown>;
  const sent = userIds ?? ids;
  const valid =
    Array.isArray(sent) &&
    sent.length <= 5000 &&
    sent.every((id) => /^[1-9]\d{0,17}$/.test(String(id)));
  if (!valid) throw refuse(refusals['call.invalid'], { detail: 'userIds' });
  return new Set(sent.map(String));
}
