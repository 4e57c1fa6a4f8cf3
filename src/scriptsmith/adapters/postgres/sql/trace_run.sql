-- Lays the trace in which a run was put in with its job, unless it has one or somebody else is at that row.
update procrastinate.procrastinate_jobs as jobs
set args = jobs.args || jsonb_build_object('traceparent', %(traceparent)s::text)
where jobs.id in (
  select id from procrastinate.procrastinate_jobs
  where queueing_lock = 'run ' || %(run)s::text and status = 'todo' and not args ? 'traceparent'
  for update skip locked
)
