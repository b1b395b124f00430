import type { EndReason } from '@millwright/contract/system/refusals';
import { endReasons } from '@millwright/contract/system/refusals';
import { type RawBuilder, sql } from 'kysely';
import { announceIn } from '../../kernel/announce.ts';
import type { Context } from '../../kernel/context.ts';
import { acrossSites, type Trx } from '../../kernel/database/transaction.ts';
import { insertLogRows } from '../../kernel/log/write.ts';
import { loginRow } from '../../kernel/login-log.ts';
import type { Services } from '../../kernel/services.ts';

interface Ended {
  id: string;
  username: string;
  siteId: string;
  departName: string;
}

/** Ends the sessions that fit a condition on `s`, tells the login log and all processes, and gives how many there were. */
export async function endSessions(
  trx: Trx,
  condition: RawBuilder<unknown>,
  reason: EndReason,
): Promise<number> {
  const { rows } = await sql<Ended>`
    update system_session s set live = false, ended_at = now(), end_reason = ${reason}
    from base_site d where d.id = s.site_id and s.live and ${condition}
    returning s.id, s.username, s.site_id as "siteId", d.depart_name as "departName"`.execute(trx);
  if (rows.length === 0) return 0;
  await insertLogRows(
    trx,
    'log_login',
    rows.map((row) => loginRow({ ...row, event: '4', ok: true, info: endReasons[reason] })),
  );
  await announceIn(trx, 'session', rows.length === 1 ? `session:${rows[0]?.id}` : '');
  return rows.length;
}

/** The same inside a request, on whatever site the sessions are: this process forgets the sessions before the answer goes out. */
export async function endSessionsOf(
  context: Context,
  services: Services,
  condition: RawBuilder<unknown>,
  reason: EndReason,
): Promise<number> {
  const ended = await acrossSites(context.sql, () => endSessions(context.sql, condition, reason));
  context.afterCommit(() => services.announcements.tellHere('session', ''));
  return ended;
}

/**
 * Brings the live sessions of an account where it may work: those on another site go on in the home site, and end
 * when that is disabled. The transaction sees all sites.
 */
export async function placeSessions(trx: Trx, userId: string): Promise<void> {
  await sql`update system_session s set user_identity = u.user_identity, site_id = home.id,
      current_site_id = case when home.depart_type = 'site' then home.id end
    from "system_user" u join base_site home on home.id = u.home_site
    where u.id = ${userId} and s.user_id = u.id and s.live and u.user_identity <> '1'
      and s.site_id <> all(array_append(u.associated_sites, u.home_site))`.execute(trx);
  const isDisabled = sql`exists (select from base_site place where place.id = s.site_id and place.status <> '1')`;
  await endSessions(trx, sql`s.user_id = ${userId} and ${isDisabled}`, 'site');
}
