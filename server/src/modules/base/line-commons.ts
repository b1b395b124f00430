import { line } from '@millwright/contract/base/line';
import type { ListAnswer } from '@millwright/contract/kernel/query';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { listQueryOf } from '../../kernel/list-query.ts';
import { conditionsOf, where } from '../../kernel/store/filter.ts';
import { heldOn } from './dated-rows.ts';

/** A line as every page needs it: its shifts with start and end, the devices bound to it today. */
export interface CommonLine {
  id: string;
  code: string;
  name: string;
  serialNumber: number;
  shifts: { id: string; name: string; startTime: string; endTime: string }[];
  devices: { name: string | null; number: string }[];
}

/** `GET /api/commons/lines`: the enabled lines of the site, in their order, 200 unless asked otherwise. */
export async function linesForAll(
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<ListAnswer<CommonLine>> {
  const asked = listQueryOf(line, { limit: '200', ...query });
  const conditions = where(conditionsOf(line, context.session, { ...asked.params, status: '1' }));
  const today = sql`(now() at time zone coalesce(s.time_zone, ${context.session.timeZone}))::date`;
  const [counted, found] = await Promise.all([
    sql<{ total: string }>`select count(*) as total from base_line t ${conditions}`.execute(
      context.sql,
    ),
    sql<CommonLine>`
      select t.id, t.code, t.name, t.serial_number as "serialNumber",
        (select coalesce(json_agg(json_build_object('id', c.id::text, 'name', c.name, 'startTime', c.start_time, 'endTime', c.end_time)
          order by c.position), '[]') from base_line_shifts c
          where c.parent_id = t.id and ${heldOn('c', today)}) as shifts,
        (select coalesce(json_agg(json_build_object('name', c.name, 'number', e.number) order by c.position), '[]')
          from base_line_devices c join base_equipment e on e.id = c.equipment_id
          where c.parent_id = t.id and ${heldOn('c', today)}) as devices
      from base_line t left join base_site s on s.id = t.site_id ${conditions}
      order by t.serial_number, t.id limit ${asked.limit} offset ${(asked.page - 1) * asked.limit}`.execute(
      context.sql,
    ),
  ]);
  return {
    list: found.rows,
    total: Number(counted.rows[0]?.total ?? 0),
    page: asked.page,
    limit: asked.limit,
  };
}
