#!/usr/bin/env bash
. "$HARNESS"
use mariadb-replica

login root "socket=$replica"
run
check 'a server that is no replica is refused' test "$status" -eq 3
start_west
replicate
replicate west 3308
await now_are '4 Yes'
on_replica 'STOP ALL SLAVES'
run --dry-run
check 'a dry run says what it would start' test "$out" = 'would start: 4 of 4 replication threads'
check 'a dry run starts nothing' now_are '4 No'
run
check 'it succeeds' test "$status" -eq 0
check 'all connections run' now_are '4 Yes'
check 'it says how many' test "$out" = 'running: 4 replication threads'
run
check 'a second run has nothing to do' test "$out" = 'running already: 4 replication threads'
on_replica "STOP SLAVE 'west'"
run
check 'a named connection that alone had stopped is started' test "$status" -eq 0
check 'and runs' now_are '4 Yes'
on_replica "STOP ALL SLAVES; RESET SLAVE 'west' ALL"
db 'CREATE TABLE t (i INT PRIMARY KEY)'
run
await on_replica 'SELECT * FROM shop.t'
on_replica 'INSERT INTO shop.t VALUES (1)'
db 'INSERT INTO t VALUES (1)'
await now_are '1 No 1 Yes'
run
check 'a replica that stops again is a failure' test "$status" -eq 1
check 'its error is told' grep -q "Duplicate entry '1'" <<<"$err"
on_replica "DELETE FROM shop.t"
run
check 'once the data agree it runs' test "$status" -eq 0
check 'and has caught up' test "$(on_replica 'SELECT i FROM shop.t')" = 1
on_replica 'STOP ALL SLAVES'
mariadb-admin --no-defaults shutdown
run
check 'that it tries again by itself is told' grep -q 'tries again by itself' <<<"$err"
check 'a source that is away is a failure' test "$status" -eq 1
finish
