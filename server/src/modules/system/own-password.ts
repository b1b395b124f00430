import { logModules } from '@millwright/contract/log/log-words';
import type { Problem } from '@millwright/contract/kernel/errors';
import { passwordRefusals, signInRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import type { Session } from '../../kernel/context.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { hashPassword, passwordFits } from '../../kernel/password-hash.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { endSessionsOf } from './end-sessions.ts';
import { passwordProblems, type PersonalWords, problemAt, siteNamesOf } from './password-rules.ts';
import { beginTry, tried } from './sign-in-guard.ts';

/** `PUT /api/user/info/password`: the old password once, the new one twice. */
export function ownPasswordRoute(services: Services): Route {
  return {
    method: 'PUT',
    path: '/api/user/info/password',
    tag: 'session',
    whenMustChange: true,
    transaction: 'none',
    module: logModules.password,
    handle: ({ session }, call) => changePassword(services, session, call),
  };
}

/** Throws unless this is the person's current password; a wrong one counts as a failed sign-in. */
export async function checkOwnPassword(
  services: Services,
  session: Session,
  password: unknown,
  field: string,
): Promise<void> {
  if (typeof password !== 'string' || password === '')
    throw refuseDraft([problemAt(field, passwordRefusals['password.needed'])]);
  const { verdict, stored } = await services.asSystem(async (trx) => ({
    verdict: await beginTry(trx, session.username, session.host),
    stored: (
      await sql<{
        hash: string;
      }>`select password_hash as hash from user_credential where user_id = ${session.userId}`.execute(
        trx,
      )
    ).rows[0]?.hash,
  }));
  if (verdict.waitSeconds > 0)
    throw refuse(signInRefusals['signIn.throttled'], { s: verdict.waitSeconds });
  const check = () => passwordFits(stored, password.slice(0, 200));
  if (await tried(services, verdict, check)) return;
  const key = field === 'passwordOld' ? 'password.oldWrong' : 'password.wrong';
  throw refuseDraft([problemAt(field, passwordRefusals[key])]);
}

async function changePassword(
  services: Services,
  session: Session,
  call: CallInput,
): Promise<null> {
  const { passwordOld, passwordNew, passwordRepeat, signOutOthers } = (call.body ?? {}) as Record<
    string,
    unknown
  >;
  const problems = formProblems(services, await wordsOf(services, session), {
    passwordOld,
    passwordNew,
    passwordRepeat,
  });
  if (problems.length > 0) throw refuseDraft(problems);
  await checkOwnPassword(services, session, passwordOld, 'passwordOld');
  const hash = await hashPassword(String(passwordNew));
  await call.scoped(
    async (context) => {
      await sql`insert into user_credential (user_id, password_hash) values (${session.userId}, ${hash})
      on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`.execute(
        context.sql,
      );
      await sql`update "system_user" set must_change_password = false where id = ${session.userId} and must_change_password`.execute(
        context.sql,
      );
      const others = sql`s.user_id = ${session.userId} and s.id <> ${session.sessionId}`;
      if (signOutOthers !== false) await endSessionsOf(context, services, others, 'password');
      context.afterCommit(() => services.announcements.tellHere('session', ''));
      context.record({
        entity: 'system/user',
        entityId: session.userId,
        siteId: null,
        operation: 'password',
        title: session.realName,
        changes: [],
      });
    },
    { isWide: true },
  );
  return null;
}

async function wordsOf(services: Services, session: Session): Promise<PersonalWords> {
  const siteNames = await services.asSystem((trx) => siteNamesOf(trx, session.homeSiteId), {
    readOnly: true,
  });
  return { username: session.username, realName: session.realName, siteNames };
}

function formProblems(
  services: Services,
  words: PersonalWords,
  sent: Record<'passwordOld' | 'passwordNew' | 'passwordRepeat', unknown>,
): Problem[] {
  const { passwordOld, passwordNew, passwordRepeat } = sent;
  const isMissing = (value: unknown) => typeof value !== 'string' || value === '';
  const problems: Problem[] = [];
  if (isMissing(passwordOld))
    problems.push(problemAt('passwordOld', passwordRefusals['password.oldMissing']));
  problems.push(...passwordProblems(services.settings, 'passwordNew', passwordNew, words));
  if (isMissing(passwordRepeat))
    problems.push(problemAt('passwordRepeat', passwordRefusals['password.repeatMissing']));
  else if (!isMissing(passwordNew) && passwordNew !== passwordRepeat)
    problems.push(problemAt('passwordRepeat', passwordRefusals['password.mismatch']));
  if (problems.length === 0 && passwordNew === passwordOld)
    problems.push(problemAt('passwordNew', passwordRefusals['password.same']));
  return problems;
}
