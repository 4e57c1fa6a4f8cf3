-- That a key was used; of many requests at once one keeps it.
update scriptsmith.key set used = clock_timestamp()
where id = %(id)s and (used is null or used < clock_timestamp() - interval '1 minute')
