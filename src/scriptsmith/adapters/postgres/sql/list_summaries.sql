-- The newest runs, older than a given one, that pass every filter that is not null, and why workers gave each up (or null).
select summary.summary::text, failure.said
from scriptsmith.run_summary as summary left join scriptsmith.failure as failure
  on failure.run = summary.run and failure.final and summary.state in ('working', 'approved')
where {shared:runs_that_fit}
  and (%(state)s::text[] is null or summary.state = any(%(state)s::text[]))
  and (%(before)s::text is null or summary.run < %(before)s::text)
order by summary.run desc limit %(limit)s
