-- One that upgrades at a time, until the transaction ends.
select pg_advisory_xact_lock(hashtext('scriptsmith'), hashtext('migration'))
