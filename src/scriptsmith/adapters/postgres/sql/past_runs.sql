-- Approved or published runs of other incidents with the same name and service, newest first.
select other.id, r.run, other.labels
from scriptsmith.incident as this
join scriptsmith.incident as other
  on other.id <> this.id and other.name = this.name and other.service = this.service
join scriptsmith.incident_run as r on r.incident = other.id
join scriptsmith.run_summary as s on s.run = r.run and s.state in ('approved', 'published')
where this.id = %(id)s and this.name <> ''
order by r.run desc limit %(limit)s
