-- Until when the current state of a machine was confirmed; what is said of an earlier time comes late.
alter table device_live add column confirmed_time timestamptz(3);
