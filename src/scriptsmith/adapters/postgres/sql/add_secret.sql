-- Keeps one more spelling of a run; returns no row when its number is taken.
insert into scriptsmith.secret (run, seq, body) values (%(run)s, %(seq)s, %(body)s::json)
on conflict (run, seq) do nothing
returning seq
