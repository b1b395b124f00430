-- How far a clock was ahead at most among those that told a sure time, milliseconds: on their way they count as 0.
alter table device_batch add column ahead_ms integer not null default 0;
create index device_suspect_site on device_suspect (site_id, at desc, id desc);
