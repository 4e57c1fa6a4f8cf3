-- What waits in each queue, and for how many seconds the oldest of it has waited, from when it was put in or could be tried
-- again. Questions to a model about incidents are counted where it is asked.
select queue, count(at), coalesce(max(extract(epoch from clock_timestamp() - at)), 0)::double precision
from (
  select 'runs' as queue, null::timestamptz as at union all select 'upkeep', null union all select 'events', null
  union all select 'deliveries', null union all select 'questions', null where %(questions)s::boolean
  union all
  select jobs.queue_name, greatest(jobs.scheduled_at, (
    select max(events.at) from procrastinate.procrastinate_events as events
    where events.job_id = jobs.id and events.type in ('deferred', 'deferred_for_retry')
  ))
  from procrastinate.procrastinate_jobs as jobs where jobs.status = 'todo'
  union all
  select 'events', at from scriptsmith.outbox
  union all
  select 'deliveries', began from scriptsmith.delivery where state = 'waiting'
  union all
  select 'questions', i.received_at from scriptsmith.incident as i
  left join scriptsmith.incident_suggestion as s on s.incident = i.id
  where %(questions)s::boolean and i.state <> 'resolved' and i.received_at > clock_timestamp() - interval '1 hour'
    and (s.answered is null or s.due is not null)
) as waiting
group by queue order by queue
