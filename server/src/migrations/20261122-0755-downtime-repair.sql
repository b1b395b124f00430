-- The repair order to which a stop led; written by the page of repairs.
alter table equipment_downtime add column repair_id text;
