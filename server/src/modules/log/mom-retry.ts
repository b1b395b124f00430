import { refusals } from '@millwright/contract/kernel/errors';
import { MOM_RETRIES, momLog, momRefusals, momRetryReasons } from '@millwright/contract/log/mom';
import { sql } from 'kysely';
import { BUSINESS } from '../../kernel/business.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import type { Route } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import { type Sent, sendToMom } from './mom-send.ts';

/**
 * `POST /api/log/mom-logs/:id/actions/retry`: sends a failed outbound call again, its body as it was meant and under its
 * own idempotency key, five times at most. One transaction claims the call, another notes how it went; none is open
 * while the service answers. Throws `mom.retry.refused`.
 */
export const retryRoute: Route = {
  method: 'POST',
  path: `${momLog.path}/:id/actions/retry`,
  tag: 'log:mom:retry',
  module: momLog.label,
  business: BUSINESS.act,
  transaction: 'none',
  async handle(_context, { params, scoped }) {
    const claimed = await scoped((context) => claim(context, params.id ?? ''));
    const sent = await sendToMom(claimed);
    return scoped((context) => finish(context, claimed, sent));
  },
};

type MomRow = Answer<typeof momLog>;

interface Claimed {
  readonly row: MomRow;
  readonly url: string;
  readonly key: string;
  readonly body: string;
  /** Which try this is, from 1. */
  readonly count: number;
}

/** Counts the try before it is made: a server that stops in between has used it up. */
async function claim(context: Context, id: string): Promise<Claimed> {
  if (!/^\d{1,19}$/.test(id)) throw refuse(refusals['row.missing']);
  const row = await context.store(momLog).get(id);
  const base = await baseUrl(context);
  const against = whyNot(row) ?? (base ? null : 'address');
  if (against) throw refused(against);
  const { rows: bodies } = await sql<{
    body: string;
  }>`update log_body set claimed_at = now() where site_id = ${row.siteId} and log = ${momLog.table}
    and id = ${row.id} and (claimed_at is null or claimed_at < now() - make_interval(secs => ${CLAIM_SECONDS}))
    returning body`.execute(context.sql);
  const { rows: counts } = await sql<{
    count: number;
  }>`update log_mom t set retry_count = coalesce(t.retry_count, 0) + 1 where t.site_id = ${row.siteId}
    and t.at = ${row.at}::timestamptz and t.id = ${row.id} and t.status in ('failure', 'retry')
    and coalesce(t.retry_count, 0) < ${MOM_RETRIES} returning t.retry_count as count`.execute(
    context.sql,
  );
  const [body, count] = [bodies[0]?.body, counts[0]?.count];
  if (body === undefined) throw refused((await isKept(context, row)) ? 'running' : 'body');
  if (count === undefined) throw refused('times');
  const key = row.idempotencyKey ?? `${row.interfaceCode}-${row.id}`;
  return { row, url: `${base}${row.path}`, key, body, count };
}

/** What the row itself says against sending its call again. */
export function whyNot({ direction, status, retryCount, path }: MomRow): Against | null {
  if (direction !== 'outbound') return 'inbound';
  if (status === 'success') return 'success';
  if ((retryCount ?? 0) >= MOM_RETRIES) return 'times';
  return path ? null : 'body';
}

type Against = keyof typeof momRetryReasons;

function refused(why: Against) {
  return refuse(momRefusals['mom.retry.refused'], { why: momRetryReasons[why] });
}

async function isKept(context: Context, { siteId, id }: MomRow): Promise<boolean> {
  const { rows } = await sql`select from log_body
    where site_id = ${siteId} and log = ${momLog.table} and id = ${id}`.execute(context.sql);
  return rows.length > 0;
}

/** A claim that nobody finished is free again after this; a call lasts ten seconds at most. */
const CLAIM_SECONDS = 60;

async function finish(context: Context, { row, count }: Claimed, sent: Sent): Promise<MomRow> {
  const isLast = sent.ok || count >= MOM_RETRIES;
  const status = sent.ok ? 'success' : isLast ? 'failure' : 'retry';
  await sql`update log_mom t set status = ${status}, result_code = ${sent.code}, cost_time = ${sent.ms},
    response = ${sent.text} where t.site_id = ${row.siteId} and t.at = ${row.at}::timestamptz and t.id = ${row.id}`.execute(
    context.sql,
  );
  const kept = sql`site_id = ${row.siteId} and log = ${momLog.table} and id = ${row.id}`;
  await (
    isLast
      ? sql`delete from log_body where ${kept}`
      : sql`update log_body set claimed_at = null where ${kept}`
  ).execute(context.sql);
  context.record({
    entity: momLog.name,
    entityId: row.id,
    siteId: row.siteId,
    operation: 'retry',
    title: row.bizKey ?? row.interfaceCode ?? '',
    changes: [
      {
        field: 'retryCount',
        label: momLog.fields.retryCount.label,
        before: count - 1,
        after: count,
      },
      { field: 'status', label: momLog.fields.status.label, before: row.status, after: status },
    ],
  });
  return context.store(momLog).get(row.id);
}

async function baseUrl(context: Context): Promise<string | null> {
  const { rows } = await sql<{
    value: string;
  }>`select value from system_setting where key = 'mom.baseUrl' and site_id is null`.execute(
    context.sql,
  );
  const value = (rows[0]?.value ?? '').trim().replace(/\/$/, '');
  return /^https?:\/\/[^\s/]/.test(value) ? value : null;
}
