-- Shows that a worker is there, for as long as this connection lasts.
select pg_advisory_lock(1969516389, (%(worker)s::bigint & 2147483647)::integer)
