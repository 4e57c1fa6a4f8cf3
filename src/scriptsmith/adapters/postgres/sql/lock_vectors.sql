-- One that embeds by an embedder at a time, until the transaction ends.
select pg_advisory_xact_lock(hashtext('scriptsmith.vector'), %(embedder)s)
