-- Other incidents of the same alert, or of the same name and service, newest first.
select other.id, other.source, other.fingerprint, other.occurrence, other.name, other.title, other.description, other.severity, other.state, other.service, other.environment, other.host, other.labels,
  other.annotations, other.links, other.started_at, other.ended_at, other.raw_digest, other.received_at, other.last_seen, other.reports
from scriptsmith.incident as this
join scriptsmith.incident as other on other.id <> this.id and (
  (other.source = this.source and other.fingerprint = this.fingerprint)
  or (this.name <> '' and other.name = this.name and other.service = this.service)
)
where this.id = %(id)s
order by other.id desc limit %(limit)s
