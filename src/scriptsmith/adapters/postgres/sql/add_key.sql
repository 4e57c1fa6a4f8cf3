-- Keeps a new key, by its digest, and returns what is known of it.
insert into scriptsmith.key (id, name, parts, digest, made_by, expires)
values (
  %(id)s, %(name)s, %(parts)s, %(digest)s, %(by)s,
  clock_timestamp() + %(hours)s::double precision * interval '1 hour'
)
returning id, name, parts, made, made_by, expires, revoked, used, clock_timestamp()
