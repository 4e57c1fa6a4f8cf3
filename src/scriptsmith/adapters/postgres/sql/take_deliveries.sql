-- Takes deliveries to an outlet whose time has come, in their turn, for `lease` seconds, unless it is paused. What was tried
-- `tries` times, or has waited for `hours`, is given up instead, and comes back with `false`.
update scriptsmith.delivery as d set
  state = case when t.left_over then 'waiting' else 'failed' end,
  due = clock_timestamp() + make_interval(secs => %(lease)s::float8),
  tries = d.tries + t.left_over::integer,
  ended = case when not t.left_over then clock_timestamp() end,
  said = case when t.left_over or d.said <> '' then d.said else 'no try came to an end' end
from (
  select w.id, w.tries < %(tries)s::integer
    and w.began > clock_timestamp() - make_interval(secs => %(hours)s::float8 * 3600) as left_over
  from scriptsmith.delivery as w
  where w.outlet = %(outlet)s::text and w.state = 'waiting' and w.due <= clock_timestamp()
    and not exists (
      select from scriptsmith.outlet_pause as p where p.outlet = %(outlet)s::text and p.until > clock_timestamp()
    )
  order by w.turn, w.id limit %(most)s::integer for update skip locked
) as t, scriptsmith.message as m
where d.id = t.id and m.id = d.message
returning d.id, d.tries, m.body, t.left_over, d.message, d.said
