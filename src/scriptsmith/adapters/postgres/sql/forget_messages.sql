-- Deletes messages that every outlet took, or that were dropped, some days ago.
delete from scriptsmith.message as m
where m.made < clock_timestamp() - make_interval(days => %(days)s::integer) and not exists (
  select from scriptsmith.delivery as d where d.message = m.id and d.state in ('waiting', 'failed')
)
