-- Gives up deliveries that have waited for too long, such as those to outlets that no settings name any more.
update scriptsmith.delivery set
  state = 'failed', ended = clock_timestamp(),
  said = case when said = '' then 'no worker knows this outlet' else said end
where state = 'waiting' and due < clock_timestamp()
  and began < clock_timestamp() - make_interval(secs => %(hours)s::float8 * 3600)
