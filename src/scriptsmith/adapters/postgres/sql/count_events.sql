-- How many events a run has.
select count(*)::integer from scriptsmith.event where run = %(run)s
