alter table base_gateway add column security text not null default 'none';
alter table base_gateway add column source_user text;

create table gateway_sign_in (
  gateway_id bigint primary key references base_gateway (id) on delete cascade,
  site_id bigint not null,
  sealed bytea not null
);
comment on table gateway_sign_in is '数据源登录 Passwords for sources that the server reads, sealed and apart from the gateways so that no list can read them';
alter table gateway_sign_in enable row level security;
create policy site on gateway_sign_in using ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint)) with check ((select current_setting('app.site', true)) = '*' or site_id = (select nullif(nullif(current_setting('app.site', true), '*'), '')::bigint));
revoke all on gateway_sign_in from public, millwright_app;
grant select, insert, update, delete on gateway_sign_in to millwright_app;
