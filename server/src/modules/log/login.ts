import { loginLog } from '@millwright/contract/log/login';
import { type RawBuilder, sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Context } from '../../kernel/context.ts';

/** The login log, with what stands above its list: where sign-ins failed in the last 24 hours. */
export default behaviour(loginLog, {
  routes: [
    {
      method: 'GET',
      path: `${loginLog.path}/failures`,
      tag: 'log:login:list',
      handle: (context) => failures(context),
    },
  ],
});

/** Failed sign-ins per hour, oldest first, and the five accounts and addresses with most of them. */
async function failures(context: Context) {
  const [hours, accounts, hosts] = await Promise.all([
    perHour(context),
    topOf(context, sql.ref('username')),
    topOf(context, sql.ref('host')),
  ]);
  return { hours, accounts, hosts };
}

async function perHour(context: Context) {
  const { rows } = await sql<{ at: string; count: number }>`
    select h.at, count(l.id)::int as count
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') h(at)
    left join log_login l on l.at >= h.at and l.at < h.at + interval '1 hour' and ${failed(context)}
    group by h.at order by h.at`.execute(context.sql);
  return rows;
}

async function topOf(context: Context, column: RawBuilder<unknown>) {
  const { rows } = await sql<{ name: string; count: number }>`
    select l.${column} as name, count(*)::int as count from log_login l
    where l.at >= date_trunc('hour', now()) - interval '23 hours' and l.${column} is not null and ${failed(context)}
    group by 1 order by 2 desc, 1 limit 5`.execute(context.sql);
  return rows;
}

/** Tries to sign in that were refused, as far as this person sees the log. */
function failed({ session }: Context): RawBuilder<boolean> {
  const mine = session.identity === 1 ? sql`` : sql`and l.site_id = ${session.siteId}`;
  return sql<boolean>`l.event = '1' and l.status = '1' ${mine}`;
}
