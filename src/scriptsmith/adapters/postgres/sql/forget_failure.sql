-- Forgets why tries at a run failed: one has succeeded.
delete from scriptsmith.failure where run = %(run)s::text
