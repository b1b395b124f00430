-- What closed days of a log hold of each word, per hour: a search by a word over weeks adds these up.

alter table log_table add column words text[] not null default '{}';
comment on column log_table.words is 'Columns whose words are counted for each closed day; none that comes after its row';
update log_table l set words = w.words from (values
  ('log_operate', array['operator', 'host']),
  ('log_login', array['username', 'host']),
  ('log_communication', array['device_number']),
  ('log_dnc', array['device_number', 'device_name', 'program_no', 'program_name', 'operator', 'product_code']),
  ('log_equipment_state', array['device_number', 'device_name']),
  ('log_alarm', array['encoding', 'device_number', 'device_name'])
) w(name, words) where w.name = l.name;

create table log_word_day (
  log text not null,
  field text not null,
  word text not null,
  day date not null,
  site_id bigint not null,
  hours smallint[] not null,
  counts integer[] not null,
  primary key (log, field, word, day, site_id)
);
comment on table log_word_day is '日志词按日计数 Rows of a closed day (UTC) that hold a word: the hours that have any, and how many each';

create table log_counted_day (
  log text not null,
  day date not null,
  site_id bigint not null,
  n bigint not null,
  primary key (log, day, site_id)
);
comment on table log_counted_day is '日志词计数依据 Rows that a day had when its words were counted; with another number of rows now these counts are void';

alter table log_word_day enable row level security;
create policy site on log_word_day using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
alter table log_counted_day enable row level security;
create policy site on log_counted_day using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_word_day, log_counted_day from public, millwright_app;
grant select on log_word_day, log_counted_day to millwright_app;

-- Counts the words of closed days that are not counted or to which rows came since, the newest first, so many days of
-- each log at most; one process at a time. Gives the number of days. The rows are noted before the words are read: a row
-- that comes between makes the day void, never wrong.
create function count_log_words(most integer) returns integer
  language plpgsql security definer set search_path = public
  as $$
declare
  closed timestamptz := date_trunc('day', (now() - interval '2 hours') at time zone 'UTC') at time zone 'UTC';
  log record;
  dirty date;
  word text;
  counted integer := 0;
begin
  if not pg_try_advisory_xact_lock(4170008) then return 0; end if;
  for log in select t.name, t.words from log_table t where t.words <> '{}' order by t.name loop
    for dirty in execute format('
      select distinct now.day from (
        select c.site_id, (c.hour at time zone ''UTC'')::date as day, sum(c.n) as n
        from (select site_id, hour, n from %1$I union all select site_id, hour, n from %2$I) c where c.hour < $2 group by 1, 2
      ) now left join log_counted_day k on k.log = $1 and k.day = now.day and k.site_id = now.site_id
      where k.n is distinct from now.n order by now.day desc limit $3', log.name || '_hour', log.name || '_delta')
      using log.name, closed, most
    loop
      delete from log_counted_day k where k.log = log.name and k.day = dirty;
      delete from log_word_day d where d.log = log.name and d.day = dirty;
      execute format('
        insert into log_counted_day (log, day, site_id, n) select $1, $2, c.site_id, sum(c.n)
        from (select site_id, hour, n from %1$I union all select site_id, hour, n from %2$I) c
        where c.hour >= $2::timestamp at time zone ''UTC'' and c.hour < ($2 + 1)::timestamp at time zone ''UTC'' group by c.site_id',
        log.name || '_hour', log.name || '_delta') using log.name, dirty;
      foreach word in array log.words loop
        execute format('
          insert into log_word_day (log, field, word, day, site_id, hours, counts)
          select $1, $3, c.word, $2, c.site_id, array_agg(c.hour order by c.hour), array_agg(c.n order by c.hour)
          from (select t.site_id, t.%1$I as word, extract(hour from date_bin(''1 hour'', t.at, ''epoch'') at time zone ''UTC'')::smallint as hour, count(*)::integer as n
            from %2$I t where t.at >= $2::timestamp at time zone ''UTC'' and t.at < ($2 + 1)::timestamp at time zone ''UTC'' and t.%1$I is not null
            group by t.site_id, t.%1$I, date_bin(''1 hour'', t.at, ''epoch'')) c
          group by c.site_id, c.word', word, log.name) using log.name, dirty, word;
      end loop;
      counted := counted + 1;
    end loop;
  end loop;
  return counted;
end $$;
revoke execute on function count_log_words(integer) from public;
grant execute on function count_log_words(integer) to millwright_app;
