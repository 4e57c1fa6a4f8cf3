-- Keeps a new session, by its digest, and throws old ones away; `list_people` asks for those of 30 days.
with gone as (delete from scriptsmith.session where expires < clock_timestamp() - interval '30 days')
insert into scriptsmith.session (id, name, parts, digest, key, expires)
values (
  %(id)s, %(name)s, %(parts)s, %(digest)s, %(key)s,
  clock_timestamp() + %(hours)s::double precision * interval '1 hour'
)
