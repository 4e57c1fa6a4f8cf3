-- Has a run wait for a worker, in the caller's transaction.
select scriptsmith.put_run(%(run)s::text)
