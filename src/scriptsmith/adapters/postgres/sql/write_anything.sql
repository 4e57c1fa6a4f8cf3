-- Asks a connection whether it is still there and may write; a database that is read-only refuses it. Nothing is changed.
delete from scriptsmith.stale_run where false returning run
