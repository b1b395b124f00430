import { loginInfo } from '@millwright/contract/log/log-words';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { type Refusal, refusals } from '@millwright/contract/kernel/errors';
import { pick, say, type TextArgs } from '@millwright/contract/kernel/text';
import { signInRefusals } from '@millwright/contract/system/refusals';
import { locations } from '@millwright/contract/system/session';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { type Client, clientOf } from '../../kernel/http/client.ts';
import { insertLogRows } from '../../kernel/log/write.ts';
import { rateLimit } from '../../kernel/http/rate-limit.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { digestOf, newCode } from '../../kernel/http/token.ts';
import { loginRow } from '../../kernel/login-log.ts';
import { hashPassword, needsRehash, passwordFits } from '../../kernel/password-hash.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { endSessions, placeSessions } from './end-sessions.ts';
import { beginTry, countSuccess, tried } from './sign-in-guard.ts';
import { chosenSite, companyOf, type SignInSite } from './sign-in-site.ts';
import { sentText } from '../../kernel/http/sent.ts';

/** `POST /api/user/auth/login`: credentials against a session of three values. */
export function signInRoute(services: Services): Route {
  const perProcess = rateLimit(10, 20);
  return {
    method: 'POST',
    path: '/api/user/auth/login',
    tag: 'public',
    handle: async (context, call) => {
      if (perProcess.take('') > 0) throw refuse(refusals['call.tooMany']);
      const asked = { ...askedOf(call), client: clientOf(call.request.ip, call.request.headers) };
      const account = await authenticate(services, asked);
      const site = await services.asSystem((trx) => chosenSite(trx, account, asked.departId));
      const problem = problemOf(account, site);
      if (problem) throw await refusedTry(services, asked, account, problem);
      const opened = await openSession(services, asked, account, site as SignInSite);
      const { locale } = context.session;
      const lastLogin = account.lastLoginAt
        ? {
            time: account.lastLoginAt,
            ip: account.lastLoginIp,
            location: locationOf(account.lastLoginIp, locale),
          }
        : null;
      return { userTokenMsg: opened, mustChangePassword: account.mustChangePassword, lastLogin };
    },
  };
}

/** The public id of an account: the same for all its sessions, and tells nothing. */
export function publicIdOf(userId: string): string {
  return createHash('sha256')
    .update(`millwright account ${userId}`)
    .digest('base64url')
    .slice(0, 22);
}

/** An account as the sign-in needs it. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly realName: string;
  readonly identity: string;
  readonly homeSite: string;
  readonly associatedSites: readonly string[];
  readonly status: string;
  readonly roleCount: number;
  readonly mustChangePassword: boolean;
  readonly lastLoginAt: string | null;
  readonly lastLoginIp: string | null;
  readonly passwordHash: string | null;
}

interface Asked {
  readonly username: string;
  readonly password: string;
  readonly departId: string | null;
  readonly client: Client;
}

function askedOf({ body }: CallInput): Omit<Asked, 'client'> {
  const { username, password, departId } = (body ?? {}) as Record<string, unknown>;
  if (typeof username !== 'string' || username.length > 200)
    throw refuse(refusals['call.invalid'], { detail: 'username' });
  if (typeof password !== 'string' || password.length > 200)
    throw refuse(refusals['call.invalid'], { detail: 'password' });
  if (
    departId !== undefined &&
    departId !== null &&
    departId !== '' &&
    !/^[1-9]\d{0,17}$/.test(sentText(departId))
  ) {
    throw refuse(refusals['call.invalid'], { detail: 'departId' });
  }
  return {
    username: username.trim().replaceAll('\u0000', ''),
    password,
    departId: sentText(departId) || null,
  };
}

/** The account whose password was right. Unknown account and wrong password answer alike and take the same time. */
async function authenticate(services: Services, asked: Asked): Promise<Account> {
  const { username, client } = asked;
  const { verdict, account } = await services.asSystem(async (trx) => ({
    verdict: await beginTry(trx, username, client.host),
    account: await findAccount(trx, username),
  }));
  if (verdict.waitSeconds > 0)
    throw await refusedTry(services, asked, account, signInRefusals['signIn.throttled'], {
      s: verdict.waitSeconds,
    });
  if (verdict.delayMs > 0) await sleep(verdict.delayMs);
  const fits = await tried(services, verdict, () =>
    passwordFits(account?.passwordHash, asked.password),
  );
  if (account && fits) return account;
  throw await refusedTry(services, asked, account, signInRefusals['signIn.wrong']);
}

