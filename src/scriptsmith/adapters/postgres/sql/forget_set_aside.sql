-- Throws away what was set aside long ago.
delete from scriptsmith.set_aside where at < clock_timestamp() - interval '90 days'
