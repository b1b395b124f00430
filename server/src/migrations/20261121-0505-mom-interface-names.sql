-- English names of MOM interfaces, for readers of English.
alter table log_mom add column interface_name_en text;
