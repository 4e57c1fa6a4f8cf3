-- The newest incidents, older than a given one, that pass every filter that is not null; each word may be a beginning.
select id, source, fingerprint, occurrence, name, title, description, severity, state, service, environment, host, labels,
  annotations, links, started_at, ended_at, raw_digest, received_at, last_seen, reports
from scriptsmith.incident
where {shared:incidents_that_fit}
  and (%(state)s::text[] is null or state = any(%(state)s::text[]))
  and (%(before)s::text is null or id < %(before)s::text)
order by id desc limit %(limit)s
