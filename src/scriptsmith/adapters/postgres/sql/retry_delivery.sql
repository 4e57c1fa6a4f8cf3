-- Has a delivery that failed, was dropped or waits tried at once, with all tries before it; returns no row for any other.
update scriptsmith.delivery
set state = 'waiting', tries = 0, due = clock_timestamp(), began = clock_timestamp(), ended = null
where id = %(id)s::bigint and (state in ('failed', 'dropped') or (state = 'waiting' and said <> ''))
returning id
