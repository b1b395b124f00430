-- Closed days count pairs of words too: who asks for a person and a host over weeks adds these up.

alter table log_operate_word_day add column other text;
alter table log_login_word_day add column other text;
alter table log_communication_word_day add column other text;
alter table log_dnc_word_day add column other text;
alter table log_equipment_state_word_day add column other text;
alter table log_alarm_word_day add column other text;

-- Counts the words and the pairs of words of closed days that are not counted or to which rows came since, the newest
-- first, so many days of each log at most; one process at a time. Gives the number of days. The rows are noted before the
-- words are read: a row that comes between makes the day void, never wrong. What is asked for together lies together.
create or replace function count_log_words(most integer) returns integer
  language plpgsql security definer set search_path = public
  as $$
declare
  closed timestamptz := date_trunc('day', (now() - interval '2 hours') at time zone 'UTC') at time zone 'UTC';
  log record;
  rows text;
  dims text;
  dirty date;
  asked record;
  counted integer := 0;
begin
  if not pg_try_advisory_xact_lock(4170008) then return 0; end if;
  for log in select t.name, t.words, t.fixed from log_table t where t.words <> '{}' order by t.name loop
    rows := format('(select site_id, hour, n from %I union all select site_id, hour, n from %I) c', log.name || '_hour', log.name || '_delta');
    dims := (select string_agg(format('c.%I, ', f), '') from unnest(log.fixed) f);
    for dirty in execute format('
      select distinct now.day from (
        select c.site_id, (c.hour at time zone ''UTC'')::date as day, sum(c.n) as n from %s where c.hour < $2 group by 1, 2
      ) now left join log_counted_day k on k.log = $1 and k.day = now.day and k.site_id = now.site_id
      where k.n is distinct from now.n order by now.day desc limit $3', rows)
      using log.name, closed, most
    loop
      delete from log_counted_day k where k.log = log.name and k.day = dirty;
      execute format('delete from %I where day = $1', log.name || '_word_day') using dirty;
      execute format('
        insert into log_counted_day (log, day, site_id, n) select $1, $2, c.site_id, sum(c.n) from %s
        where c.hour >= $2::timestamp at time zone ''UTC'' and c.hour < ($2 + 1)::timestamp at time zone ''UTC'' group by c.site_id', rows)
        using log.name, dirty;
      for asked in
        select a.name as field, format('c.%I', a.name) as word, 'null::text' as other, format('c.%I is not null', a.name) as are_told
        from unnest(log.words) a(name)
        union all
        select a.name || ',' || b.name, format('c.%I', a.name), format('c.%I', b.name), format('c.%I is not null and c.%I is not null', a.name, b.name)
        from unnest(log.words) with ordinality a(name, place)
        join unnest(log.words) with ordinality b(name, place) on a.place < b.place
      loop
        execute format('
          insert into %1$I (field, word, other, day, site_id, %2$s hours, counts)
          select $2, c.word, c.other, $1, c.site_id, %3$s array_agg(c.at_hour order by c.at_hour), array_agg(c.n order by c.at_hour)
          from (select %4$s as word, %5$s as other, extract(hour from date_bin(''1 hour'', c.at, ''epoch'') at time zone ''UTC'')::smallint as at_hour,
              c.site_id, %3$s count(*)::integer as n
            from %6$I c where c.at >= $1::timestamp at time zone ''UTC'' and c.at < ($1 + 1)::timestamp at time zone ''UTC'' and %7$s
            group by %3$s c.site_id, 1, 2, 3) c
          group by %3$s c.site_id, c.word, c.other order by c.word, c.other',
          log.name || '_word_day', replace(dims, 'c.', ''), dims, asked.word, asked.other, log.name, asked.are_told) using dirty, asked.field;
      end loop;
      counted := counted + 1;
    end loop;
  end loop;
  return counted;
end $$;

-- Every closed day is counted anew by the next hourly run; until then words are counted by their indexes.
delete from log_counted_day;
