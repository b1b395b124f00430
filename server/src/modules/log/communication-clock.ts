import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { MessageRow } from './communication-outcome.ts';

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
