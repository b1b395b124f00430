update system_role r set role_name = left(r.role_name, 27 - length(r.id::text)) || ' (' || r.id || ')'
  where r.site_id is null and exists (
    select from system_role o where o.site_id is null and lower(o.role_name) = lower(r.role_name)
      and (not o.built_in, o.id) < (not r.built_in, r.id));
drop index system_role_site_id_role_name_key;
create unique index system_role_site_id_role_name_key on system_role (coalesce(site_id, 0), lower(role_name));
delete from system_setting s using system_setting o
  where s.site_id is null and o.site_id is null and lower(o.key) = lower(s.key)
    and (o.update_time, o.id) > (s.update_time, s.id);
drop index system_setting_key_site_id_key;
create unique index system_setting_key_site_id_key on system_setting (lower(key), coalesce(site_id, 0));
