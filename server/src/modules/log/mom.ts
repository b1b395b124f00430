import { momLog } from '@millwright/contract/log/mom';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { figureWindow } from './figure-window.ts';
import { mine } from './mine.ts';
import { retryRoute, whyNot } from './mom-retry.ts';

/** The MOM log: sending a failed call once more, and above the list how many calls went well. */
export default behaviour(momLog, {
  async list(context, query) {
    const answer = await context.store(momLog).list(query);
    return { ...answer, list: answer.list.map(offered) };
  },
  asListed: { fields: [], reads: [], open: async () => () => ({}) },
  get: async (context, id) => offered(await context.store(momLog).get(id)),
  routes: [
    retryRoute,
    {
      method: 'GET',
      path: `${momLog.path}/figures`,
      tag: 'log:mom:list',
      handle: (context, { query }) => figures(context, query),
    },
  ],
});

/** A call that can never be sent again does not offer it. */
function offered(row: Answer<typeof momLog>): Answer<typeof momLog> {
  return whyNot(row) ? { ...row, actions: row.actions.filter((name) => name !== 'retry') } : row;
}

/** Calls and successes per interface, and per hour of the last 24 hours. */
async function figures(context: Context, query: Readonly<Record<string, unknown>>) {
  const { begin, end } = figureWindow(context.session, query);
  const [interfaces, hours] = await Promise.all([
    sql<{
      code: string;
      name: string | null;
      nameEn: string | null;
      total: number;
      success: number;
      open: number;
    }>`
      select t.interface_code as code, max(t.interface_name) as name, max(t.interface_name_en) as "nameEn", count(*)::int as total,
        count(*) filter (where t.status = 'success')::int as success,
        count(*) filter (where t.status <> 'success')::int as open
      from log_mom t where t.at >= ${begin}::timestamptz and t.at < ${end}::timestamptz and ${mine(context, query)}
      group by 1 order by count(*) filter (where t.status = 'success')::numeric / count(*), 3 desc limit 12`.execute(
      context.sql,
    ),
    sql<{ at: string; total: number; success: number }>`
      select h.at, count(t.id)::int as total, count(t.id) filter (where t.status = 'success')::int as success
      from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') h(at)
      left join log_mom t on t.at >= h.at and t.at < h.at + interval '1 hour' and ${mine(context, query)}
      group by h.at order by h.at`.execute(context.sql),
  ]);
  return { interfaces: interfaces.rows, hours: hours.rows };
}
