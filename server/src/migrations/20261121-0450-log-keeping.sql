-- Seals of late rows and what retention dropped; bodies of calls as they were meant; days of equipment kept for good.

-- Part 0 of a day covers its rows up to `last_id`, every further part those that came later; `link` numbers the chain of a log.
alter table log_seal add column part integer not null default 0;
alter table log_seal add column link bigint;
update log_seal s set link = r.link
  from (select log, day, row_number() over (partition by log order by day) as link from log_seal) r
  where r.log = s.log and r.day = s.day;
alter table log_seal alter column link set not null;
alter table log_seal drop constraint log_seal_pkey;
alter table log_seal add primary key (log, day, part);
alter table log_seal add constraint log_seal_link unique (log, link);

create table log_dropped (
  partition text not null,
  log text not null,
  begins timestamptz not null,
  ends timestamptz not null,
  dropped_at timestamptz(3) not null default now(),
  is_archived boolean not null,
  primary key (partition, dropped_at)
);
comment on table log_dropped is '日志清理 Partitions of logs that retention dropped: their days verify as dropped or archived';
revoke all on log_dropped from public, millwright_app;
grant select on log_dropped to millwright_app;

-- The highest id of a log below which no row can appear any more: waits up to 2 s for the writers that are at it.
create function settled_log_id(log text) returns bigint
  language plpgsql security definer set search_path = public set lock_timeout = '2s'
  as $$
declare
  last bigint;
begin
  if not exists (select from log_table where name = log) then raise exception 'log_table does not know %', log; end if;
  execute format('lock table only %I in share row exclusive mode', log);
  execute format('select coalesce(max(id), 0) from %I', log) into last;
  return last;
end $$;
revoke execute on function settled_log_id(text) from public;
grant execute on function settled_log_id(text) to millwright_app;

create table log_body (
  site_id bigint not null,
  log text not null,
  id bigint not null,
  at timestamptz(3) not null,
  body text not null,
  claimed_at timestamptz(3),
  primary key (site_id, log, id)
);
comment on table log_body is '日志原文 Bodies of failed outbound calls as they were meant: sent again, shown nowhere, removed on success and with their log';
create index log_body_at on log_body (log, at);
alter table log_body enable row level security;
create policy site on log_body using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_body from public, millwright_app;
grant select, insert, delete, update (claimed_at) on log_body to millwright_app;
insert into log_body (site_id, log, id, at, body)
  select site_id, 'log_mom', id, at, request from log_mom
  where direction = 'outbound' and status in ('failure', 'retry') and request is not null
    and request not like '%***%' and request not like '%…';

create table log_equipment_day (
  site_id bigint not null,
  day date not null,
  device_number text not null,
  device_name text,
  line_number text,
  changes integer not null,
  known_seconds integer not null,
  alarm_seconds integer not null,
  connection_seconds integer not null,
  device_seconds integer not null,
  emergency_stop_seconds integer not null,
  primary key (site_id, day, device_number)
);
comment on table log_equipment_day is '设备日汇总 Seconds of each flag of a device per day of its site; stays when the rows have served their time';
alter table log_equipment_day enable row level security;
create policy site on log_equipment_day using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_equipment_day from public, millwright_app;
grant select, insert, update on log_equipment_day to millwright_app;
