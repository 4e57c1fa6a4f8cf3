-- What a model answered about an incident.
select model, actions, problem from scriptsmith.incident_suggestion
where incident = %(incident)s::text and answered is not null
