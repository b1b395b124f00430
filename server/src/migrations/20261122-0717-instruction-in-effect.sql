alter table system_instruction add column in_effect boolean not null default false;
-- Until now a version held from its approval on, whatever its date said.
update system_instruction set in_effect = true where state = 'published';
create index system_instruction_waiting on system_instruction (effective_from) where state = 'published' and not in_effect;
