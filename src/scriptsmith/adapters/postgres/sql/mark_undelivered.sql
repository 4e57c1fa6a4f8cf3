-- Notes why a try failed: it is tried again in `wait` seconds, or not at all where that is null. Says nothing of a delivery
-- that somebody else has taken since, or has dropped. A try that is not counted is taken back.
update scriptsmith.delivery set
  state = case when %(wait)s::float8 is null then 'failed' else 'waiting' end,
  due = clock_timestamp() + make_interval(secs => coalesce(%(wait)s::float8, 0)),
  ended = case when %(wait)s::float8 is null then clock_timestamp() end,
  tries = tries - (not %(counted)s::boolean)::integer,
  said = %(said)s::text
where id = %(id)s::bigint and state = 'waiting' and tries = %(tries)s::integer