async function findAccount(trx: Trx, username: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    select u.id, u.username, u.real_name as "realName", u.user_identity as identity, u.home_site as "homeSite",
      u.associated_sites::text[] as "associatedSites", u.status, u.must_change_password as "mustChangePassword",
      u.last_login_at as "lastLoginAt", u.last_login_ip as "lastLoginIp", c.password_hash as "passwordHash",
      (select count(*)::int from system_role r where r.id = any(u.role) and r.status = '1') as "roleCount"
    from "system_user" u left join user_credential c on c.user_id = u.id
    where lower(u.username) = lower(${username}) and u.deleted_at is null`.execute(trx);
  return rows[0] ?? null;
}

function problemOf(account: Account, site: SignInSite | null): Refusal | null {
  if (account.status !== '1') return signInRefusals['signIn.disabled'];
  if (account.roleCount === 0) return signInRefusals['signIn.noRole'];
  return site === null ? signInRefusals['signIn.site'] : null;
}

/** The refusal of a try, told to the login log with its inner reason. */
async function refusedTry(
  services: Services,
  asked: Asked,
  account: Account | null,
  refusal: Refusal,
  args: TextArgs = {},
) {
  const siteId = account?.homeSite ?? (await services.asSystem(companyOf));
  const isWrong = refusal.key === 'signIn.wrong';
  const inner = isWrong
    ? account
      ? loginInfo.wrongPassword
      : loginInfo.unknownAccount
    : refusal.text;
  const info = { zh: say(inner, args, 'zh_CN'), en: say(inner, args, 'en_US') };
  await services.logs.add('log_login', [
    loginRow({
      event: '1',
      ok: false,
      username: asked.username,
      siteId,
      info,
      client: asked.client,
      isUnknown: !account,
    }),
  ]);
  return refuse(refusal, args);
}

async function openSession(services: Services, asked: Asked, account: Account, site: SignInSite) {
  const code = newCode();
  const expiresAt =
    Math.floor(Date.now() / 1000) + services.settings.number('session.absoluteHours') * 3600;
  const rehashed = needsRehash(account.passwordHash ?? '')
    ? await hashPassword(asked.password)
    : null;
  const sid = await services.asSystem(async (trx) => {
    await countSuccess(trx, asked.username, asked.client.host);
    if (rehashed)
      await sql`update user_credential set password_hash = ${rehashed} where user_id = ${account.id}`.execute(
        trx,
      );
    await sql`update "system_user" set last_login_at = now(), last_login_ip = ${asked.client.host} where id = ${account.id}`.execute(
      trx,
    );
    const id = await insertSession(trx, asked.client, account, site, digestOf(code), expiresAt);
    await placeSessions(trx, account.id);
    await endOldest(trx, account.id, services.settings.number('session.maxPerUser'));
    await insertLogRows(trx, 'log_login', [
      loginRow({
        event: '1',
        ok: true,
        username: account.username,
        siteId: site.departId,
        departName: site.departName,
        info: loginInfo.signedIn,
        client: asked.client,
      }),
    ]);
    return id;
  });
  services.announcements.tellHere('session', '');
  const sub = publicIdOf(account.id);
  return { access_token: await services.tokens.sign({ sub, sid, exp: expiresAt }), sub, code };
}

async function insertSession(
  trx: Trx,
  client: Client,
  account: Account,
  site: SignInSite,
  codeHash: string,
  expiresAt: number,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into system_session (site_id, current_site_id, user_id, username, real_name, user_identity, ip, location, browser, os,
      client_kind, user_agent, code_hash, last_seen_at, expires_at)
    values (${site.departId}, ${site.siteId}, ${account.id}, ${account.username}, ${account.realName}, ${account.identity},
      ${client.host}, ${client.location}, ${client.browser}, ${client.os}, ${client.clientKind}, ${client.userAgent}, ${codeHash},
      now(), to_timestamp(${expiresAt})) returning id`.execute(trx);
  return rows[0]?.id ?? '';
}

/** Keeps the newest sessions of an account up to the setting; the others end as replaced. */
async function endOldest(trx: Trx, userId: string, most: number): Promise<void> {
  await endSessions(
    trx,
    sql`s.user_id = ${userId} and s.id not in (select id from system_session where user_id = ${userId} and live order by create_time desc, id desc limit ${most})`,
    'replaced',
  );
}

function locationOf(ip: string | null, locale: 'zh_CN' | 'en_US'): string {
  return ip ? pick(locations[clientOf(ip, {}).location], locale) : '';
}
