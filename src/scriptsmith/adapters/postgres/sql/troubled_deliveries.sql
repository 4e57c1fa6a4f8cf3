-- For each outlet that something waits for or failed at: how many of what waits were tried in vain, for how many seconds the
-- oldest waits, and why the last try failed.
select d.outlet,
  count(*) filter (where d.state = 'waiting' and d.said <> ''),
  coalesce(extract(epoch from clock_timestamp() - min(d.began) filter (where d.state = 'waiting')), 0)::float8,
  coalesce((array_agg(d.said order by d.id desc) filter (where d.said <> ''))[1], '')
from scriptsmith.delivery as d where d.state in ('waiting', 'failed') group by d.outlet
