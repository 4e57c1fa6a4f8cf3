-- Takes some of the runs whose summary is behind, but those that somebody else has taken.
with chosen as materialized (
  select mark from scriptsmith.stale_run where mark <= %(horizon)s order by mark limit %(many)s for update skip locked
), taken as (
  delete from scriptsmith.stale_run using chosen where stale_run.mark = chosen.mark returning run
)
select distinct run from taken
