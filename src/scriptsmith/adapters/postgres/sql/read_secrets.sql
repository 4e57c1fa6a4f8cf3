-- What was kept of a run, in order.
select body::text from scriptsmith.secret where run = %(run)s order by seq
