-- Whoever would wait for a lock for longer than two seconds in this transaction gives up.
set local lock_timeout = '2s'
