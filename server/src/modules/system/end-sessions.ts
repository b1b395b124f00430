import type { EndReason } from '@millwright/contract/system/refusals';
import { endReasons } from '@millwright/contract/system/refusals';
import { type RawBuilder, sql } from 'kysely';
import { announceIn } from '../../kernel/announce.ts';
import type { Context } from '../../kernel/context.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
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

/** The same inside a request: this process forgets the sessions before the answer goes out. */
export async function endSessionsOf(
  context: Context,
  services: Services,
  condition: RawBuilder<unknown>,
  reason: EndReason,
): Promise<number> {
  const ended = await endSessions(context.sql, condition, reason);
  context.afterCommit(() => services.announcements.tellHere('session', ''));
  return ended;
}
