-- One writer of the catalogue at a time, until the transaction ends.
select pg_advisory_xact_lock(hashtext('scriptsmith'), hashtext('catalogue'))
