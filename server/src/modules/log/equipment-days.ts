import { sql } from 'kysely';
import type { Services } from '../../kernel/services.ts';
import { toldFlags } from './told-flags.ts';

/**
 * Sums the seconds of each flag of each device per closed day of its site into `log_equipment_day`, which stays when
 * the rows are dropped. Days with more rows than when they were summed (late ones of a gateway that replays) and the days
 * behind them are summed again; days whose rows retention has thinned out are left as they are.
 */
export async function sumEquipmentDays(services: Services): Promise<void> {
  await services.asSystem(
    async (trx) => {
      const lock = await sql<{
        free: boolean;
      }>`select pg_try_advisory_xact_lock(4170011) as free`.execute(trx);
      if (lock.rows[0]?.free) await SUMS.execute(trx);
    },
    { timeoutMs: 300_000 },
  );
}

/** Sums hourly until the function it returns is called. */
export function keepEquipmentDays(services: Services): () => void {
  const run = () =>
    void sumEquipmentDays(services).catch((error: unknown) =>
      services.report(error, 'The days of equipment could not be summed; it is tried again.'),
    );
  const timers = [setInterval(run, 3_600_000), setTimeout(run, 4 * 60_000)];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
}

const FLAG_SECONDS = sql.join(
  ['alarm', 'connection', 'device', 'emergency_stop'].map(
    (flag) => sql`coalesce(sum(p.seconds) filter (where p.${sql.ref(flag)}), 0)::int`,
  ),
);

/**
 * Every day of a site that has machines, since rows of its log are there, has as many rows as were counted, or none: a
 * quiet machine is what it was on days without any. Late rows tell also what held on the days behind them; of more than
 * 200 days those left over are marked for the next look.
 */
const SUMS = sql`
  with told as (select s.id as site_id, d.day, sum(h.n) as n
    from (select site_id, hour, n from log_equipment_state_hour union all select site_id, hour, n from log_equipment_state_delta) h
    join base_site s on s.id = h.site_id
    cross join lateral (select (h.hour at time zone s.time_zone)::date
      union select ((h.hour + interval '59 minutes 59 seconds') at time zone s.time_zone)::date) d(day)
    group by 1, 2),
  known as (select coalesce(t.site_id, d.site_id) as site_id, min(coalesce(t.day, d.last)) as first
    from told t full join (select site_id, max(day) as last from log_equipment_day_count group by 1) d on d.site_id = t.site_id group by 1),
  quiet as (select k.site_id, g::date as day, 0 as n from known k join base_site s on s.id = k.site_id
    cross join lateral generate_series(k.first::timestamp, now() at time zone s.time_zone, interval '1 day') g
    where exists (select from base_equipment e where e.site_id = k.site_id)),
  counted as (select c.site_id, s.time_zone as zone, c.day, c.n, coalesce(d.n, -1) as noted
    from (select site_id, day, max(n) as n from (select * from told union all select * from quiet) c group by 1, 2) c
    join base_site s on s.id = c.site_id left join log_equipment_day_count d on d.site_id = c.site_id and d.day = c.day),
  stale as (select c.site_id, c.zone, c.day, c.n, c.day::timestamp at time zone c.zone as opens, (c.day + 1)::timestamp at time zone c.zone as closes
    from counted c join (select site_id, min(day) as first from counted where n > noted group by 1) f on f.site_id = c.site_id
    where c.day >= f.first and c.n >= c.noted and (c.day + 1)::timestamp at time zone c.zone < now() - interval '1 hour'),
  days as (select * from stale order by day, site_id limit 200),
  noted as (insert into log_equipment_day_count as e (site_id, day, n)
    select s.site_id, s.day, case when exists (select from days d where d.site_id = s.site_id and d.day = s.day) then s.n else s.n - 1 end
    from stale s on conflict (site_id, day) do update set n = excluded.n),
  rows as (select d.day, d.opens, d.closes, r.* from days d cross join lateral (
    ${toldFlags({ from: sql`d.opens`, to: sql`d.closes` }, sql`t.site_id = d.site_id`)}) r),
  pieces as (select r.*, r.at >= r.opens as is_change, extract(epoch from
      coalesce(lead(r.at) over (partition by r.site_id, r.day, r.device_number order by r.at, r.id nulls first), r.closes) - greatest(r.at, r.opens)) as seconds
    from rows r)
  insert into log_equipment_day as e (site_id, day, device_number, device_name, line_number, changes, known_seconds,
    alarm_seconds, connection_seconds, device_seconds, emergency_stop_seconds)
  select p.site_id, p.day, p.device_number, max(p.device_name), max(p.line_number), count(*) filter (where p.is_change), sum(p.seconds)::int, ${FLAG_SECONDS}
  from pieces p group by 1, 2, 3
  on conflict (site_id, day, device_number) do update set changes = excluded.changes, known_seconds = excluded.known_seconds,
    alarm_seconds = excluded.alarm_seconds, connection_seconds = excluded.connection_seconds, device_seconds = excluded.device_seconds,
    emergency_stop_seconds = excluded.emergency_stop_seconds`;
