-- What was done to the database, in order.
select number, name, digest from scriptsmith.migration order by number
