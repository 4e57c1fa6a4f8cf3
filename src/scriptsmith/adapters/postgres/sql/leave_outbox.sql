-- Takes what was looked at out of the outbox; returns no row where another worker has done so.
delete from scriptsmith.outbox where id = %(id)s::text returning id
