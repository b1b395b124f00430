create index base_route_in_state on base_route (site_id, state, id);
create index production_order_in_state on production_order (site_id, state, id);
create index production_order_period on production_order (site_id, due_date, id);
