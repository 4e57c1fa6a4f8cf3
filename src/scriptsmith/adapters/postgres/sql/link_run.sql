-- Notes that a run was made for an incident, once.
with linked as (
  insert into scriptsmith.incident_run (incident, run, recommendation, by)
  values (%(id)s, %(run)s, %(recommendation)s, %(by)s) on conflict do nothing returning incident
)
select scriptsmith.note_incident(incident, 'run', %(by)s, %(run)s, '') from linked
