-- Notes who asked for a run, and returns it when that was not noted before.
insert into scriptsmith.request (run, source) values (%(run)s::text, %(source)s::text)
on conflict (run) do nothing
returning run
