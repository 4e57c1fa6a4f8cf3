-- One incident by its id.
select id, source, fingerprint, occurrence, name, title, description, severity, state, service, environment, host, labels,
  annotations, links, started_at, ended_at, raw_digest, received_at, last_seen, reports
from scriptsmith.incident where id = %(id)s
