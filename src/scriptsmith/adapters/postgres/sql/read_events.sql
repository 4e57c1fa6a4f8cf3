-- The lines of a run, in order.
select body::text from scriptsmith.event where run = %(run)s order by seq
