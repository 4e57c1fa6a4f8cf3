-- Why the last tries at runs failed, the newest first; for an empty `run` those of all. One after which a run has got on is
-- left out, unless it was given up then.
select f.run, f.said, f.tries, f.final, f.at from scriptsmith.failure as f
where %(run)s::text in ('', f.run)
  and (f.final or not exists (select from scriptsmith.event as e where e.run = f.run and e.recorded > f.at))
order by f.at desc, f.run
