-- What closed days of a log hold of each word, per hour: a search by a word over weeks adds these up.

alter table log_table add column words text[] not null default '{}', add column fixed text[] not null default '{}';
comment on column log_table.words is 'Columns whose words are counted for each closed day; none that comes after its row';
comment on column log_table.fixed is 'Those of the counted columns that never change';

create table log_operate_word_day (
  field text not null,
  word text not null,
  day date not null,
  site_id bigint not null,
  module text,
  business_type text,
  status text,
  request_method text,
  location text,
  depart_name text,
  entity text,
  hours smallint[] not null,
  counts integer[] not null
);
alter table log_operate_word_day enable row level security;
create policy site on log_operate_word_day using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_operate_word_day from public, millwright_app;
grant select, insert on log_operate_word_day to millwright_app;
revoke insert on log_operate_word_day from millwright_app;
create index log_operate_word_day_word on log_operate_word_day (field, word, day);
create index log_operate_word_day_day on log_operate_word_day (day);
update log_table set words = '{operator,host}', fixed = '{module,business_type,status,request_method,location,depart_name,entity}' where name = 'log_operate';

create table log_login_word_day (
  field text not null,
  word text not null,
  day date not null,
  site_id bigint not null,
  event text,
  status text,
  location text,
  client_kind text,
  depart_name text,
  browser text,
  os text,
  hours smallint[] not null,
  counts integer[] not null
);
alter table log_login_word_day enable row level security;
create policy site on log_login_word_day using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_login_word_day from public, millwright_app;
grant select, insert on log_login_word_day to millwright_app;
revoke insert on log_login_word_day from millwright_app;
create index log_login_word_day_word on log_login_word_day (field, word, day);
create index log_login_word_day_day on log_login_word_day (day);
update log_table set words = '{username,host}', fixed = '{event,status,location,client_kind,depart_name,browser,os}' where name = 'log_login';

create table log_communication_word_day (
  field text not null,
  word text not null,
  day date not null,
  site_id bigint not null,
  queue_name text,
  client_id text,
  device_type text,
  line_number text,
  direction text,
  result text,
  hours smallint[] not null,
  counts integer[] not null
);
alter table log_communication_word_day enable row level security;
create policy site on log_communication_word_day using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_communication_word_day from public, millwright_app;
grant select, insert on log_communication_word_day to millwright_app;
revoke insert on log_communication_word_day from millwright_app;
create index log_communication_word_day_word on log_communication_word_day (field, word, day);
create index log_communication_word_day_day on log_communication_word_day (day);
update log_table set words = '{device_number}', fixed = '{queue_name,client_id,device_type,line_number,direction,result}' where name = 'log_communication';

create table log_dnc_word_day (
  field text not null,
  word text not null,
  day date not null,
  site_id bigint not null,
  direction text,
  match_result text,
  result text,
  hours smallint[] not null,
  counts integer[] not null
);
alter table log_dnc_word_day enable row level security;
create policy site on log_dnc_word_day using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_dnc_word_day from public, millwright_app;
grant select, insert on log_dnc_word_day to millwright_app;
revoke insert on log_dnc_word_day from millwright_app;
create index log_dnc_word_day_word on log_dnc_word_day (field, word, day);
create index log_dnc_word_day_day on log_dnc_word_day (day);
update log_table set words = '{device_number,device_name,program_no,program_name,operator,product_code}', fixed = '{direction,match_result,result}' where name = 'log_dnc';

create table log_equipment_state_word_day (
  field text not null,
  word text not null,
  day date not null,
  site_id bigint not null,
  line_number text,
  alarm boolean,
  connection boolean,
  device boolean,
  emergency_stop boolean,
  changed_field text[],
  source text,
  hours smallint[] not null,
  counts integer[] not null
);
alter table log_equipment_state_word_day enable row level security;
create policy site on log_equipment_state_word_day using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_equipment_state_word_day from public, millwright_app;
grant select, insert on log_equipment_state_word_day to millwright_app;
revoke insert on log_equipment_state_word_day from millwright_app;
create index log_equipment_state_word_day_word on log_equipment_state_word_day (field, word, day);
create index log_equipment_state_word_day_day on log_equipment_state_word_day (day);
update log_table set words = '{device_number,device_name}', fixed = '{line_number,alarm,connection,device,emergency_stop,changed_field,source}' where name = 'log_equipment_state';

create table log_alarm_word_day (
  field text not null,
  word text not null,
  day date not null,
  site_id bigint not null,
  level text,
  line_number text,
  configured boolean,
  hours smallint[] not null,
  counts integer[] not null
);
alter table log_alarm_word_day enable row level security;
create policy site on log_alarm_word_day using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_alarm_word_day from public, millwright_app;
grant select, insert on log_alarm_word_day to millwright_app;
revoke insert on log_alarm_word_day from millwright_app;
create index log_alarm_word_day_word on log_alarm_word_day (field, word, day);
create index log_alarm_word_day_day on log_alarm_word_day (day);
update log_table set words = '{encoding,device_number,device_name}', fixed = '{level,line_number,configured}' where name = 'log_alarm';

create table log_counted_day (
  log text not null,
  day date not null,
  site_id bigint not null,
  n bigint not null,
  primary key (log, day, site_id)
);
comment on table log_counted_day is '日志词计数依据 Rows that a day (UTC) had when its words were counted; with another number of rows now those counts are void';
alter table log_counted_day enable row level security;
create policy site on log_counted_day using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_counted_day from public, millwright_app;
grant select on log_counted_day to millwright_app;

-- Counts the words of closed days that are not counted or to which rows came since, the newest first, so many days of
-- each log at most; one process at a time. Gives the number of days. The rows are noted before the words are read: a row
-- that comes between makes the day void, never wrong.
create function count_log_words(most integer) returns integer
  language plpgsql security definer set search_path = public
  as $$
declare
  closed timestamptz := date_trunc('day', (now() - interval '2 hours') at time zone 'UTC') at time zone 'UTC';
  log record;
  rows text;
  dims text;
  dirty date;
  word text;
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
      foreach word in array log.words loop
        execute format('
          insert into %1$I (field, word, day, site_id, %2$s hours, counts)
          select $2, c.word, $1, c.site_id, %3$s array_agg(c.at_hour order by c.at_hour), array_agg(c.n order by c.at_hour)
          from (select c.site_id, c.%4$I as word, %3$s extract(hour from date_bin(''1 hour'', c.at, ''epoch'') at time zone ''UTC'')::smallint as at_hour, count(*)::integer as n
            from %5$I c where c.at >= $1::timestamp at time zone ''UTC'' and c.at < ($1 + 1)::timestamp at time zone ''UTC'' and c.%4$I is not null
            group by c.site_id, c.%4$I, %3$s date_bin(''1 hour'', c.at, ''epoch'')) c
          group by %3$s c.site_id, c.word', log.name || '_word_day', replace(dims, 'c.', ''), dims, word, log.name) using dirty, word;
      end loop;
      counted := counted + 1;
    end loop;
  end loop;
  return counted;
end $$;
revoke execute on function count_log_words(integer) from public;
grant execute on function count_log_words(integer) to millwright_app;
