-- The processes that listen to machines: while none does, the silence of machines is ours.
create table device_listener (
  name text primary key,
  -- Since when somebody has listened without a gap: who joins takes it over.
  since timestamptz(3) not null,
  seen timestamptz(3) not null
);
comment on table device_listener is '监听进程 Server processes that listen to machines, and since when they do';
revoke all on device_listener from public, millwright_app;
grant select, insert, update, delete on device_listener to millwright_app;
