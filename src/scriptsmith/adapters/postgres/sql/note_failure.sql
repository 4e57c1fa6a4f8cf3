-- Notes why a try at a run failed, in place of what was noted of an earlier one.
insert into scriptsmith.failure (run, said, tries, final)
values (%(run)s::text, %(said)s::text, %(tries)s::integer, %(final)s::boolean)
on conflict (run) do update
set said = excluded.said, tries = excluded.tries, final = excluded.final, at = clock_timestamp()
