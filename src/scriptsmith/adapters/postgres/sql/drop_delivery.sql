-- Gives up a delivery that failed or waits; returns no row for any other.
update scriptsmith.delivery set state = 'dropped', ended = clock_timestamp()
where id = %(id)s::bigint and state in ('failed', 'waiting')
returning id
