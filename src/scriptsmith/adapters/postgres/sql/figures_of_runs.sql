-- What was asked in the days up to a last one, for each day and for all (null): runs, answers (scripts: an entry that policy
-- keeps back is none), reused ones, cost, unpriced calls.
select (asked_at at time zone 'UTC')::date as day, count(*)::integer,
  (count(*) filter (where outcome <> 'no_match' and not (outcome = 'forbidden' and entry <> '')))::integer,
  (count(*) filter (where reused))::integer, coalesce(sum(cost), 0), coalesce(sum(unpriced), 0)::integer
from scriptsmith.run_summary
where asked_at >= (%(last)s::date - (%(days)s - 1)) at time zone 'UTC' and asked_at < (%(last)s::date + 1) at time zone 'UTC'
group by grouping sets ((day), ())
