-- The real name of a person for "changed by" columns, whatever site the reader works in; nothing else of the person.
create function user_name(user_id bigint) returns text
  language sql stable security definer set search_path = public
  as $$ select real_name from "system_user" where id = user_id $$;

-- Monthly partitions of every log table, from some months back to some months ahead; called at each start and daily.
create function ensure_log_partitions(months_back integer, months_ahead integer) returns integer
  language plpgsql security definer set search_path = public
  as $$
declare
  log record;
  month date;
  part text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(4170003);
  for log in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'p' and c.relname like 'log\_%'
  loop
    for month in select generate_series(date_trunc('month', now()) - make_interval(months => months_back),
      date_trunc('month', now()) + make_interval(months => months_ahead), interval '1 month')::date
    loop
      part := log.relname || '_' || to_char(month, 'YYYYMM');
      if to_regclass(part) is null then
        execute format('create table %I partition of %I for values from (%L) to (%L)', part, log.relname,
          month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
        made := made + 1;
      end if;
    end loop;
  end loop;
  return made;
end $$;

grant execute on function user_name(bigint), ensure_log_partitions(integer, integer) to millwright_app;

select ensure_log_partitions(4, 2);
