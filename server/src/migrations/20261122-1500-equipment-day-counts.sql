-- How many rows the state log counted in the hours of a day when it was summed: more since then are late ones. The sums
-- themselves do not tell, since an hour may belong to two days of the site, and rows without a device are not summed.
create table log_equipment_day_count (
  site_id bigint not null,
  day date not null,
  n bigint not null,
  primary key (site_id, day)
);
comment on table log_equipment_day_count is '设备日汇总行数 Rows of the equipment state log counted when a day was summed';
alter table log_equipment_day_count enable row level security;
create policy site on log_equipment_day_count using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on log_equipment_day_count from public, millwright_app;
grant select, insert, update on log_equipment_day_count to millwright_app;
insert into log_equipment_day_count (site_id, day, n) select site_id, day, sum(changes) from log_equipment_day group by 1, 2;
