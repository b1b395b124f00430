-- Old readings are sought by their time alone; they lie in the order in which they came.
create index device_counter_at on device_counter using brin (at);
