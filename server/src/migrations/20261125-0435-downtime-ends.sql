-- What stops cost over days asks for those that were not over before them, however long ago they began.
create index equipment_downtime_end on equipment_downtime (site_id, end_time);
