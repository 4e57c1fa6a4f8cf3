-- Throws away what was set aside long ago, or before many others.
delete from scriptsmith.set_aside
where at < clock_timestamp() - interval '90 days' or id <= (select max(id) - 10000 from scriptsmith.set_aside)
