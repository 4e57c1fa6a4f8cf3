-- Has a run wait for no worker.
select scriptsmith.remove_run(%(run)s::text)
