-- Has a run wait for a worker, in the caller's transaction; that workers had given up on it counts no more.
with gone as (delete from scriptsmith.failure where run = %(run)s::text and final)
select scriptsmith.put_run(%(run)s::text)
