-- Marks every run that there is as one whose summary is behind, and counts them.
with marked as (
  insert into scriptsmith.stale_run (run, seq) select run, max(seq) from scriptsmith.event group by run returning run
)
select count(*)::integer from marked
