-- Asks a connection whether it is still there.
select 1
