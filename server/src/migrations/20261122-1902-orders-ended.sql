-- Which order was at a line at a time that is past: of those that ended, the ones that ended after it.
create index production_order_ended on production_order (site_id, actual_end_time) where actual_end_time is not null;
