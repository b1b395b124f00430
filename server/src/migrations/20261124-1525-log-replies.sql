-- Commands to gateways are few among the messages of machines: those without a reply are found by an index of their own.
create index log_communication_direction on log_communication (site_id, direction, at, id) where direction <> 'up';
