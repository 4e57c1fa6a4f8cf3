-- The runs that were made for an incident, newest first.
select run, recommendation, by, at from scriptsmith.incident_run where incident = %(id)s order by run desc
