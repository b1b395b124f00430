alter table base_procedure add column instruction bigint;
create index base_procedure_instruction on base_procedure (instruction);
alter table base_procedure add constraint base_procedure_instruction_fkey foreign key (instruction) references system_instruction (id);
