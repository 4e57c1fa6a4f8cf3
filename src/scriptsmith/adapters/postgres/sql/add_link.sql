-- Keeps a new link that lets somebody in once, by its digest.
insert into scriptsmith.link (id, name, parts, digest, expires)
values (
  %(id)s, %(name)s, %(parts)s, %(digest)s, clock_timestamp() + %(minutes)s::double precision * interval '1 minute'
)
