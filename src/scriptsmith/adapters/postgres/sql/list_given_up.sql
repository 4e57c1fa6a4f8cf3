-- Runs that workers have given up on and that nobody has ended, the newest first, with why, how many there are, and how
-- many of them are not approved yet.
select summary.summary::text, failure.said, count(*) over ()::integer,
  (count(*) filter (where summary.state = 'working') over ())::integer
from scriptsmith.failure as failure join scriptsmith.run_summary as summary using (run)
where failure.final and summary.state in ('working', 'approved')
order by failure.at desc, run limit %(limit)s
