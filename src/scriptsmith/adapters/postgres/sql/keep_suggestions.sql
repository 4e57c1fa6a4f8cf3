-- Keeps what a model answered about an incident.
update scriptsmith.incident_suggestion set
  answered = clock_timestamp(), model = %(model)s::text, actions = %(actions)s::jsonb, problem = %(problem)s::text
where incident = %(incident)s::text
