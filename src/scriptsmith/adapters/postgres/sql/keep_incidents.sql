-- Keeps what was reported, in order; returns the place, the id and the outcome of each.
select place, incident, outcome from scriptsmith.keep_reports(%(reports)s::jsonb)
