-- Lets an index be made in memory, until the transaction ends.
select set_config('maintenance_work_mem', '256MB', true)
