-- Alarms that people are or will be told of, until they have gone: what is due when, and how often they came lately.
create table alarm_watch (
  equipment_id bigint not null references base_equipment (id) on delete cascade,
  encoding text not null,
  site_id bigint not null,
  config_id bigint not null,
  -- Row of the alarm log whose acknowledgement ends the notice.
  log_id bigint,
  log_time timestamptz(3),
  start_time timestamptz(3) not null,
  end_time timestamptz(3),
  -- A notice is open.
  told boolean not null default false,
  -- Starts of the alarms told of within the chatter minutes.
  tellings timestamptz(3)[] not null default '{}',
  chatter_count integer,
  chatter_minutes integer,
  notify_at timestamptz(3),
  escalate_at timestamptz(3),
  -- When a chattering alarm counts as gone.
  quiet_at timestamptz(3),
  due_time timestamptz(3) generated always as (least(notify_at, escalate_at, quiet_at)) stored,
  primary key (equipment_id, encoding)
);
comment on table alarm_watch is '报警通知状态 Alarms that people are told of, and when which notice is due';
create index alarm_watch_due on alarm_watch (due_time) where due_time is not null;
create index alarm_watch_log on alarm_watch (site_id, log_id);
create index alarm_watch_config on alarm_watch (config_id);
alter table alarm_watch enable row level security;
create policy site on alarm_watch using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on alarm_watch from public, millwright_app;
grant select, insert, update, delete on alarm_watch to millwright_app;
