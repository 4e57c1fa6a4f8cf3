-- What happened to an incident, oldest first.
select seq, at, kind, by, told from scriptsmith.incident_event where incident = %(id)s order by seq
