import { problem } from '@millwright/contract/kernel/check';
import { EVERYTHING } from '@millwright/contract/kernel/permission';
import { type Problem, refusals } from '@millwright/contract/kernel/errors';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { user } from '@millwright/contract/system/user';
import { sql } from 'kysely';
import { type Behaviour, behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { acrossSites } from '../../kernel/database/transaction.ts';
import { hashPassword } from '../../kernel/password-hash.ts';
import { judgeEach } from '../../kernel/judge-each.ts';
import { Refused, refuse, refuseDraft } from '../../kernel/refuse.ts';
import { duplicateProblems } from '../../kernel/store/duplicates.ts';
import type { Services } from '../../kernel/services.ts';
import { raiseVersion } from '../../kernel/versions.ts';
import { checkNotAbove, checkRolesHeld, checkSitesHeld, otherAdmins } from './ceiling.ts';
import { endSessionsOf, placeSessions } from './end-sessions.ts';
import { checkDepartmentsBelow } from './home-departments.ts';
import { passwordProblems, siteNamesOf } from './password-rules.ts';
import { checkSeparation } from './role-separation.ts';
import { liftLimits } from './sign-in-guard.ts';
import { completed, fromAliases } from './user-answer.ts';
import { sentText } from '../../kernel/http/sent.ts';

type UserRow = Answer<typeof user>;
type Draft = Record<string, unknown>;

/** Accounts: what may be given is held by the giver, and a change acts on the next request of the person. */
export function userBehaviour(services: Services): Behaviour {
  return behaviour(user, {
    list: (context, query) => listUsers(context, query),
    get: async (context, id) =>
      (await completed(context, [await context.store(user).get(id)], true))[0] as UserRow,
    create: (context, draft) => createUser(context, services, draft),
    update: (context, id, change) => updateUser(context, services, id, change),
    remove: (context, ids, params) => removeUsers(context, services, ids, params.username),
    actions: {
      enable: (context, row) => setStatus(context, services, row, '1'),
      disable: (context, row) => setStatus(context, services, row, '0'),
      reset: (context, row, body) => resetPassword(context, services, row, String(body.password)),
      async unlock(context, row) {
        await checkNotAbove(context, row);
        await liftLimits(context.sql, [row.username]);
        return row;
      },
    },
  });
}

/** Enables or disables an account; disabling ends its sessions. */
export async function setStatus(
  context: Context,
  services: Services,
  row: UserRow,
  status: '0' | '1',
): Promise<UserRow> {
  await checkNotAbove(context, row);
  if (row.status === status) return row;
  if (status === '0') {
    if (row.id === context.session.userId) throw refuse(systemRefusals['user.disable.self']);
    await keepLastAdmin(context, [row.id]);
  }
  const changed = await context.store(user).act(status === '1' ? 'enable' : 'disable', row.id, {});
  if (status === '0')
    await endSessionsOf(context, services, sql`s.user_id = ${row.id}`, 'disabled');
  return changed;
}

/** Sets a password that its owner must change at the next sign-in; all sessions end. */
export async function resetPassword(
  context: Context,
  services: Services,
  row: UserRow,
  password: string,
): Promise<UserRow> {
  await checkNotAbove(context, row);
  const words = await wordsOf(context, row);
  const problems = passwordProblems(services.settings, 'password', password, words);
  if (problems.length > 0) throw refuseDraft(problems);
  await keepPassword(context, row.id, await hashPassword(password));
  await sql`update "system_user" set must_change_password = true, revision = revision + 1, update_time = now(), update_by = ${context.session.userId}
    where id = ${row.id}`.execute(context.sql);
  await liftLimits(context.sql, [row.username]);
  await endSessionsOf(context, services, sql`s.user_id = ${row.id}`, 'password');
  context.record({
    entity: user.name,
    entityId: row.id,
    siteId: row.siteId,
    operation: 'reset',
    title: row.realName,
    changes: [],
  });
  return context.store(user).get(row.id);
}

/** Stores the hash of a password. */
export async function keepPassword(
  context: Pick<Context, 'sql'>,
  userId: string,
  hash: string,
): Promise<void> {
  await sql`insert into user_credential (user_id, password_hash) values (${userId}, ${hash})
    on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`.execute(
    context.sql,
  );
}

async function listUsers(context: Context, query: ListQuery) {
  const { siteId, ...params } = query.params;
  const narrowed = siteId === undefined ? params : { ...params, homeSite: siteId };
  const answer = await context.store(user).list({ ...query, params: narrowed });
  return { ...answer, list: await completed(context, answer.list, false) };
}

async function createUser(context: Context, services: Services, sent: Draft): Promise<UserRow> {
  const { password, ...draft } = fromAliases(sent);
  await checkGrants(context, draft);
  // Imported accounts have no password yet: nobody signs in with them before a reset.
  const isGiven = password !== undefined && password !== null && password !== '';
  const problems = isGiven
    ? passwordProblems(services.settings, 'password', password, await wordsOf(context, draft))
    : [];
  const row = await refusingBeside(problems, () =>
    context
      .store(user)
      .create(
        { account: draft.username, ...draft, siteId: draft.homeSite as string },
        { mustChangePassword: true },
      ),
  );
  if (isGiven) await keepPassword(context, row.id, await hashPassword(sentText(password)));
  await raiseVersion(context, services.announcements, 'permission');
  return (await completed(context, [row], true))[0] as UserRow;
}

/** The problems of a password are told together with those that the store finds in the other fields. */
async function refusingBeside<T>(problems: readonly Problem[], write: () => Promise<T>) {
  if (problems.length === 0) return write();
  const others = await write().then(
    () => [],
    (error: unknown) => {
      const isDraft = error instanceof Refused && error.refusal === refusals['draft.invalid'];
      return isDraft ? error.problems : duplicateProblems(user, error);
    },
  );
  throw refuseDraft([...others, ...problems]);
}

async function updateUser(
  context: Context,
  services: Services,
  id: string,
  sent: Draft,
): Promise<UserRow> {
  const { password: _only, ...change } = fromAliases(sent);
  const before = await context.store(user).get(id);
  await checkNotAbove(context, before);
  await checkOwnRoles(context, before, change);
  await checkGrants(context, change, before);
  if (removesAdmin(before, change))
    await keepLastAdmin(context, [id], await isAdminAfter(context, change));
  const row = await context.store(user).update(id, change);
  if (row.homeSite !== before.homeSite) await moveHome(context, row);
  await acrossSites(context.sql, () => placeSessions(context.sql, id));
  await raiseVersion(context, services.announcements, 'permission');
  return (await completed(context, [row], true))[0] as UserRow;
}

async function removeUsers(
  context: Context,
  services: Services,
  ids: readonly string[],
  username: string | undefined,
): Promise<void> {
  await judgeEach(context, user, ids, async (id) => {
    const row = await context.store(user).get(id);
    if (username !== undefined && row.username !== username) throw refuse(refusals['row.missing']);
    if (id === context.session.userId) throw refuse(systemRefusals['user.remove.self']);
    await checkNotAbove(context, row);
  });
  await keepLastAdmin(context, ids);
  await context.store(user).remove(ids);
  await endSessionsOf(context, services, sql`s.user_id = any(${[...ids]}::bigint[])`, 'disabled');
}

/** What is given must be held: roles, sites, identity. A site person makes people of the site that he works in. */
async function checkGrants(context: Context, draft: Draft, before?: UserRow): Promise<void> {
  const { session } = context;
  const roles = idsIn(draft.role);
  const added = roles.filter((id) => !before?.role.includes(id));
  if (added.length > 0) await checkRolesHeld(context, added);
  if (roles.length > 0) await checkSeparation(context, roles);
  const sites = [
    ...idsIn(draft.associatedSites),
    ...(typeof draft.homeSite === 'string' ? [draft.homeSite] : []),
  ];
  await checkSitesHeld(
    context,
    sites.filter((id) => id !== before?.homeSite && !before?.associatedSites.includes(id)),
  );
  await checkDepartments(context, draft, before);
  const raises = draft.userIdentity === '1' && before?.userIdentity !== '1';
  if (raises && session.identity !== 1) throw refuse(refusals['grant.ceiling']);
  const home = draft.homeSite;
  if (
    session.identity !== 1 &&
    typeof home === 'string' &&
    home !== (before?.homeSite ?? session.siteId)
  )
    throw refuse(refusals['grant.ceiling']);
  if (
    Array.isArray(draft.associatedSites) &&
    draft.associatedSites.includes(home ?? before?.homeSite)
  ) {
    throw refuseDraft([
      problem('associatedSites', user.fields.associatedSites.label, refusals['field.repeated'], {
        value: '',
      }),
    ]);
  }
}

/** Business departments lie in the home site; those that a person has already stay while the home site does. */
async function checkDepartments(context: Context, draft: Draft, before?: UserRow): Promise<void> {
  const moves = draft.homeSite !== undefined && draft.homeSite !== before?.homeSite;
  const chosen = idsIn(draft.departments ?? before?.departments);
  const judged = moves ? chosen : chosen.filter((id) => !before?.departments?.includes(id));
  const home = sentText(draft.homeSite ?? before?.homeSite);
  await checkDepartmentsBelow(context, home, judged);
}

async function checkOwnRoles(context: Context, before: UserRow, change: Draft): Promise<void> {
  if (before.id !== context.session.userId || change.role === undefined) return;
  const same = [...idsIn(change.role)].sort().join() === [...before.role].sort().join();
  if (!same) throw refuse(refusals['grant.ceiling']);
}

function removesAdmin(before: UserRow, change: Draft): boolean {
  return change.role !== undefined && idsIn(change.role).join() !== before.role.join();
}

async function isAdminAfter(context: Context, change: Draft): Promise<boolean> {
  const { rows } =
    await sql`select 1 from system_role where role_key = 'super_admin' and id = any(${idsIn(change.role)}::bigint[])`.execute(
      context.sql,
    );
  return rows.length > 0;
}

/** Throws when nobody enabled would be left who may do everything. */
async function keepLastAdmin(
  context: Context,
  without: readonly string[],
  stays = false,
): Promise<void> {
  if (stays || !context.session.permissions.has(EVERYTHING)) return;
  if ((await otherAdmins(context, without)) === 0)
    throw refuse(systemRefusals['user.remove.lastAdmin']);
}

async function moveHome(context: Context, row: UserRow): Promise<void> {
  await sql`update "system_user" set site_id = home_site where id = ${row.id}`.execute(context.sql);
}

interface Person {
  readonly username?: unknown;
  readonly realName?: unknown;
  readonly homeSite?: unknown;
}

async function wordsOf(context: Context, { username, realName, homeSite }: Person) {
  return {
    username: sentText(username),
    realName: sentText(realName),
    siteNames: await siteNamesOf(context.sql, homeSite),
  };
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String).filter((id) => /^[1-9]\d{0,17}$/.test(id)) : [];
}
