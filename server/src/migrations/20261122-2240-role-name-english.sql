alter table system_role add column role_name_en text;
