import { momLog } from '@millwright/contract/log/mom';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { type LogEntry, writeLog } from '../../kernel/log/write.ts';

/** A call to or from the MOM service; `body` is what was or will be sent, letter for letter. */
export interface MomCall extends LogEntry {
  readonly body?: string;
}

/**
 * Writes calls into the MOM log, their bodies masked and cut, and gives the ids. Of outbound calls that did not go well
 * the body is kept apart as it was meant, for sending it again; no page, export or answer reads it.
 */
export async function writeMomCalls(trx: Trx, calls: readonly MomCall[]): Promise<string[]> {
  const ids = await writeLog(
    trx,
    momLog,
    calls.map((call) => ({ ...call, request: call.body })),
  );
  const kept = calls.flatMap(({ siteId, at, direction, status, body }, place) =>
    direction === 'outbound' && status !== 'success' && body !== undefined
      ? [{ site_id: siteId, log: momLog.table, id: ids[place], at, body }]
      : [],
  );
  if (kept.length > 0)
    await sql`insert into log_body (site_id, log, id, at, body)
      select site_id, log, id, at, body from jsonb_populate_recordset(null::log_body, ${JSON.stringify(kept)}::jsonb)`.execute(
      trx,
    );
  return ids;
}
