-- Records an event if its number is the next of its run, and returns the number; returns no row when it is not.
insert into scriptsmith.event (run, seq, kind, at, body)
select %(run)s::text, %(seq)s::integer, %(kind)s::text, %(at)s::timestamptz, %(body)s::json
where %(seq)s::integer = 1 + coalesce((select max(seq) from scriptsmith.event where run = %(run)s::text), 0)
on conflict (run, seq) do nothing
returning seq
