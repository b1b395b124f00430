-- A seal covers the rows of its day up to this id; rows that machines hand in later than that count as late.
alter table log_seal add column last_id bigint not null default 0;
