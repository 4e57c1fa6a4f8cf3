-- Traces lead from incidents to runs.

-- The trace in which an incident was last reported as something new, in the form of the header `traceparent`.
create table scriptsmith.incident_trace (
  incident text collate "C" primary key references scriptsmith.incident (id),
  traceparent text not null check (traceparent <> '')
);
