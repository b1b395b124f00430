import { MOM_RETRIES, momLog, momRefusals } from '@millwright/contract/log/mom';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { plainText } from '../../kernel/http/mask.ts';
import { refuse } from '../../kernel/refuse.ts';
import { figureWindow } from './figure-window.ts';
import { mine } from './mine.ts';

/** The MOM log: sending a failed call once more, and above the list how many calls went well. */
export default behaviour(momLog, {
  actions: { retry: (context, row) => retry(context, row) },
  routes: [
    {
      method: 'GET',
      path: `${momLog.path}/figures`,
      tag: 'log:mom:list',
      handle: (context, { query }) => figures(context, query),
    },
  ],
});

type MomRow = Answer<typeof momLog>;

/** Sends a failed outbound call again under its own idempotency key; the row is locked so that two people send once. */
async function retry(context: Context, seen: MomRow): Promise<MomRow> {
  await sql`select 1 from log_mom t where t.site_id = ${seen.siteId} and t.at = ${seen.at}::timestamptz
    and t.id = ${seen.id} for update`.execute(context.sql);
  const row = await context.store(momLog).get(seen.id);
  const base = await baseUrl(context);
  const count = row.retryCount ?? 0;
  const isOpen = row.status === 'failure' || row.status === 'retry';
  const isWhole = row.request !== null && !row.request.endsWith('…');
  if (
    row.direction !== 'outbound' ||
    !isOpen ||
    count >= MOM_RETRIES ||
    !base ||
    !row.path ||
    !isWhole
  )
    throw refuse(momRefusals['mom.retry.refused']);
  const sent = await send(`${base}${row.path}`, row);
  await sql`update log_mom t set status = ${sent.ok ? 'success' : count + 1 < MOM_RETRIES ? 'retry' : 'failure'},
    result_code = ${sent.code}, retry_count = ${count + 1}, cost_time = ${sent.ms}, response = ${sent.text}
    where t.site_id = ${row.siteId} and t.at = ${row.at}::timestamptz and t.id = ${row.id}`.execute(
    context.sql,
  );
  const change = (field: 'retryCount', before: unknown, after: unknown) => ({
    field,
    label: momLog.fields[field].label,
    before,
    after,
  });
  context.record({
    entity: momLog.name,
    entityId: row.id,
    siteId: row.siteId,
    operation: 'retry',
    title: row.bizKey ?? row.interfaceCode ?? '',
    changes: [change('retryCount', count, count + 1)],
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

interface Sent {
  readonly ok: boolean;
  readonly code: string;
  readonly ms: number;
  readonly text: string | null;
}

/** A transaction waits for it, so it waits for three seconds at most. */
const TIMEOUT_MS = 3_000;

async function send(url: string, row: MomRow): Promise<Sent> {
  const startedAt = performance.now();
  const ended = (ok: boolean, code: string, text: string): Sent => ({
    ok,
    code,
    ms: Math.round(performance.now() - startedAt),
    text: plainText(text),
  });
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': row.idempotencyKey ?? `${row.interfaceCode}-${row.id}`,
      },
      body: row.request ?? '{}',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    const code = codeIn(text);
    return ended(answer.ok && (code === null || code === '0'), code ?? String(answer.status), text);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return ended(false, isLate ? 'TIMEOUT' : 'UNREACHABLE', '');
  }
}

/** The code of an answer in the form `{ code, … }`. */
function codeIn(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : null;
  } catch {
    return null;
  }
}

/** Calls and successes per interface, and per hour of the last 24 hours. */
async function figures(context: Context, query: Readonly<Record<string, unknown>>) {
  const { begin, end } = figureWindow(context.session, query);
  const [interfaces, hours] = await Promise.all([
    sql<{ code: string; name: string; total: number; success: number; open: number }>`
      select t.interface_code as code, max(t.interface_name) as name, count(*)::int as total,
        count(*) filter (where t.status = 'success')::int as success,
        count(*) filter (where t.status <> 'success')::int as open
      from log_mom t where t.at >= ${begin}::timestamptz and t.at < ${end}::timestamptz and ${mine(context)}
      group by 1 order by count(*) filter (where t.status = 'success')::numeric / count(*), 3 desc limit 12`.execute(
      context.sql,
    ),
    sql<{ at: string; total: number; success: number }>`
      select h.at, count(t.id)::int as total, count(t.id) filter (where t.status = 'success')::int as success
      from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') h(at)
      left join log_mom t on t.at >= h.at and t.at < h.at + interval '1 hour' and ${mine(context)}
      group by h.at order by h.at`.execute(context.sql),
  ]);
  return { interfaces: interfaces.rows, hours: hours.rows };
}
