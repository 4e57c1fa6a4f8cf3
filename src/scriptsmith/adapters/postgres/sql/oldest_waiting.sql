-- For how many seconds the run has waited that has waited longest, from when its job was put in or could be tried again.
select coalesce(max(extract(epoch from clock_timestamp() - greatest(jobs.scheduled_at, put.at))), 0)::double precision
from procrastinate.procrastinate_jobs as jobs
cross join lateral (
  select max(events.at) as at from procrastinate.procrastinate_events as events
  where events.job_id = jobs.id and events.type in ('deferred', 'deferred_for_retry')
) as put
where jobs.status = 'todo' and jobs.queue_name = 'runs'
  and (jobs.scheduled_at is null or jobs.scheduled_at <= clock_timestamp())
