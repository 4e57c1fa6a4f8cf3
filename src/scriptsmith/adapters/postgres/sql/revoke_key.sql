-- Ends a key for good; the moment of the first time stays.
update scriptsmith.key set revoked = coalesce(revoked, clock_timestamp()) where id = %(id)s
returning id, name, parts, made, made_by, expires, revoked, used, clock_timestamp()
