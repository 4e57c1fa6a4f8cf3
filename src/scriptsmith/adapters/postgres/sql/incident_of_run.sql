-- The incidents that a run was made for.
select incident from scriptsmith.incident_run where run = %(run)s order by incident
