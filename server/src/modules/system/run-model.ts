import { say } from '@millwright/contract/kernel/text';
import { loginInfo, logModules } from '@millwright/contract/log/log-words';
import { z } from 'zod';
import { refusals } from '@millwright/contract/kernel/errors';
import { problemsOf } from '@millwright/contract/kernel/check';
import type { BoardDensity } from '@millwright/contract/system/run-model';
import { boardDensities, runModelFields } from '@millwright/contract/system/run-model';
import { endReasons, passwordRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import type { Context, Session } from '../../kernel/context.ts';
import { announceIn } from '../../kernel/announce.ts';
import { clientOf } from '../../kernel/http/client.ts';
import { insertLogRows } from '../../kernel/log/write.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { loginRow } from '../../kernel/login-log.ts';
import { hashPassword, passwordFits } from '../../kernel/password-hash.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { isCommonLock } from './common-password.ts';
import { endSessions } from './end-sessions.ts';
import { problemAt } from './password-rules.ts';

const module = logModules.lockScreen;
const base = '/api/system/run/model';

/** How a person's workstation runs, and its lock: an act on the server, not a picture over the page. */
export function runModelRoutes(services: Services): Route[] {
  return [
    {
      method: 'GET',
      path: base,
      tag: 'session',
      passive: true,
      whenLocked: true,
      handle: (context) => readModel(context, services),
    },
    {
      method: 'PUT',
      path: base,
      tag: 'session',
      module,
      handle: (context, call) => writeModel(context, services, call),
    },
    {
      method: 'PUT',
      path: `${base}/update/lock/screen/password`,
      tag: 'system:lock:screen',
      module,
      transaction: 'none',
      handle: (context, call) => setLockPassword(context.session, call),
    },
    {
      method: 'POST',
      path: `${base}/actions/lock`,
      tag: 'session',
      whenLocked: true,
      module,
      transaction: 'none',
      handle: ({ session }) => lock(services, session),
    },
    {
      method: 'POST',
      path: `${base}/actions/unlock`,
      tag: 'session',
      whenLocked: true,
      module,
      transaction: 'none',
      handle: ({ session }, call) => unlock(services, session, call),
    },
  ];
}

const MOST_FAILURES = 5;

interface Model {
  lockAfterMinutes: number | null;
  homePath: string | null;
  soundOnAlarm: boolean;
  kanbanDensity: BoardDensity;
  hasLockPassword: boolean;
}

async function readModel({ session, sql: trx }: Context, services: Services) {
  const { rows } = await sql<Model>`
    select lock_after_minutes as "lockAfterMinutes", home_path as "homePath", sound_on_alarm as "soundOnAlarm",
      kanban_density as "kanbanDensity", lock_password_hash is not null as "hasLockPassword"
    from run_model where user_id = ${session.userId}`.execute(trx);
  const { rows: locks } = await sql<{
    locked: boolean;
  }>`select locked from system_session where id = ${session.sessionId}`.execute(trx);
  const model = rows[0] ?? {
    lockAfterMinutes: null,
    homePath: null,
    soundOnAlarm: true,
    kanbanDensity: 'default',
    hasLockPassword: false,
  };
  const usual = services.settings.number('session.lockAfterMinutes', session.siteId);
  return {
    ...model,
    lockAfterMinutes: model.lockAfterMinutes ?? usual,
    locked: locks[0]?.locked ?? false,
  };
}

const modelShape = z.strictObject({
  lockAfterMinutes: z.int().min(0).max(120).nullish(),
  homePath: z
    .string()
    .max(120)
    .regex(/^\/(?!\/)[^\s\\]*$/, { error: 'field.type' })
    .nullish(),
  soundOnAlarm: z.boolean().optional(),
  kanbanDensity: z.enum(Object.keys(boardDensities) as BoardDensity[]).nullish(),
});

async function writeModel(context: Context, services: Services, { body }: CallInput) {
  const {
    locked: _locked,
    hasLockPassword: _has,
    ...sent
  } = (body ?? {}) as Record<string, unknown>;
  const parsed = modelShape.safeParse(sent, { reportInput: true });
  if (!parsed.success) throw refuseDraft(problemsOf(parsed.error, runModelFields));
  const { lockAfterMinutes, homePath, soundOnAlarm, kanbanDensity } = parsed.data;
  await sql`insert into run_model as m (user_id, lock_after_minutes, home_path, sound_on_alarm, kanban_density)
    values (${context.session.userId}, ${lockAfterMinutes ?? null}, ${homePath ?? null}, ${soundOnAlarm ?? true}, ${kanbanDensity ?? 'default'})
    on conflict (user_id) do update set update_time = now(),
      lock_after_minutes = ${lockAfterMinutes === undefined ? sql`m.lock_after_minutes` : lockAfterMinutes},
      home_path = ${homePath === undefined ? sql`m.home_path` : homePath},
      sound_on_alarm = ${soundOnAlarm ?? sql`m.sound_on_alarm`},
      kanban_density = ${kanbanDensity ?? sql`m.kanban_density`}`.execute(context.sql);
  return readModel(context, services);
}

/** The MD5 that the specification fixes for the way here is hashed again before it is kept. */
async function setLockPassword(session: Session, call: CallInput): Promise<null> {
  const md5 = (call.body as Record<string, unknown> | null)?.lockPassword;
  if (typeof md5 !== 'string' || !/^[0-9a-f]{32}$/i.test(md5))
    throw refuseDraft([problemAt('lockPassword', passwordRefusals['lock.format'])]);
  if (isCommonLock(md5, session.username))
    throw refuseDraft([problemAt('lockPassword', passwordRefusals['lock.common'])]);
  const hash = await hashPassword(md5.toLowerCase());
  await call.scoped(async (context) => {
    await sql`insert into run_model (user_id, lock_password_hash) values (${session.userId}, ${hash})
      on conflict (user_id) do update set lock_password_hash = excluded.lock_password_hash, update_time = now()`.execute(
      context.sql,
    );
    context.record({
      entity: 'system/user',
      entityId: session.userId,
      siteId: null,
      operation: 'lockPassword',
      title: session.realName,
      changes: [],
    });
  });
  return null;
}

async function lock(services: Services, session: Session): Promise<null> {
  await services.asSystem(async (trx) => {
    await sql`update system_session set locked = true, locked_at = now(), unlock_failures = 0 where id = ${session.sessionId} and not locked`.execute(
      trx,
    );
    await announceIn(trx, 'session', `session:${session.sessionId}`);
  });
  services.announcements.tellHere('session', `session:${session.sessionId}`);
  return null;
}

/** The lock password or that of the sign-in; the fifth wrong one ends the session. */
async function unlock(
  services: Services,
  session: Session,
  { body, request }: CallInput,
): Promise<null> {
  const { lockPassword, password } = (body ?? {}) as Record<string, unknown>;
  const typed =
    typeof lockPassword === 'string' ? lockPassword.toLowerCase().slice(0, 64) : password;
  if (typeof typed !== 'string' || typed === '')
    throw refuse(refusals['call.invalid'], { detail: 'lockPassword' });
  const column = sql.ref(
    typeof lockPassword === 'string' ? 'm.lock_password_hash' : 'c.password_hash',
  );
  const stored = await services.asSystem(async (trx) => {
    const { rows } = await sql<{
      hash: string | null;
    }>`select ${column} as hash from user_credential c
      left join run_model m on m.user_id = c.user_id where c.user_id = ${session.userId}`.execute(
      trx,
    );
    return rows[0]?.hash;
  });
  const tries = await countTry(services, session);
  const fits =
    tries <= MOST_FAILURES &&
    (await passwordFits(stored, typed.slice(0, 200)).catch(async (error: unknown) => {
      await countTry(services, session, -1);
      throw error;
    }));
  if (!fits)
    throw await failedUnlock(services, session, clientOf(request.ip, request.headers), tries);
  await services.asSystem(async (trx) => {
    await sql`update system_session set locked = false, locked_at = null, unlock_failures = 0, last_seen_at = now() where id = ${session.sessionId}`.execute(
      trx,
    );
    await announceIn(trx, 'session', `session:${session.sessionId}`);
  });
  services.announcements.tellHere('session', `session:${session.sessionId}`);
  return null;
}

/** A try counts before it is judged, so that tries sent together are no more than those sent in turn. */
async function countTry(services: Services, session: Session, by = 1): Promise<number> {
  return services.asSystem(async (trx) => {
    const { rows } = await sql<{ tries: number }>`
      update system_session set unlock_failures = unlock_failures + ${by}::int where id = ${session.sessionId} and live
      returning unlock_failures as tries`.execute(trx);
    return rows[0]?.tries ?? MOST_FAILURES + 1;
  });
}

async function failedUnlock(
  services: Services,
  session: Session,
  client: ReturnType<typeof clientOf>,
  count: number,
) {
  await services.asSystem(async (trx) => {
    const info = {
      zh: say(loginInfo.unlockFailed, { n: count }, 'zh_CN'),
      en: say(loginInfo.unlockFailed, { n: count }, 'en_US'),
    };
    await insertLogRows(trx, 'log_login', [
      loginRow({
        event: '5',
        ok: false,
        username: session.username,
        siteId: session.siteId ?? session.homeSiteId,
        info,
        client,
      }),
    ]);
    if (count >= MOST_FAILURES) await endSessions(trx, sql`s.id = ${session.sessionId}`, 'unlock');
  });
  if (count < MOST_FAILURES)
    return refuse(passwordRefusals['lock.wrong'], { n: MOST_FAILURES - count });
  services.announcements.tellHere('session', `session:${session.sessionId}`);
  return refuse(refusals['session.ended'], { reason: endReasons.unlock }, { reason: 'unlock' });
}
