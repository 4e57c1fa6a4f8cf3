-- Waits for whoever has taken the runs whose summary is behind, and takes those that are left behind.
with chosen as materialized (
  select mark from scriptsmith.stale_run where mark <= %(horizon)s order by mark limit %(many)s for update
), taken as (
  delete from scriptsmith.stale_run using chosen where stale_run.mark = chosen.mark returning run
)
select distinct run from taken
