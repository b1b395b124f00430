-- Logs at any size: what partitions there are, words, counts per hour, seals; five further logs.

create table log_table (
  name text primary key,
  period text not null check (period in ('week', 'month')),
  counted text[] not null,
  folds bigint not null default 0
);
comment on table log_table is '日志表 The logs: length of a partition, columns by which rows are counted, how often the counts were folded';
revoke all on log_table from public, millwright_app;
grant select on log_table to millwright_app;

create table log_word (
  site_id bigint not null,
  log text not null,
  field text not null,
  word text not null,
  primary key (site_id, log, field, word)
);
comment on table log_word is '日志词 Each different value of the texts that logs are searched by';
alter table log_word enable row level security;
create policy site on log_word using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_word from public, millwright_app;
grant select on log_word to millwright_app;

create table log_seal (
  log text not null,
  day date not null,
  row_count bigint not null,
  digest text not null,
  before text,
  sealed_at timestamptz(3) not null default now(),
  primary key (log, day)
);
comment on table log_seal is '日志封存 SHA-256 over the rows of each closed day, chained to the day before';
revoke all on log_seal from public, millwright_app;
grant select, insert on log_seal to millwright_app;

-- Moves what was counted since the last time into the counts per hour; one process at a time.
create function fold_log_counts() returns integer
  language plpgsql security definer set search_path = public
  as $$
declare
  log record;
  dims text;
  moved integer := 0;
  n integer;
begin
  if not pg_try_advisory_xact_lock(4170004) then return 0; end if;
  for log in select name, counted from log_table order by name loop
    dims := (select string_agg(format('%I', c), ', ') from unnest(log.counted) c);
    execute format('with gone as (delete from %1$s returning *)
      insert into %2$s as h (site_id, hour, %3$s, n) select site_id, hour, %3$s, sum(n) from gone group by site_id, hour, %3$s
      on conflict (site_id, hour, %3$s) do update set n = h.n + excluded.n',
      log.name || '_delta', log.name || '_hour', dims);
    get diagnostics n = row_count;
    if n > 0 then update log_table set folds = folds + 1 where name = log.name; end if;
    moved := moved + n;
  end loop;
  return moved;
end $$;

-- The partition of a log that holds an instant, made when it is not there; weeks begin on Monday, all in UTC.
create function ensure_log_partition(log text, moment timestamptz) returns boolean
  language plpgsql security definer set search_path = public
  as $$
declare
  span text := (select period from log_table where name = log);
  first timestamp := date_trunc(span, moment at time zone 'UTC');
  part text := log || '_' || case span when 'week' then to_char(first, 'IYYY"w"IW') else to_char(first, 'YYYYMM') end;
begin
  if span is null then raise exception 'log_table does not know %', log; end if;
  if to_regclass(quote_ident(part)) is not null then return false; end if;
  execute format('create table %I partition of %I for values from (%L) to (%L)', part, log,
    first at time zone 'UTC', (first + ('1 ' || span)::interval) at time zone 'UTC');
  return true;
end $$;

-- The partitions of every log from some months back to some periods ahead; at each start and hourly.
create or replace function ensure_log_partitions(months_back integer, months_ahead integer) returns integer
  language plpgsql security definer set search_path = public
  as $$
declare
  log record;
  moment timestamptz;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(4170003);
  for log in select name, ('1 ' || period)::interval as step from log_table order by name loop
    for moment in select generate_series(now() - make_interval(months => months_back), now() + months_ahead * log.step, log.step / 2)
    loop
      if ensure_log_partition(log.name, moment) then made := made + 1; end if;
    end loop;
  end loop;
  return made;
end $$;

revoke execute on function fold_log_counts(), ensure_log_partition(text, timestamptz) from public;
grant execute on function fold_log_counts(), ensure_log_partition(text, timestamptz) to millwright_app;

