#!/usr/bin/env bash
. "$HARNESS"
use mariadb-replica

logs() { db 'SHOW BINARY LOGS' | cut -f1 | xargs; }
for _ in 1 2 3; do db 'FLUSH BINARY LOGS'; done
read -r one two rest <<<"$(logs)"
touch -d '9 days ago' "/var/lib/mysql/$one"
touch -d '6 days ago' "/var/lib/mysql/$two"
run --days 7 --dry-run
check 'a dry run tells of them' grep -q "^there are $(logs | wc -w) binary logs, [0-9]* MiB: $one to " <<<"$out"
check 'a dry run purges none' test "$(logs)" = "$one $two $rest"
login clerk
run --days 7
check 'an account without the right is refused' test "$status" -ne 0
db 'GRANT BINLOG MONITOR, BINLOG ADMIN ON *.* TO clerk@localhost'
run --days 7
check 'one that cannot see the replicas too' test "$status" -eq 3
check 'none is purged' test "$(logs)" = "$one $two $rest"
login root
run --days 7
check 'it succeeds' test "$status" -eq 0
check 'what is older is gone, what is younger stays' test "$(logs)" = "$two $rest"
check 'it says so' grep -qx "purged: 1 binary logs, 0 MiB; the oldest is now $two" <<<"$out"
check 'that no replica is connected is told' grep -q '^connected replicas: 0; one that is away now .* is lost$' <<<"$out"
check 'what the server does by itself is told' grep -q "^this is done once; by itself the server goes by: .*expire_logs_days $(db "SHOW GLOBAL VARIABLES LIKE 'expire_logs_days'" | cut -f2) .*(0 is never)$" <<<"$out"
run --days 7
check 'a second run has nothing to do' grep -q '^nothing purged' <<<"$out"
check 'and purges nothing' test "$(logs)" = "$two $rest"
run --days 5
check 'a shorter time takes the next' test "$(logs)" = "$rest"
replicate
await now_are '2 Yes'
run --days 5
check 'a connected replica is counted' grep -q '^connected replicas: 1; ' <<<"$out"
check 'and what becomes of another one that is away is told' grep -q '; one that is away now .* is lost$' <<<"$out"
check 'it goes on' now_are '2 Yes'
login root "socket=$replica"
run
check 'a server without binary logs is refused' test "$status" -eq 3
finish
