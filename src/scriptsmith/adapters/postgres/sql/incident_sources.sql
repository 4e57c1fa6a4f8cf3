-- The sources that incidents came from, each looked up in the index behind the one before it.
with recursive known as (
  (select source from scriptsmith.incident order by source limit 1)
  union all
  select (select i.source from scriptsmith.incident as i where i.source > known.source order by i.source limit 1)
  from known where known.source is not null
)
select source from known where source is not null
