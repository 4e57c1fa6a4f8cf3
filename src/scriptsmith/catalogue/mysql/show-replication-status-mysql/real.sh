#!/usr/bin/env bash
. "$HARNESS"
use mariadb-replica

login root "socket=$replica"
run
check 'a server that is no replica is refused' test "$status" -eq 3
replicate
await now_are '2 Yes'
run
check 'a replica that runs succeeds' test "$status" -eq 0
check 'its state is told' grep -Eqx 'channel default from localhost: receiving Yes, applying Yes, [0-9]+ s behind' <<<"$out"
replicate west 3999
await now_are '1 Connecting 3 Yes'
run
check 'a named connection that is broken is a failure' test "$status" -eq 1
check 'it is told apart' grep -qx 'channel west from 127.0.0.1: receiving Connecting, applying Yes, delay unknown' <<<"$out"
check 'its error too' grep -q "^  Last IO Error: error connecting to master 'repl@127.0.0.1:3999'" <<<"$out"
check 'below its connection' grep -q '^channel west' <<<"$(grep -B 1 'Last IO Error' <<<"$out")"
check 'the one that runs is told as well' grep -q '^channel default from localhost: receiving Yes, applying Yes' <<<"$out"
check 'one of two is broken' grep -q '1 of 2 channels do not replicate' <<<"$err"
on_replica "STOP ALL SLAVES; RESET SLAVE '' ALL"
run
check 'with a broken named connection alone it is a replica all the same' test "$status" -eq 1
check 'and says so' grep -q '1 of 1 channels do not replicate' <<<"$err"
on_replica "RESET SLAVE 'west' ALL"
replicate
db 'CREATE TABLE t (i INT PRIMARY KEY)'
await on_replica 'SELECT * FROM shop.t'
on_replica 'INSERT INTO shop.t VALUES (1)'
db 'INSERT INTO t VALUES (1)'
await now_are '1 No 1 Yes'
run
check 'a replica that cannot apply is a failure' test "$status" -eq 1
check 'with the error that stopped it' grep -q "^  Last SQL Error: .*Duplicate entry '1'" <<<"$out"
check 'what runs and what does not is told' grep -q 'receiving Yes, applying No, delay unknown' <<<"$out"
finish
