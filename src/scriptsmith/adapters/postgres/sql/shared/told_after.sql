-- How much later than it happened to `happened.subject` something counts as having come: for each degree by which its
-- incident is milder than the gravest an hour. So a grave one comes first, and the mildest still has its turn. A run for
-- no incident is as one of unknown severity.
make_interval(hours => array_position(%(gravest_first)s::text[], coalesce((
  select i.severity from scriptsmith.incident as i
  where i.id = coalesce(
    (select min(r.incident) from scriptsmith.incident_run as r where r.run = happened.subject), happened.subject
  )
), 'unknown')))
