import { alarmLog, alarmRefusals } from '@millwright/contract/log/alarm';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { lasted } from '../alarm/lasted.ts';
import { endAcknowledged } from '../alarm/quiet.ts';
import { figureWindow } from './figure-window.ts';
import { mine } from './mine.ts';

/** The alarm log: acknowledging, and above the list which alarms cost most time and how far they lie apart. */
export default behaviour(alarmLog, {
  actions: {
    async ack(context, row, { remark }) {
      const { session } = context;
      const by = `${session.realName} ${session.username}`;
      const told = typeof remark === 'string' && remark.trim() !== '' ? remark.trim() : null;
      const done = await sql`update log_alarm t
        set ack_state = 'done', ack_by = ${by}, ack_time = now(), ack_remark = ${told}
        where t.site_id = ${row.siteId} and t.at = ${row.at}::timestamptz and t.id = ${row.id} and t.ack_state = 'open'`.execute(
        context.sql,
      );
      if (done.numAffectedRows !== 1n) throw refuse(alarmRefusals['alarm.ack.twice']);
      await endAcknowledged(context.sql, { id: row.id, siteId: row.siteId ?? '' }, session.userId);
      context.record({
        entity: alarmLog.name,
        entityId: row.id,
        siteId: row.siteId,
        operation: 'ack',
        title: row.encoding ?? '',
        changes: [
          { field: 'ackRemark', label: alarmLog.fields.ackRemark.label, before: null, after: told },
        ],
      });
      return context.store(alarmLog).get(row.id);
    },
  },
  routes: [
    {
      method: 'GET',
      path: `${alarmLog.path}/figures`,
      tag: 'log:alarm:list',
      handle: (context, { query }) => figures(context, query),
    },
  ],
});

/** Codes by the minutes they lasted, ten at most, and the mean time between the starts of two alarms of a device. */
async function figures(context: Context, query: Readonly<Record<string, unknown>>) {
  const { begin, end } = figureWindow(context.session, query);
  const span = sql`t.at >= ${begin}::timestamptz and t.at < ${end}::timestamptz and ${mine(context, query)}`;
  const [codes, means] = await Promise.all([
    sql<{ encoding: string; contentZh: string; contentEn: string; seconds: number; times: number }>`
      select t.encoding, max(t.content_zh) as "contentZh", max(t.content_en) as "contentEn",
        round(sum(${lasted('t.at', 't.end_time')}))::int as seconds, sum(t.count)::int as times
      from log_alarm t where ${span} group by t.encoding order by 4 desc, 5 desc limit 10`.execute(
      context.sql,
    ),
    sql<{ alarms: number; devices: number; seconds: number | null; total: number }>`
      select count(*)::int as alarms, count(distinct g.device_number)::int as devices,
        avg(g.gap)::int as seconds, coalesce(round(sum(g.seconds)), 0)::int as total
      from (select t.device_number, ${lasted('t.at', 't.end_time')} as seconds, extract(epoch from t.at - lag(t.at) over (partition by t.site_id, t.device_number order by t.at)) as gap
        from log_alarm t where ${span}) g`.execute(context.sql),
  ]);
  return { codes: codes.rows, ...means.rows[0] };
}
