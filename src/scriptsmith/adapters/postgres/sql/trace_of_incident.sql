-- The trace in which an incident was reported.
select traceparent from scriptsmith.incident_trace where incident = %(incident)s
