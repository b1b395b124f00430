-- Fewer and smaller indexes of logs: usual results are found by their hours, keys only of rows that have one; messages are
-- counted per gateway instead of being found by its word. Words that are known are no longer tried again.
drop index log_operate_request_id;
create index log_operate_request_id on log_operate (site_id, request_id, at, id) where request_id is not null;
drop index log_operate_entity_id;
create index log_operate_entity_id on log_operate (site_id, entity_id, at, id) where entity_id is not null;
create or replace function count_log_operate_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_operate_delta (site_id, hour, module, business_type, status, request_method, location, depart_name, entity, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, module, business_type, status, request_method, location, depart_name, entity, count(*) from added group by site_id, hour, module, business_type, status, request_method, location, depart_name, entity;
  insert into log_word (log, site_id, field, word)
    select 'log_operate', w.site_id, w.field, w.word from (
      select site_id, 'operator' as field, operator as word from added where operator is not null group by site_id, operator
      union all
      select site_id, 'host' as field, host as word from added where host is not null group by site_id, host
    ) w where not exists (select from log_word k where k.log = 'log_operate' and k.site_id = w.site_id and k.field = w.field and k.word = w.word)
    order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
create or replace function count_log_login_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_login_delta (site_id, hour, event, status, location, client_kind, depart_name, browser, os, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, event, status, location, client_kind, depart_name, browser, os, count(*) from added group by site_id, hour, event, status, location, client_kind, depart_name, browser, os;
  insert into log_word (log, site_id, field, word)
    select 'log_login', w.site_id, w.field, w.word from (
      select site_id, 'username' as field, username as word from added where username is not null group by site_id, username
      union all
      select site_id, 'host' as field, host as word from added where host is not null group by site_id, host
    ) w where not exists (select from log_word k where k.log = 'log_login' and k.site_id = w.site_id and k.field = w.field and k.word = w.word)
    order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
drop index log_communication_result;
create index log_communication_result on log_communication (site_id, result, at, id) where result <> 'accepted';
drop index log_communication_message_id;
create index log_communication_message_id on log_communication (site_id, message_id, at, id) where message_id is not null;
drop index log_communication_order_code;
create index log_communication_order_code on log_communication (site_id, order_code, at, id) where order_code is not null;
drop index log_communication_queue_name;
drop index log_communication_client_id;
delete from log_word where log = 'log_communication' and field = 'client_id';
alter table log_communication_hour add column client_id text;
alter table log_communication_delta add column client_id text;
drop index log_communication_hour_key;
create unique index log_communication_hour_key on log_communication_hour (site_id, hour, queue_name, client_id, device_type, line_number, direction, result) nulls not distinct;
create or replace function count_log_communication_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_communication_delta (site_id, hour, queue_name, client_id, device_type, line_number, direction, result, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, queue_name, client_id, device_type, line_number, direction, result, count(*) from added group by site_id, hour, queue_name, client_id, device_type, line_number, direction, result;
  insert into log_word (log, site_id, field, word)
    select 'log_communication', w.site_id, w.field, w.word from (
      select site_id, 'device_number' as field, device_number as word from added where device_number is not null group by site_id, device_number
    ) w where not exists (select from log_word k where k.log = 'log_communication' and k.site_id = w.site_id and k.field = w.field and k.word = w.word)
    order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
update log_table set counted = '{queue_name,client_id,device_type,line_number,direction,result}', folds = folds + 1 where name = 'log_communication';
delete from log_communication_delta;
delete from log_communication_hour;
insert into log_communication_hour (site_id, hour, queue_name, client_id, device_type, line_number, direction, result, n)
  select site_id, date_bin('1 hour', at, 'epoch') as hour, queue_name, client_id, device_type, line_number, direction, result, count(*) from log_communication group by site_id, hour, queue_name, client_id, device_type, line_number, direction, result;
drop index log_mom_order_code;
create index log_mom_order_code on log_mom (site_id, order_code, at, id) where order_code is not null;
drop index log_mom_biz_key;
create index log_mom_biz_key on log_mom (site_id, biz_key, at, id) where biz_key is not null;
drop index log_dnc_order_code;
create index log_dnc_order_code on log_dnc (site_id, order_code, at, id) where order_code is not null;
create or replace function count_log_dnc_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_dnc_delta (site_id, hour, direction, match_result, result, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, direction, match_result, result, count(*) from added group by site_id, hour, direction, match_result, result;
  insert into log_word (log, site_id, field, word)
    select 'log_dnc', w.site_id, w.field, w.word from (
      select site_id, 'device_number' as field, device_number as word from added where device_number is not null group by site_id, device_number
      union all
      select site_id, 'device_name' as field, device_name as word from added where device_name is not null group by site_id, device_name
      union all
      select site_id, 'program_no' as field, program_no as word from added where program_no is not null group by site_id, program_no
      union all
      select site_id, 'program_name' as field, program_name as word from added where program_name is not null group by site_id, program_name
      union all
      select site_id, 'operator' as field, operator as word from added where operator is not null group by site_id, operator
      union all
      select site_id, 'product_code' as field, product_code as word from added where product_code is not null group by site_id, product_code
    ) w where not exists (select from log_word k where k.log = 'log_dnc' and k.site_id = w.site_id and k.field = w.field and k.word = w.word)
    order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
drop index log_equipment_state_order_code;
create index log_equipment_state_order_code on log_equipment_state (site_id, order_code, at, id) where order_code is not null;
create or replace function count_log_equipment_state_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_equipment_state_delta (site_id, hour, line_number, alarm, connection, device, emergency_stop, changed_field, source, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, line_number, alarm, connection, device, emergency_stop, changed_field, source, count(*) from added group by site_id, hour, line_number, alarm, connection, device, emergency_stop, changed_field, source;
  insert into log_word (log, site_id, field, word)
    select 'log_equipment_state', w.site_id, w.field, w.word from (
      select site_id, 'device_number' as field, device_number as word from added where device_number is not null group by site_id, device_number
      union all
      select site_id, 'device_name' as field, device_name as word from added where device_name is not null group by site_id, device_name
    ) w where not exists (select from log_word k where k.log = 'log_equipment_state' and k.site_id = w.site_id and k.field = w.field and k.word = w.word)
    order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
drop index log_alarm_order_code;
create index log_alarm_order_code on log_alarm (site_id, order_code, at, id) where order_code is not null;
create or replace function count_log_alarm_added() returns trigger
  language plpgsql security definer set search_path = public
  as $$
begin
  insert into log_alarm_delta (site_id, hour, level, line_number, ack_state, configured, n)
    select site_id, date_bin('1 hour', at, 'epoch') as hour, level, line_number, ack_state, configured, count(*) from added group by site_id, hour, level, line_number, ack_state, configured;
  insert into log_word (log, site_id, field, word)
    select 'log_alarm', w.site_id, w.field, w.word from (
      select site_id, 'encoding' as field, encoding as word from added where encoding is not null group by site_id, encoding
      union all
      select site_id, 'device_number' as field, device_number as word from added where device_number is not null group by site_id, device_number
      union all
      select site_id, 'device_name' as field, device_name as word from added where device_name is not null group by site_id, device_name
      union all
      select site_id, 'ack_by' as field, ack_by as word from added where ack_by is not null group by site_id, ack_by
    ) w where not exists (select from log_word k where k.log = 'log_alarm' and k.site_id = w.site_id and k.field = w.field and k.word = w.word)
    order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
create or replace function count_log_alarm_changed() returns trigger
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
    select 'log_alarm', w.site_id, w.field, w.word from (
      select site_id, 'ack_by' as field, ack_by as word from was_changed where ack_by is not null group by site_id, ack_by
    ) w where not exists (select from log_word k where k.log = 'log_alarm' and k.site_id = w.site_id and k.field = w.field and k.word = w.word)
    order by 2, 3, 4 on conflict do nothing;
  return null;
end $$;
