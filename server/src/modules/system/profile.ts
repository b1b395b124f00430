import { z } from 'zod';
import { mobileNumber } from '@millwright/contract/constants';
import { problemsOf } from '@millwright/contract/kernel/check';
import { refusals } from '@millwright/contract/kernel/errors';
import { pick } from '@millwright/contract/kernel/text';
import { role } from '@millwright/contract/system/role';
import { locations } from '@millwright/contract/system/session';
import { user } from '@millwright/contract/system/user';
import { sql } from 'kysely';
import type { Context, Session } from '../../kernel/context.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
import { foreignFiles } from '../../kernel/files/foreign.ts';
import { signAddress } from '../../kernel/files/sign.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { changesBetween } from '../../kernel/store/changes.ts';
import { labelOf } from '../../kernel/store/columns.ts';
import type { StoredRow } from '../../kernel/store/row.ts';
import { localTime } from '../../kernel/store/write.ts';
import { endSessions } from './end-sessions.ts';
import { checkOwnPassword } from './own-password.ts';
import { keepPreference, preference } from './preferences.ts';

const module = { zh: '个人中心', en: 'Personal center' };

/** One's own data, sessions, sign-ins and preferences. An account may lie outside the site worked in, hence system transactions. */
export function profileRoutes(services: Services): Route[] {
  const base = '/api/user/info';
  return [
    {
      ...own('GET', base, (session) =>
        services.asSystem((trx) => profileOf(trx, session), { readOnly: true }),
      ),
      whenMustChange: true,
    },
    own('PUT', base, (session, call) => changeProfile(services, session, call)),
    own('POST', `${base}/avatar`, (session, call) => changeAvatar(session, call)),
    own('GET', `${base}/sessions`, (session) =>
      services.asSystem((trx) => ownSessions(trx, session), { readOnly: true }),
    ),
    own('POST', `${base}/sessions/actions/end`, (session, call) => endOwn(services, session, call)),
    own('GET', `${base}/logins`, (session, call) =>
      services.asSystem((trx) => ownLogins(trx, session, call), { readOnly: true }),
    ),
    own(
      'GET',
      `${base}/preferences/:key`,
      (session, call) =>
        services.asSystem((trx) => preference(trx, session, call), { readOnly: true }),
      true,
    ),
    own(
      'PUT',
      `${base}/preferences/:key`,
      (session, call) => services.asSystem((trx) => keepPreference(trx, session, call)),
      true,
    ),
  ];
}

function own(
  method: Route['method'],
  path: string,
  handle: (session: Session, call: CallInput) => Promise<unknown>,
  passive = false,
): Route {
  return {
    method,
    path,
    tag: 'session',
    module,
    passive,
    transaction: 'none',
    handle: ({ session }, call) => handle(session, call),
  };
}

interface Profile {
  id: string;
  username: string;
  realName: string;
  nickname: string | null;
  phone: string | null;
  email: string | null;
  gender: string | null;
  avatar: string | null;
  departName: string;
  roles: string[];
  lastLoginAt: string | null;
  lastLoginIp: string | null;
  revision: number;
}

async function profileOf(trx: Trx, session: Session): Promise<Profile> {
  const { rows } = await sql<Profile>`
    select u.id, u.username, u.real_name as "realName", u.nickname, u.phone, u.email, u.gender, u.avatar, d.depart_name as "departName",
      (select coalesce(array_agg(${labelOf(role, 'r', session.locale)} order by r.role_sort), '{}') from system_role r where r.id = any(u.role)) as roles,
      u.last_login_at as "lastLoginAt", u.last_login_ip as "lastLoginIp", u.revision
    from "system_user" u join base_site d on d.id = u.home_site where u.id = ${session.userId}`.execute(
    trx,
  );
  const profile = rows[0] as Profile;
  return { ...profile, avatar: profile.avatar ? signAddress(profile.avatar) : null };
}

const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null));

const profileShape = z.strictObject({
  realName: z.string().trim().min(1, { error: 'field.required' }).max(30).optional(),
  nickname: optional(30),
  phone: optional(11).refine((phone) => !phone || mobileNumber.test(phone), {
    error: 'field.type',
  }),
  email: optional(100).refine((email) => !email || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email), {
    error: 'field.type',
  }),
  gender: z.enum(['male', 'female']).nullish(),
});

async function changeProfile(
  services: Services,
  session: Session,
  call: CallInput,
): Promise<Profile> {
  const { password, revision, ...sent } = (call.body ?? {}) as Record<string, unknown>;
  const allowed = Object.fromEntries(
    Object.entries(sent).filter(([name]) => name in profileShape.shape),
  );
  const parsed = profileShape.safeParse(allowed, { reportInput: true });
  if (!parsed.success) throw refuseDraft(problemsOf(parsed.error, user.fields));
  const before = await services.asSystem((trx) => profileOf(trx, session), { readOnly: true });
  const touchesContact = (['phone', 'email'] as const).some(
    (name) => parsed.data[name] !== undefined && parsed.data[name] !== before[name],
  );
  if (touchesContact) await checkOwnPassword(services, session, password, 'password');
  const change = Object.fromEntries(
    Object.entries(parsed.data).filter(([, value]) => value !== undefined),
  );
  return call.scoped(
    async (context) => {
      const held = await lockOwn(context, revision ?? before.revision);
      await writeOwn(context.sql, session, change);
      const after = await profileOf(context.sql, session);
      const names = Object.keys(change) as (keyof Profile)[];
      const changed = (own: Profile) => Object.fromEntries(names.map((name) => [name, own[name]]));
      recordOwn(context, changed(held), changed(after));
      context.afterCommit(() => services.announcements.tellHere('session', ''));
      return after;
    },
    { isWide: true },
  );
}

