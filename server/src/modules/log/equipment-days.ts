import { sql } from 'kysely';
import type { Services } from '../../kernel/services.ts';

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

const SUMS = sql`
  with counted as (select s.id as site_id, s.time_zone as zone, d.day, sum(h.n) as n
    from (select site_id, hour, n from log_equipment_state_hour union all select site_id, hour, n from log_equipment_state_delta) h
    join base_site s on s.id = h.site_id
    cross join lateral (select (h.hour at time zone s.time_zone)::date
      union select ((h.hour + interval '59 minutes 59 seconds') at time zone s.time_zone)::date) d(day)
    group by 1, 2, 3),
  stale as (select c.site_id, c.zone, c.day from counted c left join log_equipment_day_count d on d.site_id = c.site_id and d.day = c.day
    where c.n > coalesce(d.n, -1)),
  days as (select d.site_id, d.zone, d.day, d.day::timestamp at time zone d.zone as opens, (d.day + 1)::timestamp at time zone d.zone as closes
    from (select site_id, zone, day from stale union select site_id, zone, day + 1 from stale) d
    where (d.day + 1)::timestamp at time zone d.zone < now() - interval '1 hour'
      and exists (select from counted c where c.site_id = d.site_id and c.day = d.day) order by d.day limit 200),
  noted as (insert into log_equipment_day_count as e (site_id, day, n)
    select c.site_id, c.day, c.n from days d join counted c on c.site_id = d.site_id and c.day = d.day
    on conflict (site_id, day) do update set n = excluded.n),
  rows as (
    select d.site_id, d.day, d.closes, t.at, t.id, t.device_number, t.device_name, t.line_number, t.alarm, t.connection, t.device, t.emergency_stop, 1 as n
    from days d join log_equipment_state t on t.site_id = d.site_id and t.at >= d.opens and t.at < d.closes where t.device_number is not null
    union all
    select d.site_id, d.day, d.closes, d.opens, b.id, b.device_number, b.device_name, b.line_number, b.alarm, b.connection, b.device, b.emergency_stop, 0
    from days d cross join lateral (select distinct on (t.device_number) t.* from log_equipment_state t
      where t.site_id = d.site_id and t.at >= d.opens - interval '7 days' and t.at < d.opens and t.device_number is not null
      order by t.device_number, t.at desc, t.id desc) b),
  pieces as (select r.*, extract(epoch from coalesce(lead(r.at) over (partition by r.site_id, r.day, r.device_number order by r.at, r.n, r.id), r.closes) - r.at) as seconds
    from rows r)
  insert into log_equipment_day as e (site_id, day, device_number, device_name, line_number, changes, known_seconds,
    alarm_seconds, connection_seconds, device_seconds, emergency_stop_seconds)
  select p.site_id, p.day, p.device_number, max(p.device_name), max(p.line_number), sum(p.n)::int, sum(p.seconds)::int, ${FLAG_SECONDS}
  from pieces p group by 1, 2, 3
  on conflict (site_id, day, device_number) do update set changes = excluded.changes, known_seconds = excluded.known_seconds,
    alarm_seconds = excluded.alarm_seconds, connection_seconds = excluded.connection_seconds, device_seconds = excluded.device_seconds,
    emergency_stop_seconds = excluded.emergency_stop_seconds`;
