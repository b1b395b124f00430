-- What machines made: the roll-up that dashboards read, and the counters of which it is the differences.
create table prod_hour (
  equipment_id bigint not null,
  line_id bigint not null,
  station_id bigint not null,
  order_id bigint not null default 0,
  product_id bigint not null default 0,
  hour timestamptz(0) not null,
  shift_date date not null,
  shift_id bigint not null default 0,
  site_id bigint not null,
  good bigint not null default 0,
  ng bigint not null default 0,
  rework bigint not null default 0,
  primary key (equipment_id, hour, station_id, order_id, product_id, line_id, shift_date, shift_id)
);
comment on table prod_hour is '小时产量汇总 Pieces of a machine at a station for an order in an hour of a shift';
create index prod_hour_line on prod_hour (site_id, line_id, shift_date, shift_id);
create index prod_hour_order on prod_hour (site_id, order_id, shift_date) where order_id <> 0;
alter table prod_hour enable row level security;
create policy site on prod_hour using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on prod_hour from public, millwright_app;
grant select, insert, update, delete on prod_hour to millwright_app;

create table device_counter (
  equipment_id bigint not null references base_equipment (id) on delete cascade,
  station_id bigint not null,
  at timestamptz(3) not null,
  counter bigint not null,
  site_id bigint not null,
  time_suspect boolean not null default false,
  reached bigint not null,
  line_id bigint not null,
  order_id bigint not null default 0,
  product_id bigint not null default 0,
  shift_date date not null,
  shift_id bigint not null default 0,
  primary key (equipment_id, station_id, at, counter)
);
comment on table device_counter is '设备计数读数 Counters that machines told; reached is what the next one is held against';
alter table device_counter enable row level security;
create policy site on device_counter using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on device_counter from public, millwright_app;
grant select, insert, update, delete on device_counter to millwright_app;
