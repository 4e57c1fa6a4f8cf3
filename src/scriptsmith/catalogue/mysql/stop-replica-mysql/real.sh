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
run --dry-run
check 'a dry run says what it would stop' test "$out" = 'would stop: 4 of 4 replication threads'
check 'a dry run stops nothing' now_are '4 Yes'
run
check 'it succeeds' test "$status" -eq 0
check 'all connections have stopped' now_are '4 No'
check 'it says how many' test "${out%%$'\n'*}" = 'stopped: 4 replication threads'
check 'and that a restart starts them again' grep -q '^note: a restart of the server starts them again' <<<"$out"
run
check 'a second run has nothing to do' test "${out%%$'\n'*}" = 'stopped already: 4 replication threads'
check 'and says the same of a restart' grep -q '^note: a restart of the server starts them again' <<<"$out"
on_replica "START SLAVE 'west'"
await now_are '2 No 2 Yes'
run
check 'a named connection that alone ran is stopped' test "$status" -eq 0
check 'and it has' now_are '4 No'
on_replica "RESET SLAVE 'west' ALL"
replicate west 3999
await now_are '1 Connecting 2 No 1 Yes'
run
check 'one that tries to connect is stopped too' test "$status" -eq 0
check 'it no longer tries' now_are '4 No'
db 'CREATE TABLE t (i INT)'
on_replica "RESET SLAVE 'west' ALL; START SLAVE"
await on_replica 'SELECT * FROM shop.t'
check 'started again it goes on where it stopped' now_are '2 Yes'
finish
