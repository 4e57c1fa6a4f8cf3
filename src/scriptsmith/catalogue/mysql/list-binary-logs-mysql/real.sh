#!/usr/bin/env bash
. "$HARNESS"
use mariadb-replica

db "SET SESSION binlog_format = ROW; CREATE TABLE t (x LONGTEXT); INSERT INTO t VALUES (REPEAT('x', 3000000)); FLUSH BINARY LOGS; INSERT INTO t VALUES (REPEAT('x', 1200000)); FLUSH BINARY LOGS; SET GLOBAL binlog_expire_logs_seconds = 864000"
first=$(db 'SHOW BINARY LOGS' | head -n 1 | cut -f1) last=$(db 'SHOW BINARY LOGS' | tail -n 1 | cut -f1)
mib=$(db 'SHOW BINARY LOGS' | awk '{ s += $2 } END { print int(s / 1048576) }')
count=$(db 'SHOW BINARY LOGS' | wc -l)
run
check 'it succeeds' test "$status" -eq 0
check 'they are counted and summed up' grep -qx "$count binary logs, $mib MiB in all: $first to $last" <<<"$out"
check 'how long they are kept is told, and that no replica reads' grep -qx 'kept for 240 h; replicas that read them now: 0' <<<"$out"
for _ in {1..12}; do db 'FLUSH BINARY LOGS'; done
run
check 'all of them are listed, in their order and with their sizes' test "$(grep ' MiB  ' <<<"$out" | tr -s ' ')" = "$(db 'SHOW BINARY LOGS' | awk '{ print " " int($2 / 1048576) " MiB " $1 }')"
replicate
await now_are '2 Yes'
db 'SET GLOBAL binlog_expire_logs_seconds = 1800'
run
check 'a replica that reads is counted, and less than an hour is no 0' grep -qx 'kept for 1800 s; replicas that read them now: 1' <<<"$out"
db 'SET GLOBAL binlog_expire_logs_seconds = 0'
run
check 'without a limit they stay' grep -q '^kept for ever;' <<<"$out"
db 'GRANT BINLOG MONITOR ON *.* TO clerk@localhost'
login clerk
run
check 'an account that cannot see the replicas is refused' test "$status" -eq 3
check 'and is not told that there are none' test -z "$out"
login root "socket=$replica"
run
check 'a server without binary logs is refused' test "$status" -eq 3
finish
