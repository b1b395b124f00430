import { loginLog } from '@millwright/contract/log/login';
import { type RawBuilder, sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Context } from '../../kernel/context.ts';
import { mine } from './mine.ts';

/** The login log, with what stands above its list: where sign-ins failed in the last 24 hours. */
export default behaviour(loginLog, {
  routes: [
    {
      method: 'GET',
      path: `${loginLog.path}/failures`,
      tag: 'log:login:list',
      handle: (context, { query }) => failures(context, query),
    },
  ],
});

/** Failed sign-ins per hour, oldest first, and the five accounts and addresses with most of them. */
async function failures(context: Context, query: Readonly<Record<string, unknown>>) {
  // Tries to sign in that were refused, as far as this person sees the log.
  const failed = sql<boolean>`t.event = '1' and t.status = '1' and ${mine(context, query)}`;
  const [hours, accounts, hosts] = await Promise.all([
    perHour(context, failed),
    topOf(context, sql.ref('t.username'), failed),
    topOf(context, sql.ref('t.host'), failed),
  ]);
  return { hours, accounts, hosts };
}

async function perHour(context: Context, failed: RawBuilder<boolean>) {
  const { rows } = await sql<{ at: string; count: number }>`
    select h.at, count(t.id)::int as count
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') h(at)
    left join log_login t on t.at >= h.at and t.at < h.at + interval '1 hour' and ${failed}
    group by h.at order by h.at`.execute(context.sql);
  return rows;
}

async function topOf(context: Context, column: RawBuilder<unknown>, failed: RawBuilder<boolean>) {
  const { rows } = await sql<{ name: string; count: number }>`
    select ${column} as name, count(*)::int as count from log_login t
    where t.at >= date_trunc('hour', now()) - interval '23 hours' and ${column} is not null and ${failed}
    group by 1 order by 2 desc, 1 limit 5`.execute(context.sql);
  return rows;
}
