import type { SuspectMessages } from '@millwright/contract/device/traffic';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { MessageRow } from './communication-outcome.ts';
import { figureWindow } from './figure-window.ts';
import { mine } from './mine.ts';

/** The latest messages within a window that told a time that could not be, newest first, 200 at most; kept 7 days. */
export async function suspectTimes(
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<SuspectMessages> {
  const { begin, end } = figureWindow(context.session, query);
  const { rows } = await sql<SuspectMessages['list'][number]>`
    select t.id, t.at, t.message_id as "messageId", t.device_number as "deviceNumber", t.type,
      t.clock_off::float8 as "clockOff", g.client_id as "clientId"
    from device_suspect t join base_gateway g on g.id = t.gateway_id
    where t.at >= ${begin}::timestamptz and t.at < ${end}::timestamptz and ${mine(context, query)}
    order by t.at desc, t.id desc limit 200`.execute(context.sql);
  return { list: rows };
}

/**
 * Rows with how far the clock of the sender was off, seconds, where the message told a time that could not be. The days
 * of a log are sealed over its columns, so that the mark stands beside it and not in a column of its own.
 */
export async function withClocks(
  context: Context,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> {
  const taken = rows.filter(({ result }) => result === 'accepted' || result === 'waiting');
  if (taken.length === 0) return [...rows];
  const { rows: found } = await sql<{ id: string; clockOff: number }>`
    select r.id, s.clock_off::float8 as "clockOff"
    from unnest(${taken.map(({ id }) => id)}::bigint[], ${taken.map(({ siteId }) => siteId)}::bigint[],
      ${taken.map(({ messageId }) => messageId)}::text[], ${taken.map(({ clientId }) => clientId)}::text[]) r(id, site, message, client)
    join device_suspect s on s.site_id = r.site and s.message_id = r.message
    join base_gateway g on g.id = s.gateway_id and g.client_id = r.client`.execute(context.sql);
  const offs = new Map(found.map(({ id, clockOff }) => [id, clockOff]));
  return rows.map((row) => ({ ...row, clockOff: offs.get(row.id) ?? null }));
}
