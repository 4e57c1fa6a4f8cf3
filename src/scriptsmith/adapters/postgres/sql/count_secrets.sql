-- How much was kept of a run.
select count(*)::integer from scriptsmith.secret where run = %(run)s
