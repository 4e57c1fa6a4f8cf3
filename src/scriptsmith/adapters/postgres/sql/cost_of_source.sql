-- What the runs have cost that a source has asked for within the day, and in how many seconds they cost less than `most`.
with recent as (
  select at, cost, sum(cost) over (order by at desc, run) as spent
  from scriptsmith.request
  where source = %(source)s::text and at > clock_timestamp() - interval '1 day'
)
select
  coalesce(sum(cost), 0),
  extract(epoch from max(at) filter (where spent >= %(most)s::float8) + interval '1 day' - clock_timestamp())::float8
from recent
