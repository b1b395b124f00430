import { type RawBuilder, sql } from 'kysely';

/**
 * SQL text of what machines told of their flags from one moment to another, what held at its beginning included however
 * long ago it was told: a row is written only when a flag changes, so a quiet machine has none for weeks. Columns are
 * `site_id`, `device_number` and those of the log; `id` is null where the row is gone and the machine alone still knows.
 * `among` is a condition on `t.site_id` and `t.device_number`.
 */
export function toldFlags(
  { from, to }: { readonly from: RawBuilder<unknown>; readonly to: RawBuilder<unknown> },
  among: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return sql`
    select t.site_id, t.device_number, told.*
    from (select e.site_id, e.number as device_number, e.id as equipment_id from base_equipment e
      union all ${FORMER_MACHINES}) t
    cross join lateral (
      (select ${SAID} from log_equipment_state s where ${OF_MACHINE} and s.at < ${from} order by s.at desc, s.id desc limit 1)
      union all
      select ${SAID} from log_equipment_state s where ${OF_MACHINE} and s.at >= ${from} and s.at < ${to}
      union all
      select null, l.flags_time, e.nickname, b.code, l.alarm = 1, l.connection = 1, l.device = 1, l.emergency_stop = 1
      from device_live l join base_equipment e on e.id = l.equipment_id left join base_line b on b.id = e.line_id
      where l.equipment_id = t.equipment_id and l.flags_time < ${to}
        and not exists (select from log_equipment_state s where ${OF_MACHINE} and s.at <= l.flags_time)) told
    where ${among} and (t.equipment_id is not null or told.at >= ${from} - interval '7 days'
      or exists (select from log_equipment_state s where ${OF_MACHINE} and s.at >= ${from}))`;
}

const SAID = sql`s.id, s.at, s.device_name, s.line_number, s.alarm, s.connection, s.device, s.emergency_stop`;

const OF_MACHINE = sql`s.site_id = t.site_id and s.device_number = t.device_number`;

/** Numbers that no machine has any more: what they told last holds as long as they tell on, and a week beyond. */
const FORMER_MACHINES = sql`
  select w.site_id, w.word, null from log_word w where w.log = 'log_equipment_state' and w.field = 'device_number'
    and not exists (select from base_equipment e where e.site_id = w.site_id and e.number = w.word)`;
