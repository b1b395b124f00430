-- What waits is found by its message; what was tried in vain says why and does not hold up the others.
alter table device_waiting add column message_id text generated always as (message->>'messageId') stored;
alter table device_waiting add column tried_time timestamptz(3);
alter table device_waiting add column reason_zh text;
alter table device_waiting add column reason_en text;
create index device_waiting_message on device_waiting (site_id, message_id);
drop index device_waiting_type;
create index device_waiting_type on device_waiting (site_id, type, send_time, id) where tried_time is null;
create index device_waiting_tried on device_waiting (tried_time) where tried_time is not null;
