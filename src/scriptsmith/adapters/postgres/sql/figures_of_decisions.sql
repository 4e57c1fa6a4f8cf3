-- What was decided in the days up to a last one, for each day and for all (null): about machine-made scripts how many in all,
-- approved, edited, rejected; verdict against people: yes right, yes wrong, no right, no wrong, unsure; waiting time.
select (decided_at at time zone 'UTC')::date as day,
  (count(*) filter (where made))::integer,
  (count(*) filter (where made and decision = 'approve'))::integer,
  (count(*) filter (where made and decision = 'edit'))::integer,
  (count(*) filter (where made and decision = 'reject'))::integer,
  (count(*) filter (where verdict = 'yes' and held))::integer,
  (count(*) filter (where verdict = 'yes' and not held))::integer,
  (count(*) filter (where verdict = 'no' and held))::integer,
  (count(*) filter (where verdict = 'no' and not held))::integer,
  (count(*) filter (where verdict = 'unsure'))::integer,
  percentile_cont(0.5) within group (order by waited), count(waited)::integer
from (
  select *, writer in ('generator', 'refiner', 'catalogue') as made,
    case when label is null then decision = 'approve' else label > 0 end as held
  from scriptsmith.run_decision
) as told
where decided_at >= (%(last)s::date - (%(days)s - 1)) at time zone 'UTC' and decided_at < (%(last)s::date + 1) at time zone 'UTC'
group by grouping sets ((day), ())
