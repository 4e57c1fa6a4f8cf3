-- Takes the newest open incident of the last hour that no model was asked about, unless `most` were taken in that hour, or
-- that one is to be asked about again by now.
with next as (
  select i.id from scriptsmith.incident as i
  left join scriptsmith.incident_suggestion as s on s.incident = i.id
  where i.state <> 'resolved' and i.received_at > clock_timestamp() - interval '1 hour'
    and (s.due <= clock_timestamp() or (
      (s.incident is null or (
        s.answered is null and s.asked < clock_timestamp() - make_interval(secs => %(lease)s::float8)
      ))
      and %(most)s::integer > (
        select count(*) from scriptsmith.incident_suggestion where asked > clock_timestamp() - interval '1 hour'
      )
    ))
  order by i.id desc limit 1 for update of i skip locked
)
insert into scriptsmith.incident_suggestion as s (incident) select id from next
on conflict (incident) do update set
  asked = clock_timestamp(),
  due = case when s.answered is not null then clock_timestamp() + make_interval(secs => %(lease)s::float8) end
  where s.due <= clock_timestamp()
    or (s.answered is null and s.asked < clock_timestamp() - make_interval(secs => %(lease)s::float8))
returning s.incident
