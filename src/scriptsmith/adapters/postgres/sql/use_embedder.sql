-- The number of an embedder, which is used from now on.
insert into scriptsmith.embedder (model, dimension) values (%(model)s, %(dimension)s)
on conflict (model, dimension) do update set used = clock_timestamp()
returning number
