-- Keeps the trace in which incidents were reported, in order, so that no two wait in a circle.
insert into scriptsmith.incident_trace (incident, traceparent)
select incident, %(traceparent)s::text from unnest(%(ids)s::text[]) as incident order by incident
on conflict (incident) do update set traceparent = excluded.traceparent
