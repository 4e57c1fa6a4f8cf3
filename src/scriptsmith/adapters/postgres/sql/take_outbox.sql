-- Takes what happened and nobody has looked at, by severity and then oldest first, for `lease` seconds; what is older than
-- `hours` is left out.
with old as (
  delete from scriptsmith.outbox where at < clock_timestamp() - make_interval(secs => %(hours)s::float8 * 3600)
)
update scriptsmith.outbox as o set due = clock_timestamp() + make_interval(secs => %(lease)s::float8)
where o.id in (
  select id from scriptsmith.outbox
  where due <= clock_timestamp() and at >= clock_timestamp() - make_interval(secs => %(hours)s::float8 * 3600)
  order by turn, number limit %(most)s::integer for update skip locked
)
returning o.id, o.kind, o.subject, o.seq, o.said, o.at, o.turn, o.number
