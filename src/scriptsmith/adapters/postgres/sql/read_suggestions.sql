-- What a model answered about an incident, and whether it is asked once more.
select s.model, s.actions, s.problem,
  s.due is not null and i.state <> 'resolved' and i.received_at > clock_timestamp() - interval '1 hour'
from scriptsmith.incident_suggestion as s join scriptsmith.incident as i on i.id = s.incident
where s.incident = %(incident)s::text and s.answered is not null