drop index log_operate_url, log_operate_depart_name, log_operate_entity, log_login_browser, log_login_os, log_login_depart_name;
create index log_operate_id on log_operate (id);
create index log_operate_business_type on log_operate (site_id, business_type, at, id);
create table log_operate_hour (
  site_id bigint not null,
  hour timestamptz not null,
  module text,
  business_type text,
  status text,
  request_method text,
  location text,
  depart_name text,
  entity text,
  n bigint not null
);
alter table log_operate_hour enable row level security;
drop policy if exists site on log_operate_hour;
create policy site on log_operate_hour using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_operate_hour from public, millwright_app;
grant select, insert on log_operate_hour to millwright_app;
revoke insert on log_operate_hour from millwright_app;
create table log_operate_delta (
  site_id bigint not null,
  hour timestamptz not null,
  module text,
  business_type text,
  status text,
  request_method text,
  location text,
  depart_name text,
  entity text,
  n bigint not null
);
alter table log_operate_delta enable row level security;
drop policy if exists site on log_operate_delta;
create policy site on log_operate_delta using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_operate_delta from public, millwright_app;
grant select, insert on log_operate_delta to millwright_app;
revoke insert on log_operate_delta from millwright_app;
create unique index log_operate_hour_key on log_operate_hour (site_id, hour, module, business_type, status, request_method, location, depart_name, entity) nulls not distinct;
create index log_operate_delta_hour on log_operate_delta (site_id, hour);
create function count_log_operate_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_operate_delta (site_id, hour, module, business_type, status, request_method, location, depart_name, entity, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, module, business_type, status, request_method, location, depart_name, entity, count(*) from added group by site_id, hour, module, business_type, status, request_method, location, depart_name, entity;
  insert into log_word (log, site_id, field, word)
    select distinct 'log_operate', r.site_id, v.field, v.word from added r cross join lateral (values ('operator', r.operator), ('host', r.host)) v(field, word)
    where v.word is not null order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
create trigger log_operate_added after insert on log_operate referencing new table as added
  for each statement execute function count_log_operate_added();
insert into log_table (name, period, counted) values ('log_operate', 'month', '{module,business_type,status,request_method,location,depart_name,entity}');
insert into log_operate_hour (site_id, hour, module, business_type, status, request_method, location, depart_name, entity, n)
  select site_id, date_bin('1 hour', at, 'epoch') as hour, module, business_type, status, request_method, location, depart_name, entity, count(*) from log_operate group by site_id, hour, module, business_type, status, request_method, location, depart_name, entity;
insert into log_word (log, site_id, field, word)
  select distinct 'log_operate', r.site_id, v.field, v.word from log_operate r cross join lateral (values ('operator', r.operator), ('host', r.host)) v(field, word) where v.word is not null;

create index log_login_id on log_login (id);
create index log_login_event on log_login (site_id, event, at, id);
create table log_login_hour (
  site_id bigint not null,
  hour timestamptz not null,
  event text,
  status text,
  location text,
  client_kind text,
  depart_name text,
  browser text,
  os text,
  n bigint not null
);
alter table log_login_hour enable row level security;
drop policy if exists site on log_login_hour;
create policy site on log_login_hour using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_login_hour from public, millwright_app;
grant select, insert on log_login_hour to millwright_app;
revoke insert on log_login_hour from millwright_app;
create table log_login_delta (
  site_id bigint not null,
  hour timestamptz not null,
  event text,
  status text,
  location text,
  client_kind text,
  depart_name text,
  browser text,
  os text,
  n bigint not null
);
alter table log_login_delta enable row level security;
drop policy if exists site on log_login_delta;
create policy site on log_login_delta using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_login_delta from public, millwright_app;
grant select, insert on log_login_delta to millwright_app;
revoke insert on log_login_delta from millwright_app;
create unique index log_login_hour_key on log_login_hour (site_id, hour, event, status, location, client_kind, depart_name, browser, os) nulls not distinct;
create index log_login_delta_hour on log_login_delta (site_id, hour);
create function count_log_login_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_login_delta (site_id, hour, event, status, location, client_kind, depart_name, browser, os, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, event, status, location, client_kind, depart_name, browser, os, count(*) from added group by site_id, hour, event, status, location, client_kind, depart_name, browser, os;
  insert into log_word (log, site_id, field, word)
    select distinct 'log_login', r.site_id, v.field, v.word from added r cross join lateral (values ('username', r.username), ('host', r.host)) v(field, word)
    where v.word is not null order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
create trigger log_login_added after insert on log_login referencing new table as added
  for each statement execute function count_log_login_added();
insert into log_table (name, period, counted) values ('log_login', 'month', '{event,status,location,client_kind,depart_name,browser,os}');
insert into log_login_hour (site_id, hour, event, status, location, client_kind, depart_name, browser, os, n)
  select site_id, date_bin('1 hour', at, 'epoch') as hour, event, status, location, client_kind, depart_name, browser, os, count(*) from log_login group by site_id, hour, event, status, location, client_kind, depart_name, browser, os;
insert into log_word (log, site_id, field, word)
  select distinct 'log_login', r.site_id, v.field, v.word from log_login r cross join lateral (values ('username', r.username), ('host', r.host)) v(field, word) where v.word is not null;

create table log_communication (
  id bigint generated by default as identity,
  site_id bigint not null,
  at timestamptz(3) not null,
  queue_name text,
  message text,
  message_id text,
  client_id text,
  order_code text,
  device_type text,
  device_number text,
  line_number text,
  direction text,
  result text,
  size integer,
  send_time timestamptz(3),
  primary key (site_id, at, id)
) partition by range (at);
comment on table log_communication is '通讯日志 Communication log';
create index log_communication_at on log_communication (at, id);
create index log_communication_id on log_communication (id);
create index log_communication_queue_name on log_communication (site_id, queue_name, at, id);
create index log_communication_result on log_communication (site_id, result, at, id);
create index log_communication_device_number on log_communication (site_id, device_number, at, id);
create index log_communication_client_id on log_communication (site_id, client_id, at, id);
create index log_communication_message_id on log_communication (site_id, message_id, at, id);
create index log_communication_order_code on log_communication (site_id, order_code, at, id);
alter table log_communication enable row level security;
drop policy if exists site on log_communication;
create policy site on log_communication using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_communication from public, millwright_app;
grant select, insert on log_communication to millwright_app;
create table log_communication_hour (
  site_id bigint not null,
  hour timestamptz not null,
  queue_name text,
  device_type text,
  line_number text,
  direction text,
  result text,
  n bigint not null
);
alter table log_communication_hour enable row level security;
drop policy if exists site on log_communication_hour;
create policy site on log_communication_hour using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_communication_hour from public, millwright_app;
grant select, insert on log_communication_hour to millwright_app;
revoke insert on log_communication_hour from millwright_app;
create table log_communication_delta (
  site_id bigint not null,
  hour timestamptz not null,
  queue_name text,
  device_type text,
  line_number text,
  direction text,
  result text,
  n bigint not null
);
alter table log_communication_delta enable row level security;
drop policy if exists site on log_communication_delta;
create policy site on log_communication_delta using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_communication_delta from public, millwright_app;
grant select, insert on log_communication_delta to millwright_app;
revoke insert on log_communication_delta from millwright_app;
create unique index log_communication_hour_key on log_communication_hour (site_id, hour, queue_name, device_type, line_number, direction, result) nulls not distinct;
create index log_communication_delta_hour on log_communication_delta (site_id, hour);
create function count_log_communication_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_communication_delta (site_id, hour, queue_name, device_type, line_number, direction, result, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, queue_name, device_type, line_number, direction, result, count(*) from added group by site_id, hour, queue_name, device_type, line_number, direction, result;
  insert into log_word (log, site_id, field, word)
    select distinct 'log_communication', r.site_id, v.field, v.word from added r cross join lateral (values ('device_number', r.device_number), ('client_id', r.client_id)) v(field, word)
    where v.word is not null order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
create trigger log_communication_added after insert on log_communication referencing new table as added
  for each statement execute function count_log_communication_added();
insert into log_table (name, period, counted) values ('log_communication', 'week', '{queue_name,device_type,line_number,direction,result}');

create table log_mom (
  id bigint generated by default as identity,
  site_id bigint not null,
  at timestamptz(3) not null,
  interface_code text,
  interface_name text,
  direction text,
  order_code text,
  biz_key text,
  status text,
  result_code text,
  retry_count integer,
  cost_time integer,
  path text,
  idempotency_key text,
  request text,
  response text,
  primary key (site_id, at, id)
) partition by range (at);
comment on table log_mom is 'MOM 日志 MOM log';
create index log_mom_at on log_mom (at, id);
create index log_mom_id on log_mom (id);
create index log_mom_interface_code on log_mom (site_id, interface_code, at, id);
create index log_mom_status on log_mom (site_id, status, at, id);
create index log_mom_order_code on log_mom (site_id, order_code, at, id);
create index log_mom_biz_key on log_mom (site_id, biz_key, at, id);
alter table log_mom enable row level security;
drop policy if exists site on log_mom;
create policy site on log_mom using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_mom from public, millwright_app;
grant select, insert on log_mom to millwright_app;
grant update (status, result_code, retry_count, cost_time, response) on log_mom to millwright_app;
create table log_mom_hour (
  site_id bigint not null,
  hour timestamptz not null,
  interface_code text,
  interface_name text,
  direction text,
  status text,
  result_code text,
  n bigint not null
);
alter table log_mom_hour enable row level security;
drop policy if exists site on log_mom_hour;
create policy site on log_mom_hour using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_mom_hour from public, millwright_app;
grant select, insert on log_mom_hour to millwright_app;
revoke insert on log_mom_hour from millwright_app;
create table log_mom_delta (
  site_id bigint not null,
  hour timestamptz not null,
  interface_code text,
  interface_name text,
  direction text,
  status text,
  result_code text,
  n bigint not null
);
alter table log_mom_delta enable row level security;
drop policy if exists site on log_mom_delta;
create policy site on log_mom_delta using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_mom_delta from public, millwright_app;
grant select, insert on log_mom_delta to millwright_app;
revoke insert on log_mom_delta from millwright_app;
create unique index log_mom_hour_key on log_mom_hour (site_id, hour, interface_code, interface_name, direction, status, result_code) nulls not distinct;
create index log_mom_delta_hour on log_mom_delta (site_id, hour);
create function count_log_mom_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_mom_delta (site_id, hour, interface_code, interface_name, direction, status, result_code, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, interface_code, interface_name, direction, status, result_code, count(*) from added group by site_id, hour, interface_code, interface_name, direction, status, result_code;
  return null;
end $$;
create trigger log_mom_added after insert on log_mom referencing new table as added
  for each statement execute function count_log_mom_added();
create function count_log_mom_changed() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_mom_delta (site_id, hour, interface_code, interface_name, direction, status, result_code, n)
    select site_id, hour, interface_code, interface_name, direction, status, result_code, sum(n) from (
      select site_id, date_bin('1 hour', at, 'epoch') as hour, interface_code, interface_name, direction, status, result_code, 1 as n from was_changed
      union all
      select site_id, date_bin('1 hour', at, 'epoch'), interface_code, interface_name, direction, status, result_code, -1 from was
    ) moved group by site_id, hour, interface_code, interface_name, direction, status, result_code having sum(n) <> 0;
  return null;
end $$;
create trigger log_mom_changed after update on log_mom referencing old table as was new table as was_changed
  for each statement execute function count_log_mom_changed();
insert into log_table (name, period, counted) values ('log_mom', 'month', '{interface_code,interface_name,direction,status,result_code}');

create table log_dnc (
  id bigint generated by default as identity,
  site_id bigint not null,
  at timestamptz(3) not null,
  device_number text,
  device_name text,
  program_no text,
  program_name text,
  version text,
  direction text,
  file_size integer,
  checksum text,
  match_result text,
  operator text,
  order_code text,
  product_code text,
  result text,
  fail_reason text,
  cost_time integer,
  sent_text text,
  held_text text,
  primary key (site_id, at, id)
) partition by range (at);
comment on table log_dnc is 'DNC 日志 DNC log';
create index log_dnc_at on log_dnc (at, id);
create index log_dnc_id on log_dnc (id);
create index log_dnc_device_number on log_dnc (site_id, device_number, at, id);
create index log_dnc_device_name on log_dnc (site_id, device_name, at, id);
create index log_dnc_program_no on log_dnc (site_id, program_no, at, id);
create index log_dnc_program_name on log_dnc (site_id, program_name, at, id);
create index log_dnc_operator on log_dnc (site_id, operator, at, id);
create index log_dnc_product_code on log_dnc (site_id, product_code, at, id);
create index log_dnc_order_code on log_dnc (site_id, order_code, at, id);
alter table log_dnc enable row level security;
drop policy if exists site on log_dnc;
create policy site on log_dnc using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_dnc from public, millwright_app;
grant select, insert on log_dnc to millwright_app;
create table log_dnc_hour (
  site_id bigint not null,
  hour timestamptz not null,
  direction text,
  match_result text,
  result text,
  n bigint not null
);
alter table log_dnc_hour enable row level security;
drop policy if exists site on log_dnc_hour;
create policy site on log_dnc_hour using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_dnc_hour from public, millwright_app;
grant select, insert on log_dnc_hour to millwright_app;
revoke insert on log_dnc_hour from millwright_app;
create table log_dnc_delta (
  site_id bigint not null,
  hour timestamptz not null,
  direction text,
  match_result text,
  result text,
  n bigint not null
);
alter table log_dnc_delta enable row level security;
drop policy if exists site on log_dnc_delta;
create policy site on log_dnc_delta using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_dnc_delta from public, millwright_app;
grant select, insert on log_dnc_delta to millwright_app;
revoke insert on log_dnc_delta from millwright_app;
create unique index log_dnc_hour_key on log_dnc_hour (site_id, hour, direction, match_result, result) nulls not distinct;
create index log_dnc_delta_hour on log_dnc_delta (site_id, hour);
create function count_log_dnc_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_dnc_delta (site_id, hour, direction, match_result, result, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, direction, match_result, result, count(*) from added group by site_id, hour, direction, match_result, result;
  insert into log_word (log, site_id, field, word)
    select distinct 'log_dnc', r.site_id, v.field, v.word from added r cross join lateral (values ('device_number', r.device_number), ('device_name', r.device_name), ('program_no', r.program_no), ('program_name', r.program_name), ('operator', r.operator), ('product_code', r.product_code)) v(field, word)
    where v.word is not null order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
create trigger log_dnc_added after insert on log_dnc referencing new table as added
  for each statement execute function count_log_dnc_added();
insert into log_table (name, period, counted) values ('log_dnc', 'month', '{direction,match_result,result}');

create table log_equipment_state (
  id bigint generated by default as identity,
  site_id bigint not null,
  at timestamptz(3) not null,
  device_number text,
  device_name text,
  line_number text,
  alarm boolean not null default false,
  connection boolean not null default false,
  device boolean not null default false,
  emergency_stop boolean not null default false,
  changed_field text[] not null default '{}',
  source text,
  order_code text,
  primary key (site_id, at, id)
) partition by range (at);
comment on table log_equipment_state is '设备状态日志 Equipment state log';
create index log_equipment_state_at on log_equipment_state (at, id);
create index log_equipment_state_id on log_equipment_state (id);
create index log_equipment_state_device_number on log_equipment_state (site_id, device_number, at, id);
create index log_equipment_state_device_name on log_equipment_state (site_id, device_name, at, id);
create index log_equipment_state_order_code on log_equipment_state (site_id, order_code, at, id);
alter table log_equipment_state enable row level security;
drop policy if exists site on log_equipment_state;
create policy site on log_equipment_state using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_equipment_state from public, millwright_app;
grant select, insert on log_equipment_state to millwright_app;
create table log_equipment_state_hour (
  site_id bigint not null,
  hour timestamptz not null,
  line_number text,
  alarm boolean,
  connection boolean,
  device boolean,
  emergency_stop boolean,
  changed_field text[],
  source text,
  n bigint not null
);
alter table log_equipment_state_hour enable row level security;
drop policy if exists site on log_equipment_state_hour;
create policy site on log_equipment_state_hour using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_equipment_state_hour from public, millwright_app;
grant select, insert on log_equipment_state_hour to millwright_app;
revoke insert on log_equipment_state_hour from millwright_app;
create table log_equipment_state_delta (
  site_id bigint not null,
  hour timestamptz not null,
  line_number text,
  alarm boolean,
  connection boolean,
  device boolean,
  emergency_stop boolean,
  changed_field text[],
  source text,
  n bigint not null
);
alter table log_equipment_state_delta enable row level security;
drop policy if exists site on log_equipment_state_delta;
create policy site on log_equipment_state_delta using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_equipment_state_delta from public, millwright_app;
grant select, insert on log_equipment_state_delta to millwright_app;
revoke insert on log_equipment_state_delta from millwright_app;
create unique index log_equipment_state_hour_key on log_equipment_state_hour (site_id, hour, line_number, alarm, connection, device, emergency_stop, changed_field, source) nulls not distinct;
create index log_equipment_state_delta_hour on log_equipment_state_delta (site_id, hour);
create function count_log_equipment_state_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_equipment_state_delta (site_id, hour, line_number, alarm, connection, device, emergency_stop, changed_field, source, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, line_number, alarm, connection, device, emergency_stop, changed_field, source, count(*) from added group by site_id, hour, line_number, alarm, connection, device, emergency_stop, changed_field, source;
  insert into log_word (log, site_id, field, word)
    select distinct 'log_equipment_state', r.site_id, v.field, v.word from added r cross join lateral (values ('device_number', r.device_number), ('device_name', r.device_name)) v(field, word)
    where v.word is not null order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
create trigger log_equipment_state_added after insert on log_equipment_state referencing new table as added
  for each statement execute function count_log_equipment_state_added();
insert into log_table (name, period, counted) values ('log_equipment_state', 'week', '{line_number,alarm,connection,device,emergency_stop,changed_field,source}');

create table log_alarm (
  id bigint generated by default as identity,
  site_id bigint not null,
  at timestamptz(3) not null,
  encoding text,
  level text,
  content_zh text,
  content_en text,
  configured boolean not null default false,
  device_number text,
  device_name text,
  line_number text,
  order_code text,
  end_time timestamptz(3),
  duration integer,
  count integer not null default 1,
  ack_state text not null default 'open',
  ack_by text,
  ack_time timestamptz(3),
  ack_remark text,
  primary key (site_id, at, id)
) partition by range (at);
comment on table log_alarm is '报警日志 Alarm log';
create index log_alarm_at on log_alarm (at, id);
create index log_alarm_id on log_alarm (id);
create index log_alarm_encoding on log_alarm (site_id, encoding, at, id);
create index log_alarm_device_number on log_alarm (site_id, device_number, at, id);
create index log_alarm_device_name on log_alarm (site_id, device_name, at, id);
create index log_alarm_ack_by on log_alarm (site_id, ack_by, at, id);
create index log_alarm_order_code on log_alarm (site_id, order_code, at, id);
alter table log_alarm enable row level security;
drop policy if exists site on log_alarm;
create policy site on log_alarm using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_alarm from public, millwright_app;
grant select, insert on log_alarm to millwright_app;
grant update (end_time, duration, count, ack_state, ack_by, ack_time, ack_remark) on log_alarm to millwright_app;
create table log_alarm_hour (
  site_id bigint not null,
  hour timestamptz not null,
  level text,
  line_number text,
  ack_state text,
  configured boolean,
  n bigint not null
);
alter table log_alarm_hour enable row level security;
drop policy if exists site on log_alarm_hour;
create policy site on log_alarm_hour using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_alarm_hour from public, millwright_app;
grant select, insert on log_alarm_hour to millwright_app;
revoke insert on log_alarm_hour from millwright_app;
create table log_alarm_delta (
  site_id bigint not null,
  hour timestamptz not null,
  level text,
  line_number text,
  ack_state text,
  configured boolean,
  n bigint not null
);
alter table log_alarm_delta enable row level security;
drop policy if exists site on log_alarm_delta;
create policy site on log_alarm_delta using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_alarm_delta from public, millwright_app;
grant select, insert on log_alarm_delta to millwright_app;
revoke insert on log_alarm_delta from millwright_app;
create unique index log_alarm_hour_key on log_alarm_hour (site_id, hour, level, line_number, ack_state, configured) nulls not distinct;
create index log_alarm_delta_hour on log_alarm_delta (site_id, hour);
create function count_log_alarm_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_alarm_delta (site_id, hour, level, line_number, ack_state, configured, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, level, line_number, ack_state, configured, count(*) from added group by site_id, hour, level, line_number, ack_state, configured;
  insert into log_word (log, site_id, field, word)
    select distinct 'log_alarm', r.site_id, v.field, v.word from added r cross join lateral (values ('encoding', r.encoding), ('device_number', r.device_number), ('device_name', r.device_name), ('ack_by', r.ack_by)) v(field, word)
    where v.word is not null order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
create trigger log_alarm_added after insert on log_alarm referencing new table as added
  for each statement execute function count_log_alarm_added();
create function count_log_alarm_changed() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_alarm_delta (site_id, hour, level, line_number, ack_state, configured, n)
    select site_id, hour, level, line_number, ack_state, configured, sum(n) from (
      select site_id, date_bin('1 hour', at, 'epoch') as hour, level, line_number, ack_state, configured, 1 as n from was_changed
      union all
      select site_id, date_bin('1 hour', at, 'epoch'), level, line_number, ack_state, configured, -1 from was
    ) moved group by site_id, hour, level, line_number, ack_state, configured having sum(n) <> 0;
  insert into log_word (log, site_id, field, word)
    select distinct 'log_alarm', r.site_id, v.field, v.word from was_changed r cross join lateral (values ('ack_by', r.ack_by)) v(field, word)
    where v.word is not null order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
create trigger log_alarm_changed after update on log_alarm referencing old table as was new table as was_changed
  for each statement execute function count_log_alarm_changed();
insert into log_table (name, period, counted) values ('log_alarm', 'month', '{level,line_number,ack_state,configured}');

select ensure_log_partitions(1, 2);
