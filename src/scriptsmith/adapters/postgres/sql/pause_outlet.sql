-- Leaves an outlet alone for some seconds.
insert into scriptsmith.outlet_pause (outlet, until)
values (%(outlet)s::text, clock_timestamp() + make_interval(secs => %(seconds)s::float8))
on conflict (outlet) do update set until = greatest(excluded.until, scriptsmith.outlet_pause.until)
