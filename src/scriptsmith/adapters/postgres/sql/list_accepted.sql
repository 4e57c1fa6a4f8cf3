-- The newest runs that ended with a script of their own which people approved, labelled as wrong or rejected nowhere:
-- run, digest of the script, entry where it was published.
select s.run, d.digest, s.entry
from scriptsmith.run_summary s
cross join lateral (select * from scriptsmith.run_decision where run = s.run order by seq desc limit 1) d
where s.state in ('approved', 'published') and d.decision = 'approve'
  and d.writer in ('generator', 'refiner', 'person') and coalesce(d.label, 1) > 0
  and not exists (select from scriptsmith.run_decision r where r.decision = 'reject' and r.digest = d.digest)
order by s.run desc limit %(limit)s
