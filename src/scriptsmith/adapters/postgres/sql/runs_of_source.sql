-- How many other runs a source has asked for within the hour, and in how many seconds they are fewer than `most`.
with recent as (
  select at, row_number() over (order by at desc) as place
  from scriptsmith.request
  where source = %(source)s::text and run <> %(run)s::text and at > clock_timestamp() - interval '1 hour'
)
select
  count(*),
  extract(epoch from max(at) filter (where place >= %(most)s::integer) + interval '1 hour' - clock_timestamp())::float8
from recent
