-- Locks an incident until the transaction ends.
select id from scriptsmith.incident where id = %(id)s for update
