-- The lines of some runs, in order, each with the moment at which it was recorded.
select run, body::text, recorded from scriptsmith.event where run = any(%(runs)s) order by run, seq