/** One's own data, held until the change is written. Throws `row.stale` when somebody changed it since `revision`. */
async function lockOwn({ session, sql: trx }: Context, revision: unknown): Promise<Profile> {
  const { rows } = await sql<{ updateTime: string; updater: string }>`
    select update_time as "updateTime", coalesce(user_name(update_by), '') as updater from "system_user"
    where id = ${session.userId} for update`.execute(trx);
  const current = await profileOf(trx, session);
  if (revision === current.revision) return current;
  const time = localTime(rows[0]?.updateTime, session.timeZone);
  throw refuse(refusals['row.stale'], { name: rows[0]?.updater ?? '', time }, { current });
}

/** The operate row of a change to one's own data, written with it. */
function recordOwn(context: Context, before: object, after: object): void {
  const { userId, realName } = context.session;
  context.record({
    entity: user.name,
    entityId: userId,
    siteId: context.session.homeSiteId,
    operation: 'update',
    title: realName,
    changes: changesBetween(user, before as StoredRow, after as StoredRow),
  });
}

async function changeAvatar(session: Session, call: CallInput) {
  const sent = (call.body as Record<string, unknown> | null)?.avatar;
  const schema = user.fields.avatar.kind.schema(user.fields.avatar as never).nullable();
  const parsed = z
    .object({ avatar: schema })
    .safeParse({ avatar: sent === '' ? null : sent }, { reportInput: true });
  if (!parsed.success) throw refuseDraft(problemsOf(parsed.error, user.fields));
  const avatar = typeof parsed.data.avatar === 'string' ? parsed.data.avatar : null;
  await call.scoped(
    async (context) => {
      const before = await avatarOf(context.sql, session);
      const foreign = await foreignFiles(context, user.fields, { avatar }, { avatar: before });
      if (foreign.length > 0) throw refuseDraft(foreign);
      await writeOwn(context.sql, session, { avatar });
      recordOwn(context, { avatar: before }, { avatar });
    },
    { isWide: true },
  );
  return { avatar: avatar === null ? null : signAddress(avatar) };
}

async function avatarOf(trx: Trx, session: Session): Promise<string | null> {
  const { rows } = await sql<{ avatar: string | null }>`
    select avatar from "system_user" where id = ${session.userId}`.execute(trx);
  return rows[0]?.avatar ?? null;
}

const COLUMNS: Readonly<Record<string, string>> = {
  realName: 'real_name',
  nickname: 'nickname',
  phone: 'phone',
  email: 'email',
  gender: 'gender',
  avatar: 'avatar',
};

async function writeOwn(
  trx: Trx,
  session: Session,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  const assigned = Object.entries(change).map(
    ([name, value]) => sql`${sql.id(COLUMNS[name] ?? '')} = ${value}`,
  );
  if (assigned.length === 0) return;
  await sql`update "system_user" set ${sql.join(assigned)}, revision = revision + 1, update_time = now(), update_by = ${session.userId}
    where id = ${session.userId}`.execute(trx);
}

async function ownSessions(trx: Trx, session: Session) {
  const { rows } = await sql<{ id: string; location: keyof typeof locations | null }>`
    select id, ip, location, browser, os, client_kind as "clientKind", create_time as "createTime", last_seen_at as "lastSeenAt",
      expires_at as "expiresAt", locked, id = ${session.sessionId} as current
    from system_session where user_id = ${session.userId} and live and expires_at > now() order by last_seen_at desc`.execute(
    trx,
  );
  return { list: rows.map((row) => withPlace(row, session)), total: rows.length };
}

/** Ends one's own other sessions: those named, or all; needs the password. */
async function endOwn(services: Services, session: Session, call: CallInput) {
  const { ids, others, password } = (call.body ?? {}) as Record<string, unknown>;
  const named = Array.isArray(ids)
    ? ids.map(String).filter((id) => /^[1-9]\d{0,17}$/.test(id))
    : [];
  if (others !== true && named.length === 0)
    throw refuse(refusals['call.invalid'], { detail: 'ids' });
  await checkOwnPassword(services, session, password, 'password');
  const which =
    others === true ? sql`s.id <> ${session.sessionId}` : sql`s.id = any(${named}::bigint[])`;
  const ended = await services.asSystem((trx) =>
    endSessions(trx, sql`s.user_id = ${session.userId} and ${which}`, 'kicked'),
  );
  services.announcements.tellHere('session', '');
  return { ended };
}

/** The last 90 days. */
async function ownLogins(trx: Trx, session: Session, { query }: CallInput) {
  const page = Math.max(1, Math.min(10_000, Number(query.page) || 1));
  const limit = Math.max(1, Math.min(200, Number(query.limit) || 20));
  const mine = sql`from log_login where lower(username) = lower(${session.username}) and at > now() - interval '90 days'`;
  const { rows } = await sql<{ location: keyof typeof locations | null }>`
    select id, at, event, status, response_info as "responseInfo", host, location, browser, os, client_kind as "clientKind", depart_name as "departName"
    ${mine} order by at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(trx);
  const counted = await sql<{ total: string }>`select count(*) as total ${mine}`.execute(trx);
  const list = rows.map((row) => withPlace(row, session));
  return { list, total: Number(counted.rows[0]?.total ?? 0), page, limit };
}

/** The row with the word for its place in the reader's language. */
function withPlace<T extends { location: keyof typeof locations | null }>(
  row: T,
  session: Session,
) {
  return { ...row, location: row.location ? pick(locations[row.location], session.locale) : null };
}
