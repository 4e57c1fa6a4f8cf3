-- The ids of all runs, newest first.
select run from scriptsmith.event where seq = 1 order by run desc
