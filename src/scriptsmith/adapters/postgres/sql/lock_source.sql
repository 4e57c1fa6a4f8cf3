-- Lets one request of a source at a time be weighed against its budget, until the transaction ends.
select pg_advisory_xact_lock(1969516390, hashtext(%(source)s::text))
