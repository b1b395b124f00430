import type { communicationLog } from '@millwright/contract/log/communication';
import { pick } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Answer, Context } from '../../kernel/context.ts';

/** A message as the communication log answers it. */
export type MessageRow = Answer<typeof communicationLog>;

/**
 * Rows with what became of those that waited for their page. A row of a log tells what was so when it was written and
 * is never changed; what waits now stands in `device_waiting`, from where it goes when it is applied. A row that still
 * waits has no outcome, one that failed tells why.
 */
export async function withOutcomes(
  context: Context,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> {
  const waited = rows.filter(({ result }) => result === 'waiting');
  if (waited.length === 0) return [...rows];
  const { rows: found } = await sql<{ id: string; zh: string | null; en: string | null }>`
    select r.id, w.reason_zh as zh, w.reason_en as en
    from unnest(${waited.map(({ id }) => id)}::bigint[], ${waited.map(({ siteId }) => siteId)}::bigint[],
      ${waited.map(({ messageId }) => messageId)}::text[], ${waited.map(({ clientId }) => clientId)}::text[]) r(id, site, message, client)
    join device_waiting w on w.site_id = r.site and w.message_id = r.message and w.message->>'clientId' = r.client`.execute(
    context.sql,
  );
  const still = new Map(found.map((row) => [row.id, row]));
  const { locale } = context.session;
  return rows.map((row) => {
    if (row.result !== 'waiting') return row;
    const kept = still.get(row.id);
    if (!kept) return { ...row, outcome: pick(texts.applied, locale) };
    const reason = pick({ zh: kept.zh ?? '', en: kept.en ?? '' }, locale);
    return { ...row, outcome: reason === '' ? null : `${pick(texts.failed, locale)}${reason}` };
  });
}

const texts = {
  applied: { zh: '已处理', en: 'Applied' },
  failed: { zh: '未能处理：', en: 'Not applied: ' },
};
