-- What a station did not let in, the latest first.
create index device_interlock_station on device_interlock (site_id, station_number, at desc, id desc);
