import { communicationLog } from '@millwright/contract/log/communication';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Context } from '../../kernel/context.ts';
import { type MessageRow, withOutcomes } from './communication-outcome.ts';
import { suspectTimes, withClocks } from './communication-clock.ts';
import { figureWindow } from './figure-window.ts';
import { mine } from './mine.ts';

/** The communication log: what became of messages that waited, suspect times, and the commands that no gateway answered. */
export default behaviour(communicationLog, {
  async list(context, query) {
    const answer = await context.store(communicationLog).list(query);
    return { ...answer, list: await toldOf(context, answer.list) };
  },
  // Exports tell what each row told when it was written.
  asListed: { fields: ['outcome', 'clockOff'], reads: [], open: async () => () => ({}) },
  async get(context, id) {
    const row = await context.store(communicationLog).get(id);
    const [told = row] = await toldOf(context, [row]);
    return told;
  },
  routes: [
    {
      method: 'GET',
      path: `${communicationLog.path}/missing-replies`,
      tag: 'log:communication:list',
      handle: (context, { query }) => missingReplies(context, query),
    },
    {
      method: 'GET',
      path: `${communicationLog.path}/suspects`,
      tag: 'log:communication:list',
      handle: (context, { query }) => suspectTimes(context, query),
    },
  ],
});

/** Rows with what became of those that waited, and how far off the clocks of suspect ones were. */
async function toldOf(context: Context, rows: readonly MessageRow[]): Promise<MessageRow[]> {
  return withClocks(context, await withOutcomes(context, rows));
}

/** Requests without an answer of the same message id in the other direction within 30 s, newest first, 200 at most. */
async function missingReplies(context: Context, query: Readonly<Record<string, unknown>>) {
  const { begin, end } = figureWindow(context.session, query);
  const { rows } = await sql`
    select t.id, t.at, t.queue_name as "queueName", t.message_id as "messageId", t.client_id as "clientId",
      t.device_number as "deviceNumber", t.order_code as "orderCode", left(t.message, 200) as message
    from log_communication t
    where t.at >= ${begin}::timestamptz and t.at < least(${end}::timestamptz, now() - interval '30 seconds')
      and t.direction = 'down' and ${mine(context, query)}
      and not exists (select from log_communication r where r.site_id = t.site_id and r.message_id = t.message_id
        and r.direction = 'up' and r.at >= t.at and r.at <= t.at + interval '30 seconds')
    order by t.at desc, t.id desc limit 200`.execute(context.sql);
  return { list: rows };
}
