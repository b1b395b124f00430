-- Last number given out of each series of a site, such as MO-2511. A number is taken under the row's lock and
-- given back when its transaction fails, so series have no gaps and no number is given twice.
create table number_series (
  site_id bigint not null,
  series text not null,
  last_number integer not null,
  primary key (site_id, series)
);
comment on table number_series is '编号序列 Number series';
alter table number_series enable row level security;
drop policy if exists site on number_series;
create policy site on number_series using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on number_series from public, millwright_app;
grant select, insert, update, delete on number_series to millwright_app;
