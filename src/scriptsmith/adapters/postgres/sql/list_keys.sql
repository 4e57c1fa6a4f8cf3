-- Every key there ever was, oldest first, with the moment at which that is so.
select id, name, parts, made, made_by, expires, revoked, used, clock_timestamp() from scriptsmith.key order by made, id
