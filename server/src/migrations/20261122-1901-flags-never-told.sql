-- A flag that a machine never told is empty and no longer 0. Rows from before stay as they are: days are sealed over
-- their text, and a 0 in them does not say whether it was told.
alter table log_equipment_state
  alter column alarm drop not null, alter column alarm drop default,
  alter column connection drop not null, alter column connection drop default,
  alter column device drop not null, alter column device drop default,
  alter column emergency_stop drop not null, alter column emergency_stop drop default;
