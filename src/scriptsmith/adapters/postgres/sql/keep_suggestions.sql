-- Keeps what a model answered about an incident, and when it is to be asked again, if at all.
update scriptsmith.incident_suggestion set
  answered = clock_timestamp(), model = %(model)s::text, actions = %(actions)s::jsonb, problem = %(problem)s::text,
  due = clock_timestamp() + make_interval(secs => %(again)s::float8)
where incident = %(incident)s::text
