-- The trace in which the incident was reported that a run was made for, the first of several.
select trace.traceparent from scriptsmith.incident_run as made join scriptsmith.incident_trace as trace using (incident)
where made.run = %(run)s order by incident limit 1
