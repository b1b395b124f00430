import { refusals } from '@millwright/contract/kernel/errors';
import { session as online } from '@millwright/contract/system/session';
import { sql } from 'kysely';
import { type Behaviour, behaviour } from '../../kernel/behaviour.ts';
import type { Context } from '../../kernel/context.ts';
import type { CallInput } from '../../kernel/http/route.ts';
import { Refused, refuse } from '../../kernel/refuse.ts';
import { reachOf, where } from '../../kernel/store/filter.ts';
import type { Services } from '../../kernel/services.ts';
import { checkNotAbove } from './ceiling.ts';
import { endSessionsOf } from './end-sessions.ts';

/** Sign-ins that live now; ended ones stand in the login log. */
export function sessionBehaviour(services: Services): Behaviour {
  return behaviour(online, {
    list: async (context, query) => {
      const answer = await context
        .store(online)
        .list({ ...query, params: { ...query.params, ...LIVE } });
      return {
        ...answer,
        list: answer.list.map((row) => ({ ...row, current: row.id === context.session.sessionId })),
      };
    },
    figures: (context, params) => context.store(online).figures({ ...params, ...LIVE }),
    routes: [
      {
        method: 'POST',
        path: `${online.path}/actions/kick`,
        tag: 'system:session:kick',
        module: online.label,
        business: '7',
        handle: (context, call) => kick(context, services, call),
      },
    ],
  });
}

const LIVE = { live: 'true' };

interface Target {
  id: string;
  role: string[];
  userIdentity: string;
}

/** Ends the sessions named, all of one person, or all but one's own. Those of people above the caller stay. */
async function kick(context: Context, services: Services, { body }: CallInput) {
  const { ids, userId, others } = (body ?? {}) as Record<string, unknown>;
  const { session } = context;
  const named = Array.isArray(ids) ? ids.map(String) : [];
  const isValid =
    others === true ||
    (typeof userId === 'string' && ID.test(userId)) ||
    (named.length > 0 && named.length <= 200 && named.every((id) => ID.test(id)));
  if (!isValid) throw refuse(refusals['call.invalid'], { detail: 'ids' });
  const which =
    others === true
      ? sql`s.id <> ${session.sessionId}`
      : typeof userId === 'string'
        ? sql`s.user_id = ${userId}`
        : sql`s.id = any(${named}::bigint[])`;
  const { rows } = await sql<Target>`
    select s.id, coalesce(u.role, '{}')::text[] as role, coalesce(u.user_identity, '1') as "userIdentity"
    from system_session s left join "system_user" u on u.id = s.user_id
    ${where([sql<boolean>`s.live`, sql<boolean>`(${which})`, ...reachOf(session, sql.ref('s.user_id'))])}`.execute(
    context.sql,
  );
  if (named.length > 0 && rows.length === 0) throw refuse(refusals['row.missing']);
  const allowed: string[] = [];
  for (const target of rows)
    if (await mayKick(context, target, others === true)) allowed.push(target.id);
  return {
    ended: await endSessionsOf(context, services, sql`s.id = any(${allowed}::bigint[])`, 'kicked'),
  };
}

const ID = /^[1-9]\d{0,17}$/;

async function mayKick(context: Context, target: Target, skips: boolean): Promise<boolean> {
  try {
    await checkNotAbove(context, target);
    return true;
  } catch (error) {
    if (skips && error instanceof Refused) return false;
    throw error;
  }
}
