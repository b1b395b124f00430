-- The sums of a day left out machines that had told nothing for a week. One row less than was counted lets every day be
-- summed once more; a day whose rows retention has thinned out has fewer still and stays as it is.
update log_equipment_day_count set n = n - 1;
