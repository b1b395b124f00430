import { type NoticeKey, notices } from '@millwright/contract/system/notice';
import type { TextArgs } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import { announceIn } from '../../kernel/announce.ts';
import type { Trx } from '../../kernel/database/transaction.ts';

/** One event to be told. */
export interface Telling extends Cause {
  /** Values of the notice's sentence; texts in two languages are said in the reader's. */
  readonly params?: TextArgs;
  /** Persons who get it; without them everybody of the site who holds the notice's tag. */
  readonly userIds?: readonly string[];
  /** Opens this address instead of the notice's own page. */
  readonly link?: string;
  /** ISO instant of the event; now unless given. */
  readonly at?: string;
  /** The same event with fresh figures: the sentence changes, the counter does not. */
  readonly isUpdate?: boolean;
  /** How often the event came since it was last told; 1 unless given. */
  readonly count?: number;
  /** Value of the dictionary `alarm_level`; the notice's own unless given. */
  readonly level?: string;
  /** Reported by the MOM service: stands in its list and ends by itself after 24 h. */
  readonly fromMom?: boolean;
}

/** What an open notice hangs on: one is open per cause and receiver. */
export interface Cause {
  readonly notice: NoticeKey;
  readonly siteId: string;
  /** Id or code of the object, unique among the objects of this notice in the site. */
  readonly objectId: string;
}

/**
 * Tells events inside the transaction that they belong to. An open notice of the same cause and receiver is
 * counted up instead of repeated; bells see it within their next poll after the commit, in all processes.
 */
export async function tell(trx: Trx, tellings: Telling | readonly Telling[]): Promise<void> {
  const rows = lastOfEach([tellings].flat().flatMap(rowsOf));
  if (rows.length === 0) return;
  await sql`insert into notification as n (site_id, user_id, tag, source, model_type, kind, dedupe_key, params, level,
      object_id, link, count, data_time, expires_at)
    select r.site_id, r.user_id, r.tag, r.source, r.model_type, r.kind, r.dedupe_key, r.params, r.level, r.object_id, r.link, r.count,
      coalesce(r.data_time, now()), case r.source when 'mom' then coalesce(r.data_time, now()) + interval '24 hours' end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (site_id bigint, user_id bigint, tag text, source text,
      model_type text, kind text, dedupe_key text, params jsonb, level text, object_id text, link text,
      data_time timestamptz, count int)
    order by r.site_id, r.dedupe_key, r.user_id
    on conflict (site_id, dedupe_key, coalesce(user_id, 0)) where resolved_at is null do update set
      params = excluded.params, level = excluded.level, link = excluded.link, read_time = null, expires_at = excluded.expires_at,
      data_time = case when excluded.dedupe_key = any(${updated(rows)}::text[]) then n.data_time else excluded.data_time end,
      count = n.count + case when excluded.dedupe_key = any(${updated(rows)}::text[]) then 0 else excluded.count end`.execute(
    trx,
  );
  await announceSites(
    trx,
    rows.map(({ site_id }) => site_id),
  );
}

/** Ends what hangs on these causes, for one person or for all; whoever ended it may be named. */
export async function settle(
  trx: Trx,
  causes: Cause | readonly Cause[],
  by: { readonly userId?: string; readonly receiver?: string } = {},
): Promise<void> {
  const ended = [causes].flat().map((cause) => ({ site_id: cause.siteId, key: keyOf(cause) }));
  const { rows } = await sql<{ siteId: string }>`
    update notification n set resolved_at = now(), resolved_by = ${by.userId ?? null}
    from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as c (site_id bigint, key text)
    where n.site_id = c.site_id and n.dedupe_key = c.key and n.resolved_at is null
      and (${by.receiver ?? null}::bigint is null or n.user_id = ${by.receiver ?? null})
    returning n.site_id as "siteId"`.execute(trx);
  await announceSites(
    trx,
    rows.map(({ siteId }) => siteId),
  );
}

interface ToldRow {
  site_id: string;
  user_id: string | null;
  dedupe_key: string;
  is_update: boolean;
}

function rowsOf(telling: Telling): ToldRow[] {
  const { notice, siteId, objectId } = telling;
  const { modelType, tag, level, link } = notices[notice];
  const receivers = telling.userIds ?? (tag === null ? [] : [null]);
  return receivers.map((userId) => ({
    site_id: siteId,
    user_id: userId,
    tag: userId === null ? tag : null,
    source: telling.fromMom ? 'mom' : 'own',
    model_type: modelType,
    kind: notice,
    dedupe_key: keyOf(telling),
    params: telling.params ?? {},
    level: telling.level ?? level,
    object_id: objectId,
    link: telling.link ?? link,
    data_time: telling.at ?? null,
    count: telling.count ?? 1,
    is_update: telling.isUpdate ?? false,
  }));
}

/** Type of the event and its object. */
function keyOf({ notice, objectId }: Cause): string {
  return `${notice}:${objectId}`;
}

/** One statement cannot count the same row up twice. */
function lastOfEach(rows: readonly ToldRow[]): ToldRow[] {
  const key = (row: ToldRow) => `${row.site_id} ${row.dedupe_key} ${row.user_id ?? ''}`;
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}

function updated(rows: readonly ToldRow[]): string[] {
  return rows.filter((row) => row.is_update).map((row) => row.dedupe_key);
}

async function announceSites(trx: Trx, siteIds: readonly string[]): Promise<void> {
  for (const siteId of new Set(siteIds)) await announceIn(trx, 'notice', siteId);
}
