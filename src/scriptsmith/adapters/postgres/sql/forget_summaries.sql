-- Has every summary give way to the next one that is made of its run, and throws away what no event speaks of.
with decisions as (
  delete from scriptsmith.run_decision d
  where not exists (select from scriptsmith.event e where e.run = d.run and e.seq = d.seq and e.kind = 'reviewed')
), runs as (
  delete from scriptsmith.run_summary s where not exists (select from scriptsmith.event e where e.run = s.run)
)
update scriptsmith.run_summary s set seq = 0 where exists (select from scriptsmith.event e where e.run = s.run)
