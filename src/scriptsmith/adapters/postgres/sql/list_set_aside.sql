-- What was set aside, newest first, before an id where one is given.
select id, place, why, text, at from scriptsmith.set_aside
where %(before)s::bigint is null or id < %(before)s::bigint order by id desc limit %(limit)s::integer
