-- Has a run wait for no worker; why tries at it failed matters no more.
with gone as (delete from scriptsmith.failure where run = %(run)s::text)
select scriptsmith.remove_run(%(run)s::text)
