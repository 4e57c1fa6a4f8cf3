-- The runs that people have decided for good, the last decided first.
select summary.summary::text
from scriptsmith.run_decision as decided join scriptsmith.run_summary as summary using (run)
where summary.state in ('published', 'approved', 'rejected') and decided.decided_at is not null
  and not exists (
    select from scriptsmith.run_decision as later where later.run = decided.run and later.seq > decided.seq
  )
order by decided.decided_at desc, run desc limit %(limit)s
