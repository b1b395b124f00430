import { dncLog } from '@millwright/contract/log/dnc';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Context } from '../../kernel/context.ts';
import { mine } from './mine.ts';

/** The DNC log, with the program that each machine tool got last. */
export default behaviour(dncLog, {
  routes: [
    {
      method: 'GET',
      path: `${dncLog.path}/last-programs`,
      tag: 'log:dnc:list',
      handle: (context, { query }) => lastPrograms(context, query),
    },
  ],
});

/** The last successful download per machine, with what a later comparison said of it. */
async function lastPrograms(context: Context, query: Readonly<Record<string, unknown>>) {
  const { rows } = await sql`
    select t.id, t.at, t.device_number as "deviceNumber", t.device_name as "deviceName",
      t.program_no as "programNo", t.program_name as "programName", t.version, t.operator,
      (select c.match_result from log_dnc c where c.site_id = t.site_id and c.device_number = t.device_number
        and c.direction = 'compare' and c.at > t.at order by c.at desc limit 1) as "matchResult"
    from log_word w cross join lateral (select d.* from log_dnc d where d.site_id = w.site_id and d.device_number = w.word
      and d.direction = 'download' and d.result = 'success' order by d.at desc, d.id desc limit 1) t
    where w.log = ${dncLog.table} and w.field = 'device_number' and ${mine(context, query)}
    order by t.site_id, t.device_number`.execute(context.sql);
  return { list: rows };
}
